// Pages that were requested repeatedly, which shows an endless walk.
import { arrivedAfterAnswer } from './tokens.ts'
import type { ClientExchange } from './transcript.ts'

/** A request of a walk, as far as its repetition is concerned. */
export interface Step {
  readonly exchange: ClientExchange
  /** A key that is equal for requests for the same page. */
  readonly key: string
  readonly isFirst: boolean
  /** True if a page was returned. */
  readonly arrived: boolean
}

/**
 * The requests for the first page that was returned more often than a careful client asks for it; undefined if there is
 * none.
 */
export function repeatedPage(steps: readonly Step[]): readonly ClientExchange[] | undefined {
  const failures = steps.filter(({ arrived }) => !arrived).length
  const firsts = steps.filter(({ isFirst, arrived }) => isFirst && arrived).length
  const byKey = Map.groupBy(
    steps.filter(({ arrived }) => arrived),
    ({ key }) => key,
  )
  for (const same of byKey.values()) {
    // A request that arrived before the previous one was answered is a retry: its sender stopped waiting.
    const retries = same.filter(
      ({ exchange }, index) => index > 0 && !arrivedAfterAnswer(exchange, same[index - 1]!.exchange),
    ).length
    const allowed = 2 + failures + retries + (same[0]!.isFirst ? 0 : Math.max(0, firsts - 1))
    if (same.length > allowed) return same.map(({ exchange }) => exchange)
  }
  return undefined
}

/** The number of requests for one page in a row that shows an endless walk if the client's task is unknown. */
const endless = 5

/** A page that a watched client requested repeatedly with no other request in between. */
export function repeatedInARow(steps: readonly Step[], most: number = endless): readonly ClientExchange[] | undefined {
  let row: Step[] = []
  for (const step of steps) {
    const last = row.at(-1)
    const goesOn =
      last !== undefined && step.arrived && step.key === last.key && arrivedAfterAnswer(step.exchange, last.exchange)
    row = goesOn ? [...row, step] : [step]
    if (row.length > most && !step.isFirst) return row.map(({ exchange }) => exchange)
  }
  return undefined
}
