// The tokens of a run: which were issued, and which a request carries.
import { expiresIn, tokenObject } from '../../reading/token-answer.ts'
import { answerJson, formOf, headerOf, jsonOf } from './read-request.ts'
import { destinationOf, withoutSlash } from './destinations.ts'
import type { ReceivedRequest, Transcript } from './transcript.ts'
import type { ClientCredentials, DialectFacts } from './world-facts.ts'

/** The parts of a run that the checks of credentials read. */
export interface CredentialEvidence {
  readonly transcript: Pick<Transcript, 'requests'>
  readonly dialect: DialectFacts
  readonly credentials: ClientCredentials
}

/** Tokens that the token endpoint issued. */
export interface IssuedTokens {
  readonly request: ReceivedRequest
  /** The refresh token that was exchanged; undefined with client credentials. */
  readonly exchanged: string | undefined
  readonly accessToken: string
  readonly refreshToken: string | undefined
  /** In seconds; undefined where the answer does not tell it. */
  readonly lifetime: number | undefined
}

/** The requests to the token endpoint. */
export function tokenRequests({ transcript, dialect }: CredentialEvidence): readonly ReceivedRequest[] {
  return transcript.requests.filter((request) => destinationOf(request, dialect).kind === 'token' && isCall(request))
}

/**
 * Returns true if a request asks for something. A HEAD asks for no content, and an OPTIONS is often a browser's own.
 */
export function isCall({ method }: ReceivedRequest): boolean {
  return method !== 'HEAD' && method !== 'OPTIONS'
}

/** Returns true if a token request asks for a refresh: by its grant type or, without a known one, by its form. */
export function isRefresh(request: Pick<ReceivedRequest, 'body'>): boolean {
  const form = request.body?.trimStart().startsWith('{') ? jsonForm(request) : formOf(request)
  const grant = form.get('grant_type')
  return grant === 'refresh_token' || (grant !== 'client_credentials' && form.has('refresh_token'))
}

function jsonForm(request: Pick<ReceivedRequest, 'body'>): URLSearchParams {
  const json = jsonOf(request)
  const entries = typeof json === 'object' && json !== null ? Object.entries(json) : []
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
}

const issuedIn = new WeakMap<readonly ReceivedRequest[], readonly IssuedTokens[]>()

/** Every answer of the token endpoint that holds an access token, in the order of the answers. */
export function issuedTokens(run: CredentialEvidence): readonly IssuedTokens[] {
  const known = issuedIn.get(run.transcript.requests) ?? findIssued(run)
  issuedIn.set(run.transcript.requests, known)
  return known
}

function findIssued(run: CredentialEvidence): readonly IssuedTokens[] {
  return tokenRequests(run)
    .flatMap((request) => {
      const { answer } = request
      const object = answer && answer.status < 300 ? tokenObject(answerJson(request)) : undefined
      const accessToken = object?.['access_token']
      const refreshToken = object?.['refresh_token']
      if (typeof accessToken !== 'string') return []
      return [
        {
          request,
          exchanged: isRefresh(request) ? (formOf(request).get('refresh_token') ?? undefined) : undefined,
          accessToken,
          refreshToken: typeof refreshToken === 'string' ? refreshToken : undefined,
          lifetime: expiresIn(object) ?? run.dialect.toldLifetime,
        },
      ]
    })
    .toSorted((left, right) => (left.request.answered ?? Infinity) - (right.request.answered ?? Infinity))
}

/** The scheme of the Authorization header in lower case and what follows it; undefined without a header. */
export function authorizationOf(
  request: ReceivedRequest,
): { readonly scheme: string; readonly value: string } | undefined {
  const header = headerOf(request, 'authorization')
  if (header === undefined) return undefined
  const space = header.indexOf(' ')
  if (space < 0) return { scheme: '', value: header }
  return { scheme: header.slice(0, space).toLowerCase(), value: header.slice(space + 1).trim() }
}

/** The Bearer token of a request. */
export function bearerOf(request: ReceivedRequest): string | undefined {
  const sent = authorizationOf(request)
  return sent?.scheme === 'bearer' ? sent.value : undefined
}

/** Returns true if a request was refused because its credential is not accepted. */
export function isUnauthenticated(
  { answer, credential, servedAs }: ReceivedRequest,
  dialect: Pick<DialectFacts, 'refusals'>,
): boolean {
  if (!answer) return false
  const { status } = answer
  const { unauthenticated, ...others } = dialect.refusals(servedAs)
  // Where several refusals have one status, an accepted credential tells them apart.
  if (credential !== undefined) return status === 401 && !Object.values(others).includes(401)
  return status === 401 || status === unauthenticated
}

/** Returns true if one request arrived after another was answered, so that its sender may have known the answer. */
export function isAfter(later: ReceivedRequest, earlier: ReceivedRequest): boolean {
  return earlier.answered !== undefined && later.arrived > earlier.answered
}

/** Returns true if two requests ask for the same: method, path and query. */
export function isSame(receivedRequest: ReceivedRequest, other: ReceivedRequest): boolean {
  return (
    receivedRequest.method === other.method &&
    receivedRequest.path === other.path &&
    receivedRequest.search === other.search
  )
}

/** Returns true if a request went where the answer to an earlier one sent it. */
export function isRedirected(request: ReceivedRequest, { requests }: Pick<Transcript, 'requests'>): boolean {
  return redirectsIn(requests).some((earlier) => isAfter(request, earlier) && redirects(earlier, request))
}

const redirecting = new WeakMap<readonly ReceivedRequest[], readonly ReceivedRequest[]>()

/** The requests that were answered by a redirect. */
export function redirectsIn(requests: readonly ReceivedRequest[]): readonly ReceivedRequest[] {
  const known = redirecting.get(requests) ?? requests.filter((request) => locationOf(request) !== undefined)
  redirecting.set(requests, known)
  return known
}

/** Returns true if the answer to a request sends its client to the path of another. */
export function redirects(earlier: ReceivedRequest, { path }: ReceivedRequest): boolean {
  const location = locationOf(earlier)
  const base = `http://service.test${earlier.path}`
  if (location === undefined || !URL.canParse(location, base)) return false
  return new URL(location, base).pathname.endsWith(path)
}

function locationOf({ answer }: ReceivedRequest): string | undefined {
  return answer && answer.status >= 300 && answer.status < 400 ? answer.headers['location'] : undefined
}

/** Returns true if an absolute path is a path below some base URL, with a slash at its end or without. */
export function endsWithPath(absolute: string, path: string): boolean {
  return absolute.endsWith(path) || withoutSlash(absolute).endsWith(withoutSlash(path))
}
