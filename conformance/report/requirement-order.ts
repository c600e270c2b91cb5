import { compareClauses } from '../catalogue/clauses.ts'

/** Sorts entries by clause, in the order of a page. */
export function byClause<Entry extends { readonly clause: string }>(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((left, right) => compareClauses(left.clause, right.clause))
}
