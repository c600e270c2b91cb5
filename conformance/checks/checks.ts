import { type Check, type DeclaredCheck, defineCheck } from '../judge/define-check.ts'
import { accessTokenChecks } from './access-tokens/access-tokens-checks.ts'
import { authenticationChecks } from './authentication/authentication-checks.ts'
import { configurationChecks } from './configurations/configurations-checks.ts'
import { connectBrowserChecks } from './connect/browser-checks.ts'
import { connectChecks } from './connect/connect-checks.ts'
import { httpChecks } from './http/http-checks.ts'
import { idOrderChecks } from './ids/id-order-checks.ts'
import { idChecks } from './ids/ids-checks.ts'
import { malformedIdChecks } from './ids/malformed-ids-checks.ts'
import { prefixedReadChecks, prefixedWriteChecks } from './ids/prefixed-ids-checks.ts'
import { legacyGroupChecks, newGroupChecks } from './legacy/groups-checks.ts'
import { otherParentChecks } from './legacy/other-parent-checks.ts'
import { legacyChecks } from './legacy/legacy-checks.ts'
import { linkViewsChecks } from './link/views-checks.ts'
import { linkChecks } from './link/link-checks.ts'
import { linkPollingChecks } from './link/polling-checks.ts'
import { linkResultChecks } from './link/results-checks.ts'
import { linkWalkChecks } from './link/walk-checks.ts'
import { listLaws } from './lists/list-laws.ts'
import { listChecks } from './lists/lists-checks.ts'
import { guardLivingData } from './living-data.ts'
import { mcpChecks } from './mcp/mcp-checks.ts'
import { oauthChecks } from './oauth/oauth-checks.ts'
import { serviceChecks } from './services/services-checks.ts'

const declared: readonly DeclaredCheck[] = [
  // Before the checks that move the target's clock, which ends credentials.
  ...linkPollingChecks,
  ...newGroupChecks,
  ...idChecks,
  ...idOrderChecks,
  ...guardLivingData(prefixedReadChecks),
  ...prefixedWriteChecks,
  ...malformedIdChecks,
  ...listChecks,
  ...accessTokenChecks,
  ...oauthChecks,
  ...authenticationChecks,
  ...guardLivingData(listLaws),
  ...configurationChecks,
  ...serviceChecks,
  ...connectChecks,
  ...connectBrowserChecks,
  ...mcpChecks,
  ...legacyChecks,
  ...guardLivingData(otherParentChecks),
  ...legacyGroupChecks,
  ...linkChecks,
  ...guardLivingData([...linkResultChecks, ...linkWalkChecks, ...linkViewsChecks]),
  ...httpChecks,
]

/** Every check, in the order of the catalogue of requirements. */
export const checks: readonly Check[] = declared.map((check) => defineCheck(check))
