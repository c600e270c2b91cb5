// Pages that were asked for again and again: the mark of a walk without an end.
import { isAfter } from './tokens.ts'
import type { ClientExchange } from './transcript.ts'

/** A request of a walk, as far as its repetition is concerned. */
export interface Step {
  readonly exchange: ClientExchange
  /** The same text for requests for the same page. */
  readonly key: string
  readonly isFirst: boolean
  /** True if a page came. */
  readonly arrived: boolean
}

/** The first page that came more often than a careful client asks for it. Undefined: none. */
export function repeatedPage(steps: readonly Step[]): readonly ClientExchange[] | undefined {
  const failures = steps.filter(({ arrived }) => !arrived).length
  const firsts = steps.filter(({ isFirst, arrived }) => isFirst && arrived).length
  const byKey = Map.groupBy(
    steps.filter(({ arrived }) => arrived),
    ({ key }) => key,
  )
  for (const same of byKey.values()) {
    // A request that came before the one before it was answered is a retry: its sender did not wait any longer.
    const retries = same.filter(
      ({ exchange }, index) => index > 0 && !isAfter(exchange, same[index - 1]!.exchange),
    ).length
    const allowed = 2 + failures + retries + (same[0]!.isFirst ? 0 : Math.max(0, firsts - 1))
    if (same.length > allowed) return same.map(({ exchange }) => exchange)
  }
  return undefined
}

/** So many requests for one page in a row show an endless walk, where nothing is known of what a client was to do. */
const endless = 5

/** A page that a watched client requested again and again, with nothing between. */
export function repeatedInARow(steps: readonly Step[], most: number = endless): readonly ClientExchange[] | undefined {
  let row: Step[] = []
  for (const step of steps) {
    const last = row.at(-1)
    const goesOn = last !== undefined && step.arrived && step.key === last.key && isAfter(step.exchange, last.exchange)
    row = goesOn ? [...row, step] : [step]
    if (row.length > most && !step.isFirst) return row.map(({ exchange }) => exchange)
  }
  return undefined
}
