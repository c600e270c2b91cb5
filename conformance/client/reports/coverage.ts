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

/**
 * Many names, grouped by what they begin with, as in `flows: list, retrieve; groups: list`. A wall of names would not
 * be read.
 */
export function groupedNames(names: readonly string[]): readonly string[] {
  return [...Map.groupBy(names, headOf)].map(([head, alike]) =>
    alike.length === 1 ? alike[0]! : `${head}: ${alike.map((name) => restOf(name, head)).join(', ')}`,
  )
}

/** The operation of a parameter, the resource of an operation, the first word of anything else. */
function headOf(name: string): string {
  return /^[^?]+(?=\?)/.exec(name)?.[0] ?? /^(?:client\.)?[^.-]+/.exec(name)![0]
}

function restOf(name: string, head: string): string {
  const rest = name.slice(head.length)
  return /^[.?]/.test(rest) ? rest.slice(1) : name
}

/** The coverage, in a sentence. Watching a client does not show what it reports. */
export function coverageHead({ percent }: CoverageTable): string {
  return `${percent}% of the stated requirements that show in requests were decided; --driver decides the others, too`
}
