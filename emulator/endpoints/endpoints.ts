import type { Endpoint } from '../define-endpoint.ts'
import { accessTokenEndpoints } from './access-tokens.ts'
import { configurationEndpoints } from './configurations.ts'
import { legacyEndpoints } from './legacy.ts'
import { oauthToken } from './oauth-token.ts'
import { versionedEndpoints } from './versioned.ts'

/** Every endpoint. The app, OPTIONS, HEAD, 405, OpenAPI, the coverage table and the operation names derive from this list. */
export const endpoints: readonly Endpoint[] = [
  oauthToken,
  ...accessTokenEndpoints,
  ...configurationEndpoints,
  ...versionedEndpoints(),
  ...legacyEndpoints,
]
