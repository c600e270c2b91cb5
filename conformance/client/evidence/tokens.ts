// The tokens of a run: those that were issued, and those that requests carry.
import { readLifetime, tokenObject } from '../../reading/token-answer.ts'
import { computedOnce } from './computed-once.ts'
import { formParameters, bodyJson, type ClientExchange, type Transcript } from './transcript.ts'
import { resolveDestination, withoutSlash } from './destinations.ts'
import type { AnyExchange } from '../../conclusions/exchange.ts'
import type { ClientCredentials, DialectFacts } from './world-facts.ts'

/** The parts of a run that the checks of credentials read. */
export interface CredentialEvidence {
  readonly transcript: Pick<Transcript, 'exchanges'>
  readonly dialect: DialectFacts
  readonly credentials: ClientCredentials
}

/** Tokens that the token endpoint issued. */
export interface IssuedTokens {
  readonly exchange: ClientExchange
  /** The refresh token that was exchanged; undefined if client credentials were used. */
  readonly exchanged: string | undefined
  readonly accessToken: string
  readonly refreshToken: string | undefined
  /** The lifetime in seconds; undefined if the answer does not state it. */
  readonly lifetime: number | undefined
}

/** The requests to the token endpoint. */
export function tokenRequests({ transcript, dialect }: CredentialEvidence): readonly ClientExchange[] {
  return transcript.exchanges.filter(
    (exchange) => resolveDestination(exchange, dialect).operation === 'oauth.token' && isCall(exchange),
  )
}

/**
 * Returns true if a request is a call to the API. HEAD asks for no content, and OPTIONS is often sent by a browser
 * itself.
 */
export function isCall({ request: { method } }: ClientExchange): boolean {
  return method !== 'HEAD' && method !== 'OPTIONS'
}

/** Returns true if a token request asks for a refresh: by its grant type or, if that is unknown, by its form. */
export function isRefreshRequest(exchange: AnyExchange): boolean {
  const form = exchange.request.body?.trimStart().startsWith('{') ? jsonForm(exchange) : formParameters(exchange)
  const grant = form.get('grant_type')
  return grant === 'refresh_token' || (grant !== 'client_credentials' && form.has('refresh_token'))
}

function jsonForm(exchange: AnyExchange): URLSearchParams {
  const json = bodyJson(exchange)
  const entries = typeof json === 'object' && json !== null ? Object.entries(json) : []
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
}

/** All answers of the token endpoint that have an access token, in the order of the answers. */
export const issuedTokens: (run: CredentialEvidence) => readonly IssuedTokens[] = computedOnce(
  ({ transcript: { exchanges } }) => exchanges,
  findIssued,
)

function findIssued(run: CredentialEvidence): readonly IssuedTokens[] {
  return tokenRequests(run)
    .flatMap((exchange) => {
      const { response } = exchange
      const object = response && response.status < 300 ? tokenObject(exchange.response?.json) : undefined
      const accessToken = object?.['access_token']
      const refreshToken = object?.['refresh_token']
      if (typeof accessToken !== 'string') return []
      return [
        {
          exchange,
          exchanged: isRefreshRequest(exchange)
            ? (formParameters(exchange).get('refresh_token') ?? undefined)
            : undefined,
          accessToken,
          refreshToken: typeof refreshToken === 'string' ? refreshToken : undefined,
          lifetime: readLifetime(object) ?? run.dialect.toldLifetime,
        },
      ]
    })
    .toSorted((left, right) => (left.exchange.answered ?? Infinity) - (right.exchange.answered ?? Infinity))
}

/** The scheme of the Authorization header in lower case and the text after it; undefined without a header. */
export function readAuthorization(
  exchange: ClientExchange,
): { readonly scheme: string; readonly value: string } | undefined {
  const header = exchange.request.headers['authorization']
  if (header === undefined) return undefined
  const space = header.indexOf(' ')
  if (space < 0) return { scheme: '', value: header }
  return { scheme: header.slice(0, space).toLowerCase(), value: header.slice(space + 1).trim() }
}

/** The Bearer token of a request. */
export function sentBearer(exchange: ClientExchange): string | undefined {
  const sent = readAuthorization(exchange)
  return sent?.scheme === 'bearer' ? sent.value : undefined
}

/** Returns true if a request was refused because its credential is not accepted. */
export function isUnauthenticated(
  { response, credential, servedAs }: ClientExchange,
  dialect: Pick<DialectFacts, 'refusals'>,
): boolean {
  if (!response) return false
  const { status } = response
  const { unauthenticated, ...others } = dialect.refusals(servedAs)
  // If several refusals share one status, an accepted credential distinguishes them.
  if (credential !== undefined) return status === 401 && !Object.values(others).includes(401)
  return status === 401 || status === unauthenticated
}

/** Returns true if one request arrived after another was answered, so that its sender may have read the answer. */
export function arrivedAfterAnswer(later: ClientExchange, earlier: ClientExchange): boolean {
  return earlier.answered !== undefined && later.arrived > earlier.answered
}

/** Returns true if two requests have the same method, path and query. */
export function sameRequest(exchange: ClientExchange, other: ClientExchange): boolean {
  return (
    exchange.request.method === other.request.method && exchange.path === other.path && exchange.search === other.search
  )
}

/** Returns true if a request follows a redirect in the answer to an earlier one. */
export function isRedirected(exchange: ClientExchange, { exchanges }: Pick<Transcript, 'exchanges'>): boolean {
  return redirectedRequests(exchanges).some(
    (earlier) => arrivedAfterAnswer(exchange, earlier) && redirects(earlier, exchange),
  )
}

/** The requests that were answered by a redirect. */
export const redirectedRequests: (exchanges: readonly ClientExchange[]) => readonly ClientExchange[] = computedOnce(
  (exchanges) => exchanges,
  (exchanges) => exchanges.filter((exchange) => redirectLocation(exchange) !== undefined),
)

/** Returns true if the answer to a request redirects its client to the path of another. */
export function redirects(earlier: ClientExchange, { path }: ClientExchange): boolean {
  const location = redirectLocation(earlier)
  const base = `http://service.test${earlier.path}`
  if (location === undefined || !URL.canParse(location, base)) return false
  return new URL(location, base).pathname.endsWith(path)
}

function redirectLocation({ response }: ClientExchange): string | undefined {
  return response && response.status >= 300 && response.status < 400 ? response.headers['location'] : undefined
}

/** Returns true if an absolute path is a path below some base URL, with or without a trailing slash. */
export function endsWithPath(absolute: string, path: string): boolean {
  return absolute.endsWith(path) || withoutSlash(absolute).endsWith(withoutSlash(path))
}
