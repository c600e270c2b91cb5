import type { CaseRequest } from '../../../../emulator/case/case-file.ts'
import { checksum } from '../../../../emulator/tools/checksum.ts'
import type { OpenedCase } from './open-case.ts'

/** How an answer differs from the one that the case has a checksum of. */
export interface OtherAnswer {
  readonly number: number
  readonly part: 'status' | 'body'
  /** The status then and now. Null: the connection was dropped. */
  readonly statuses: readonly [then: number | null, now: number | null]
}

/** The number of compared answers, and those that differ. */
export interface ComparedAnswers {
  /** The number of answers that were compared. */
  readonly compared: number
  /** The answers that differ, by number. */
  readonly others: readonly OtherAnswer[]
}

/** Compares an answer with what the case keeps of it. Undefined when it is the same, as far as the case can tell. */
export function otherAnswer(
  { number, status: then, answer }: CaseRequest,
  now: number | null,
  text: string,
): OtherAnswer | undefined {
  // Without a status, the client may have left before the answer.
  if (then !== null && then !== now) return { number, part: 'status', statuses: [then, now] }
  return then !== null && answer !== undefined && answer !== checksum(text)
    ? { number, part: 'body', statuses: [then, now] }
    : undefined
}

/** Asks every request of a case again, the latest first, for so many milliseconds of real time. */
export async function compareAnswers(opened: OpenedCase, longest: number): Promise<ComparedAnswers> {
  const others: OtherAnswer[] = []
  let compared = 0
  let isOver = false
  let end: () => void
  const over = new Promise<undefined>((resolve) => (end = () => resolve(undefined)))
  const timer = setTimeout(() => {
    isOver = true
    end()
  }, longest)
  for (const request of opened.requests.toReversed()) {
    // Most answers come without a wait: neither the time nor a signal would be noticed before the last of them.
    await new Promise((resolve) => setTimeout(resolve))
    if (isOver) break
    // A client that has left saw no answer.
    if (request.status === null) continue
    const asked = opened.answerOf(request.number).then(
      async (response) => ({ other: otherAnswer(request, response.status, await response.text()) }),
      () => ({ other: otherAnswer(request, null, '') }),
    )
    // Some wait for seconds, as then.
    const found = await Promise.race([asked, over])
    if (!found) break
    compared++
    if (found.other) others.push(found.other)
  }
  clearTimeout(timer)
  return { compared, others: others.toReversed() }
}
