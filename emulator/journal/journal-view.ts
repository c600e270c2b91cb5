import type { IssuedCredentials } from './issued-credentials.ts'
import type { JournalDraft } from './journal-draft.ts'
import type { Redactor } from './redactor.ts'

/** The sources of an entry, apart from its own draft. */
export interface JournalView {
  readonly redactor: Redactor
  readonly issuedCredentials: IssuedCredentials
  /** The indexes of the kept requests that were under way at the same time as this one. */
  readonly overlapped: (draft: JournalDraft) => readonly number[]
}

/** Finds simultaneous requests among some requests, in the order of their arrival. */
export function createOverlapFinder(drafts: () => readonly JournalDraft[]): JournalView['overlapped'] {
  let all: readonly JournalDraft[] | undefined
  /** The last answer to a request and all before it. */
  let answered: readonly number[] = []
  const prepare = (): readonly JournalDraft[] => {
    let last = 0
    const list = drafts()
    answered = list.map((draft) => (last = Math.max(last, answerOrder(draft))))
    return list
  }
  return (draft) => {
    const list = (all ??= prepare())
    const place = list.length === 0 ? -1 : draft.index - list[0]!.index
    if (list[place] !== draft) return []
    const found: number[] = []
    for (let at = place - 1; at >= 0 && answered[at]! > draft.arrived; at--)
      if (answerOrder(list[at]!) > draft.arrived) found.push(list[at]!.index)
    found.reverse()
    for (let at = place + 1; at < list.length && list[at]!.arrived < answerOrder(draft); at++)
      found.push(list[at]!.index)
    return found
  }
}

function answerOrder({ answered }: JournalDraft): number {
  return answered ?? Number.POSITIVE_INFINITY
}
