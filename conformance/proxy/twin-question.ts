// Turns a recorded request into the same question for a twin, which has other ids and credentials.
import { type OperationId, findOperation } from '../catalogue/operations.ts'
import { pathParameters, operationPath } from '../catalogue/operation-paths.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { RefusalStatuses } from '../client/evidence/world-facts.ts'
import { isId, isPrefixed, otherId, stripPrefix, idPrefix } from '../reading/id-forms.ts'
import { targetPathNames } from '../target/path-names.ts'
import type { Target } from '../target/target-file.ts'
import { splitBaseUrl, pathBelow } from './base-url.ts'

/** A request for a twin. */
export interface TwinQuestion {
  readonly operation: OperationId
  readonly method: string
  /** Below the base URL of the twin. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Equal for equal questions, of which only one is asked. */
  readonly key: string
}

/** The reasons why a request is not sent to a twin. */
export type SkipReason =
  /** It writes, or asks for a page. */
  | 'writes'
  /** Its path is not documented. */
  | 'undocumented'
  /** The service was temporarily unavailable, or redirected the request. */
  | 'outage'
  /** The twin has no equivalent of the path or the credential. */
  | 'nothingAlike'

/** The statuses of an operation's refusals. */
export type LearnedRefusals = (operation: OperationId) => RefusalStatuses

/** The meanings of a status for a request. */
interface Readings {
  readonly isStranger: boolean
  readonly isForbidden: boolean
  readonly isUnknown: boolean
}

function statusReadings(status: number, { unauthenticated, forbidden, unknown }: RefusalStatuses): Readings {
  return {
    isStranger: status === 401 || status === unauthenticated,
    isForbidden: status === 403 || status === forbidden,
    isUnknown: status === 404 || status === unknown,
  }
}

/** The question for the twin. @param target The service. */
export function toTwinQuestion(
  { request, response }: Exchange,
  target: Target,
  { target: twin, refusals }: { readonly target: Target; readonly refusals: LearnedRefusals },
): TwinQuestion | SkipReason {
  const { operation, method, url, headers } = request
  if (operation === undefined) return 'undocumented'
  const { answer } = findOperation(operation)
  const asksToken = operation === 'oauth.token' && method === 'POST' && isClientGrant(request)
  if (answer === 'page' || (!['GET', 'HEAD', 'OPTIONS'].includes(method) && !asksToken)) return 'writes'
  const { status } = response
  if (status >= 500 || status === 408 || status === 429 || (status >= 300 && status < 400)) return 'outage'
  const readings = statusReadings(status, refusals(operation))
  const credential = twinAuthorization(operation, headers['authorization'], readings, twin)
  const path = twinPath(operation, url, readings, target, twin)
  const query = twinQuery(new URL(url).searchParams, status, twin)
  const body = asksToken ? twinForm(request.body!, status, twin) : undefined
  if (credential === undefined || path === undefined || query === undefined) return 'nothingAlike'
  if (asksToken && body === undefined) return 'nothingAlike'
  return {
    operation,
    method,
    address: `${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      accept: headers['accept'] ?? 'application/json',
      ...(credential === '' ? {} : { authorization: credential }),
      ...(body === undefined ? {} : { 'content-type': headers['content-type'] ?? '' }),
    },
    body,
    key: [method, operation, status, credential.split(' ')[0], [...new URLSearchParams(query).keys()].sort()].join(),
  }
}

function isClientGrant({ body = '', headers }: Exchange['request']): boolean {
  const isForm = (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  return isForm && new URLSearchParams(body).get('grant_type') === 'client_credentials'
}

/** The form with the client of the twin, or with an unknown one. */
function twinForm(body: string, status: number, { credentials = {} }: Target): string | undefined {
  const { oauth } = credentials
  if (!oauth) return undefined
  const form = new URLSearchParams(body)
  if (form.has('client_id')) form.set('client_id', oauth.clientId)
  if (form.has('client_secret')) form.set('client_secret', status < 400 ? oauth.clientSecret : unknownCredential)
  return form.toString()
}

const unknownCredential = 'of-nobody-0123456789abcdefghij'

/** The Authorization header; empty for none, and undefined if the twin has no such credential. */
function twinAuthorization(
  operation: OperationId,
  sent: string | undefined,
  { isStranger, isForbidden, isUnknown }: Readings,
  { credentials = {} }: Target,
): string | undefined {
  if (sent === undefined) return ''
  // The reason for a missing permission is in the records, and a status with two meanings shows neither.
  if (isForbidden || (isStranger && isUnknown && findOperation(operation).inPath)) return undefined
  const [scheme = ''] = sent.split(' ')
  const isLegacy = findOperation(operation).part === 'legacy'
  const { token, integrationToken, apiKey, dsn } = credentials
  const right: Readonly<Record<string, string | undefined>> = {
    bearer: isLegacy ? integrationToken : token,
    basic: apiKey && btoa(`${apiKey}:`),
    dsn,
  }
  const value = right[scheme.toLowerCase()]
  if (value === undefined) return undefined
  return `${scheme} ${isStranger ? unknownCredential : value}`
}

/** The path with ids of the twin instead of those of the service; undefined if the twin has none. */
function twinPath(
  operation: OperationId,
  url: string,
  { isUnknown }: Readings,
  target: Target,
  twin: Target,
): string | undefined {
  const below = pathBelow(new URL(url).pathname, splitBaseUrl(target.baseUrl).path)
  if (below === undefined) return undefined
  const { inPath, names = [] } = findOperation(operation)
  const values: Record<string, string> = { ...pathParameters(operation, below, targetPathNames(target)) }
  if (names.includes('adapter')) values['adapter'] = twin.samples?.adapter ?? ''
  if (names.includes('command')) values['command'] = twin.samples?.command?.name ?? ''
  if (inPath) {
    const sample = inPath.sample && twin.samples?.[inPath.sample]
    if (sample === undefined) return undefined
    values[inPath.parameter] = idLike(values[inPath.parameter] ?? '', sample, isUnknown)
  }
  const path = operationPath(operation, targetPathNames(twin), values)
  // A trailing slash makes another question.
  if (below.endsWith('/') === path.endsWith('/')) return path
  return path.endsWith('/') ? path.slice(0, -1) : `${path}/`
}

/** An id of the twin in the form of the sent one. Other texts are unchanged. */
function idLike(sent: string, sample: string, isUnknown: boolean): string {
  if (!isId(sent)) return sent
  const id = isUnknown ? otherId(sample) : stripPrefix(sample)
  return isPrefixed(sent) ? `${idPrefix(sample) || idPrefix(sent)}${id}` : id
}

/** The query; undefined if it needs ids that only the service has. */
function twinQuery(sent: URLSearchParams, status: number, { samples }: Target): string | undefined {
  const cursors = ['starting_after', 'ending_before'].filter((name) => isId(sent.get(name) ?? ''))
  if (cursors.length > 1) return undefined
  const query = new URLSearchParams(sent)
  // A twin has other records, so its first page is used for any page.
  for (const name of cursors) query.delete(name)
  if (query.has('path') && status < 400) {
    if (samples?.configurationPath === undefined) return undefined
    query.set('path', samples.configurationPath)
  }
  return query.toString()
}
