import type { Deviation } from './define-deviation.ts'
import { accessTokenAttemptDeviations } from './rules/access-token-attempts.ts'
import { accessTokenChangeDeviations } from './rules/access-token-changes.ts'
import { accessTokenExpiryDeviations } from './rules/access-token-expiries.ts'
import { accessTokenDeviations } from './rules/access-tokens.ts'
import { authenticationDeviations } from './rules/authentication.ts'
import { commandBodyDeviations } from './rules/command-bodies.ts'
import { configurationDeviations } from './rules/configurations.ts'
import { cursorDeviations } from './rules/cursors.ts'
import { cursorListDeviations } from './rules/cursors-lists.ts'
import { filterDeviations } from './rules/filters.ts'
import { nearFilterDeviations } from './rules/filters-near.ts'
import { httpDeviations } from './rules/http.ts'
import { malformedIdDeviations } from './rules/ids-malformed.ts'
import { idDeviations } from './rules/ids.ts'
import { legacyDeviations } from './rules/legacy.ts'
import { linkDeviations } from './rules/link.ts'
import { linkPlaceDeviations } from './rules/link-places.ts'
import { listDeviations } from './rules/lists.ts'
import { mcpDeviations } from './rules/mcp.ts'
import { nearMissDeviations } from './rules/near-misses.ts'
import { oauthDeviations } from './rules/oauth.ts'
import { serviceDeviations } from './rules/services.ts'

/** Every deviation: what `--deviation` takes, and what the kit must catch. */
export const deviations: readonly Deviation[] = [
  ...idDeviations,
  ...malformedIdDeviations,
  ...accessTokenDeviations,
  ...accessTokenExpiryDeviations,
  ...accessTokenChangeDeviations,
  ...accessTokenAttemptDeviations,
  ...oauthDeviations,
  ...authenticationDeviations,
  ...nearMissDeviations,
  ...listDeviations,
  ...filterDeviations,
  ...nearFilterDeviations,
  ...cursorDeviations,
  ...configurationDeviations,
  ...cursorListDeviations,
  ...serviceDeviations,
  ...commandBodyDeviations,
  ...mcpDeviations,
  ...legacyDeviations,
  ...linkDeviations,
  ...linkPlaceDeviations,
  ...httpDeviations,
]
