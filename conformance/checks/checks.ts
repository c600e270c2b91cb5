import type { Check } from '../define-check.ts'
import { accessTokenChecks } from './access-tokens.ts'
import { authenticationChecks } from './authentication.ts'
import { cursorChecks } from './cursors.ts'
import { enumFilterChecks } from './enum-filters.ts'
import { filterChecks } from './filters.ts'
import { idOrderChecks } from './id-order.ts'
import { idChecks } from './ids.ts'
import { listChecks } from './lists.ts'
import { malformedIdChecks } from './malformed-ids.ts'
import { oauthChecks } from './oauth.ts'
import { pagedFilterChecks } from './paged-filters.ts'
import { prefixedIdChecks } from './prefixed-ids.ts'
import { searchChecks } from './search.ts'

/** Every check, in the order of the catalogue of requirements. */
export const checks: readonly Check[] = [
  ...idChecks, ...idOrderChecks, ...prefixedIdChecks, ...malformedIdChecks, ...listChecks,
  ...accessTokenChecks, ...oauthChecks, ...authenticationChecks,
  ...filterChecks, ...searchChecks, ...enumFilterChecks, ...pagedFilterChecks, ...cursorChecks,
]
