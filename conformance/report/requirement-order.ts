import { compareClauses } from '../catalogue/clauses.ts'

/** What has a clause, in the order in which a page lists it. */
export function byClause<Entry extends { readonly clause: string }>(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((left, right) => compareClauses(left.clause, right.clause))
}
