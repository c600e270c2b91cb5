import { accessTokenDeviations } from './access-tokens.ts'
import { authenticationDeviations } from './authentication.ts'
import { configurationDeviations } from './configurations.ts'
import { connectDeviations } from './connect.ts'
import { cursorDeviations } from './cursors.ts'
import type { Deviation } from './define-deviation.ts'
import { enumFilterDeviations } from './enum-filters.ts'
import { pagedFilterDeviations } from './filters-paged.ts'
import { searchDeviations } from './filters-search.ts'
import { filterDeviations } from './filters.ts'
import { httpDeviations } from './http.ts'
import { malformedIdDeviations } from './ids-malformed.ts'
import { prefixedIdDeviations } from './ids-prefixed.ts'
import { idDeviations } from './ids.ts'
import { legacyDeviations } from './legacy.ts'
import { linkDeviations } from './link.ts'
import { listDeviations } from './lists.ts'
import { mcpDeviations } from './mcp.ts'
import { oauthDeviations } from './oauth.ts'
import { serviceDeviations } from './services.ts'

/** Every deviation: what `--deviation` takes, and what the kit must catch. */
export const deviations: readonly Deviation[] = [
  ...idDeviations,
  ...prefixedIdDeviations,
  ...malformedIdDeviations,
  ...accessTokenDeviations,
  ...oauthDeviations,
  ...authenticationDeviations,
  ...configurationDeviations,
  ...listDeviations,
  ...filterDeviations,
  ...searchDeviations,
  ...pagedFilterDeviations,
  ...enumFilterDeviations,
  ...cursorDeviations,
  ...serviceDeviations,
  ...connectDeviations,
  ...mcpDeviations,
  ...legacyDeviations,
  ...linkDeviations,
  ...httpDeviations,
]
