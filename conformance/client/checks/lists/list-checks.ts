import type { ClientCheck } from '../define-client-check.ts'
import { cursorChecks } from './cursors.ts'
import { filtersAbsent, filtersCombined, filtersOnEveryPage, filtersSent, pageSize, search } from './filters.ts'
import { idOrder } from './id-order.ts'
import { walkEnds } from './walk-ends.ts'

/** The checks of clauses 4.5 and 4.6. */
export const listChecks: readonly ClientCheck[] = [
  filtersOnEveryPage,
  filtersCombined,
  filtersSent,
  search,
  filtersAbsent,
  pageSize,
  idOrder,
  ...cursorChecks,
  walkEnds,
]
