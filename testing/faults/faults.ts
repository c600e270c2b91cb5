import { deviations } from '../../emulator/disturb/deviations/shipped.ts'
import { accessTokenChangeFaults } from './access-token-changes.ts'
import { accessTokenExpiryFaults } from './access-token-expiries.ts'
import { accessTokenFaults } from './access-tokens.ts'
import { authenticationFaults } from './authentication.ts'
import { cursorFaults } from './cursors.ts'
import { filterFaults } from './filters.ts'
import { httpFaults } from './http.ts'
import { idFaults } from './ids.ts'
import { legacyFaults } from './legacy.ts'
import { linkFaults } from './link.ts'
import { listFaults } from './lists.ts'
import { oauthFaults } from './oauth.ts'
import { serviceFaults } from './services.ts'
import type { Violation } from './violations.ts'

/**
 * The kit's own faults: deviations that it must catch as well as those that are shipped, but that few clients would
 * notice, and that no law of testing/product/ makes, such as an expiry that is ten minutes late.
 */
const faults: readonly Violation[] = [
  ...idFaults,
  ...accessTokenFaults,
  ...accessTokenExpiryFaults,
  ...accessTokenChangeFaults,
  ...oauthFaults,
  ...authenticationFaults,
  ...listFaults,
  ...filterFaults,
  ...cursorFaults,
  ...serviceFaults,
  ...legacyFaults,
  ...linkFaults,
  ...httpFaults,
]

/** Every deviation that the kit must catch: those that are shipped, and its own faults. */
export const everyDeviation: readonly Violation[] = [...deviations, ...faults]
