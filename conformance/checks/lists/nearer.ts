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

/** The checks that find pages shorter than their limit, or lists that lack records: a search lacks them, too. */
export const otherReasons: readonly CheckId[] = [
  'cursors.limit.size',
  'cursors.limit.lists',
  'cursors.limit.between',
  'filters.absent.enum',
  'filters.absent.strings',
]
