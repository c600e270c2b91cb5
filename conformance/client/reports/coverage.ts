// The requirements that the tests of a watched client never touched.

/** One group of things to cover, such as the operations. */
export interface CoverageGroup {
  /** Such as `Operations`. */
  readonly title: string
  readonly touched: readonly string[]
  readonly untouched: readonly string[]
}

/** The requirements that the tests of a client touched and did not touch. */
export interface CoverageTable {
  /** The percentage of stated requirements about requests that were decided, rounded down. */
  readonly percent: number
  readonly groups: readonly CoverageGroup[]
}

/** Groups many names by prefix, as in `flows: list, retrieve; groups: list`, so that they stay readable. */
export function groupedNames(names: readonly string[]): readonly string[] {
  return [...Map.groupBy(names, coverageGroup)].map(([head, alike]) =>
    alike.length === 1 ? alike[0]! : `${head}: ${alike.map((name) => restOf(name, head)).join(', ')}`,
  )
}

/** The operation of a parameter, the resource of an operation, the first word of anything else. */
function coverageGroup(name: string): string {
  return /^[^?]+(?=\?)/.exec(name)?.[0] ?? /^(?:client\.)?[^.-]+/.exec(name)![0]
}

function restOf(name: string, head: string): string {
  const rest = name.slice(head.length)
  return /^[.?]/.test(rest) ? rest.slice(1) : name
}

/** The coverage in one sentence. Watching a client does not show what it reports. */
export function coverageHead({ percent }: CoverageTable): string {
  return `${percent}% of the stated requirements that show in requests were decided; --driver decides the others, too`
}
