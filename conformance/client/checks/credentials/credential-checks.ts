import type { ClientCheck } from '../define-client-check.ts'
import {
  accessTokenCreate,
  accessTokenRename,
  accessTokenRevoke,
  accessTokenSecret,
  accessTokenUse,
} from './access-tokens.ts'
import { bearer } from './bearer.ts'
import { expiredToken } from './expired-token.ts'
import { legacyCredentials } from './legacy-credentials.ts'
import { refreshTokenIssued } from './refresh-token-issued.ts'
import { secretsInHeaders } from './secrets-in-headers.ts'
import { refreshOnce, refreshOrAnew, tokenEarly, tokenReused } from './token-economy.ts'
import { refreshRequest, tokenRequest } from './token-request.ts'

/** The checks of clauses 4.1, 4.2 and 5. */
export const credentialChecks: readonly ClientCheck[] = [
  tokenRequest,
  refreshTokenIssued,
  refreshRequest,
  bearer,
  ...legacyCredentials,
  accessTokenUse,
  expiredToken,
  accessTokenCreate,
  accessTokenSecret,
  accessTokenRename,
  accessTokenRevoke,
  secretsInHeaders,
  tokenReused,
  refreshOnce,
  refreshOrAnew,
  tokenEarly,
]
