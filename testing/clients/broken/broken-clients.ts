import { brokenAccessTokens } from './access-tokens.ts'
import { brokenAddresses } from './addresses.ts'
import { brokenAnswers } from './answers.ts'
import type { BrokenClient } from './broken-client.ts'
import { brokenCursors } from './cursors.ts'
import { brokenFilters } from './filters.ts'
import { brokenKeys } from './keys.ts'
import { brokenLinks } from './links.ts'
import { brokenServices } from './services.ts'
import { brokenRenewals } from './renewals.ts'
import { brokenTokens } from './tokens.ts'
import { brokenWalks } from './walks.ts'

/** Every broken client: the careful one with one bug each. */
export const brokenClients: readonly BrokenClient[] = [
  ...brokenTokens,
  ...brokenRenewals,
  ...brokenAddresses,
  ...brokenFilters,
  ...brokenCursors,
  ...brokenWalks,
  ...brokenLinks,
  ...brokenAccessTokens,
  ...brokenKeys,
  ...brokenServices,
  ...brokenAnswers,
]
