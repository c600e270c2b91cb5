import type { Endpoint } from '../../model/contract/endpoint.ts'
import { accessTokenEndpoints } from './access-tokens.ts'
import { configurationEndpoints } from './configurations.ts'
import { connectEndpoints } from './connect.ts'
import { legacyEndpoints } from './legacy.ts'
import { mcpEndpoints } from './mcp.ts'
import { oauthToken } from './oauth-token.ts'
import { serviceEndpoints } from './services.ts'
import { versionedEndpoints } from './versioned.ts'

/** All endpoints. The app, OPTIONS, HEAD, 405, OpenAPI, the coverage table and operation ids derive from this list. */
export const endpoints: readonly Endpoint[] = [
  oauthToken,
  ...accessTokenEndpoints,
  ...connectEndpoints,
  ...serviceEndpoints,
  ...mcpEndpoints,
  ...configurationEndpoints,
  ...versionedEndpoints(),
  ...legacyEndpoints,
]
