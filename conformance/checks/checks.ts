import type { Check } from '../define-check.ts'
import { onLivingData } from '../discovery/living-data.ts'
import { accessTokenChecks } from './access-tokens.ts'
import { authenticationChecks } from './authentication.ts'
import { combinedFilterChecks } from './combined-filters.ts'
import { configurationChecks } from './configurations.ts'
import { connectChecks } from './connect.ts'
import { cursorChecks } from './cursors.ts'
import { enumFilterChecks } from './enum-filters.ts'
import { filterChecks } from './filters.ts'
import { httpChecks } from './http.ts'
import { idOrderChecks } from './id-order.ts'
import { idChecks } from './ids.ts'
import { legacyGroupChecks } from './legacy-groups.ts'
import { legacyChecks } from './legacy.ts'
import { linkPollingChecks } from './link-polling.ts'
import { linkResultChecks } from './link-results.ts'
import { linkWalkChecks } from './link-walk.ts'
import { linkChecks } from './link.ts'
import { listChecks } from './lists.ts'
import { malformedIdChecks } from './malformed-ids.ts'
import { mcpChecks } from './mcp.ts'
import { oauthChecks } from './oauth.ts'
import { pagedFilterChecks } from './paged-filters.ts'
import { prefixedIdChecks } from './prefixed-ids.ts'
import { searchChecks } from './search.ts'
import { serviceChecks } from './services.ts'

/** Every check, in the order of the catalogue of requirements. */
export const checks: readonly Check[] = [
  // Before what moves the target's clock, which ends credentials.
  ...linkPollingChecks,
  ...idChecks,
  ...idOrderChecks,
  ...onLivingData(prefixedIdChecks),
  ...malformedIdChecks,
  ...listChecks,
  ...accessTokenChecks,
  ...oauthChecks,
  ...authenticationChecks,
  ...onLivingData([
    ...filterChecks,
    ...combinedFilterChecks,
    ...searchChecks,
    ...enumFilterChecks,
    ...pagedFilterChecks,
    ...cursorChecks,
  ]),
  ...configurationChecks,
  ...serviceChecks,
  ...connectChecks,
  ...mcpChecks,
  ...legacyChecks,
  ...legacyGroupChecks,
  ...linkChecks,
  ...onLivingData([...linkResultChecks, ...linkWalkChecks]),
  ...httpChecks,
]
