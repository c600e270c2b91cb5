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
  /** How much of the stated requirements was decided, in percent, rounded down. */
  readonly percent: number
  readonly groups: readonly CoverageGroup[]
}
