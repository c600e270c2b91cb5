import type { ClientCheck } from '../define-client-check.ts'
import { clientCursorChecks } from './cursors.ts'
import { filtersAbsent, filtersCombined, filtersOnEveryPage, filtersSent, search } from './filters.ts'
import { idOrder } from './id-order.ts'
import { limitParameter, chosenLimit, pageSize } from './page-size.ts'
import { walkEnds } from './walk-ends.ts'

/** The checks of clauses 4.5 and 4.6. */
export const clientListChecks: readonly ClientCheck[] = [
  filtersOnEveryPage,
  filtersCombined,
  filtersSent,
  search,
  filtersAbsent,
  limitParameter,
  pageSize,
  idOrder,
  ...clientCursorChecks,
  walkEnds,
  chosenLimit,
]
