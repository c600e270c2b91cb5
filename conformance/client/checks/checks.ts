import {
  accessTokenCreate,
  accessTokenRename,
  accessTokenRevoke,
  accessTokenSecret,
  accessTokenUse,
} from './access-tokens.ts'
import { baseUrl, jsonBodies, pathLaws, redirectsFollowed } from './addresses.ts'
import { bearer, legacyCredentials, secretsInHeaders } from './credentials.ts'
import { cursorLaws, idOrder, walkEnds } from './cursors.ts'
import { badRequestRepeated, failureLaws, retryAfterKept, writesOnce } from './failures.ts'
import {
  filtersAbsent,
  filtersCombined,
  filtersOnEveryPage,
  filtersSent,
  limitParameter,
  pageSize,
  search,
} from './filters.ts'
import { configurationPath, idsKept, scopePrefixed } from './ids.ts'
import type { ClientCheck } from './law.ts'
import { linkByName, linkNext, linkPolls, linkResults, linkStops } from './links.ts'
import { capabilitiesRequested, commandInvoked, connectPrepare } from './services.ts'
import { expiredToken, refreshOnce, tokenReused } from './token-renewal.ts'
import { refreshRequest, refreshTokenIssued, tokenRequest } from './token-requests.ts'

/**
 * All laws over the requests of a client. The judge also compares the client's report. The first law that fails names
 * the cause of a wrong outcome, so the most specific laws come first.
 */
export const wireChecks: readonly ClientCheck[] = [
  baseUrl,
  configurationPath,
  ...pathLaws,
  idsKept,
  scopePrefixed,
  jsonBodies,
  redirectsFollowed,

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

  filtersOnEveryPage,
  filtersCombined,
  filtersSent,
  search,
  filtersAbsent,
  limitParameter,
  pageSize,
  idOrder,
  ...cursorLaws,
  walkEnds,

  linkPolls,
  linkByName,
  linkNext,
  linkStops,
  linkResults,

  commandInvoked,
  capabilitiesRequested,
  connectPrepare,
  ...failureLaws,
  writesOnce,
  retryAfterKept,
  badRequestRepeated,
]
