// What the tests of a watched client never touched.

/** One part of what there is to touch, as the operations. */
export interface CoverageGroup {
  /** As `Operations`. */
  readonly title: string
  readonly touched: readonly string[]
  readonly untouched: readonly string[]
}

/** What the tests of a client touched and what not. */
export interface CoverageTable {
  /** How much of the stated requirements that show in requests was decided, in percent, rounded down. */
  readonly percent: number
  readonly groups: readonly CoverageGroup[]
}

/** How much was decided, in a sentence. What a client reports is not seen by watching it. */
export function coverageHead({ percent }: CoverageTable): string {
  return `${percent}% of the stated requirements that show in requests were decided; --driver decides the others, too`
}
