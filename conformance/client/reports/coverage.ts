// The requirements that the tests of a watched client never touched.

/** One part of what there is to touch, as the operations. */
export interface CoverageGroup {
  /** As `Operations`. */
  readonly title: string
  readonly touched: readonly string[]
  readonly untouched: readonly string[]
}

/** The requirements that the tests of a client touched and did not touch. */
export interface CoverageTable {
  /** The percentage of the stated requirements that show in requests and were decided, rounded down. */
  readonly percent: number
  readonly groups: readonly CoverageGroup[]
}

/** The coverage, in a sentence. Watching a client does not show what it reports. */
export function coverageHead({ percent }: CoverageTable): string {
  return `${percent}% of the stated requirements that show in requests were decided; --driver decides the others, too`
}
