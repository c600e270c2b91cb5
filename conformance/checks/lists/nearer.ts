import type { CheckId } from '../../catalogue/check-requirements.ts'

/** The checks that name the fault of a page more nearly than a check of its cursor or of its filters does. */
export const nearer: readonly CheckId[] = [
  'cursors.limit.edges',
  'filters.enum-filters.pages',
  'filters.search-case.lists',
  'filters.search-case.edges',
  'filters.search-partial.lists',
  'filters.search-partial.edges',
]

/** The checks that find pages shorter than their limit: such a page lacks records for no reason of its search. */
export const shortPages: readonly CheckId[] = ['cursors.limit.size', 'cursors.limit.lists', 'cursors.limit.between']
