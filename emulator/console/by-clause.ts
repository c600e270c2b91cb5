/** Verdicts or requirements by clause, in the order of the specification. */
export function byClause<Result extends { readonly clause: string }>(
  results: readonly Result[],
): readonly (readonly [string, readonly Result[]])[] {
  const places = (clause: string) => clause.split('.').map(Number)
  const groups = [...Map.groupBy(results, ({ clause }) => clause)]
  return groups.sort(([left], [right]) => {
    const [[first, second = 0], [other, next = 0]] = [places(left), places(right)] as [number[], number[]]
    return first! - other! || second - next
  })
}
