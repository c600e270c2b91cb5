// Small transcripts made by hand, for tests of what the judge concludes.
import type { WireRun } from '../../conformance/client/checks/law.ts'
import { requestedOperation } from '../../conformance/client/evidence/requested-operation.ts'
import type { ClientExchange } from '../../conformance/client/evidence/transcript.ts'
import { jsonOrUndefined } from '../../conformance/send/parse-json.ts'
import type { ClientCredentials, DialectFacts } from '../../conformance/client/evidence/world-facts.ts'

/** A request as a test writes it. Undefined members have usual values. */
export interface MadeRequest {
  /** As `GET /1.13/environments?limit=5`. */
  readonly line: string
  /** Undefined: the Bearer token `acc_1`. Null: none. */
  readonly authorization?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** A string is sent as it is, an object as JSON with its Content-Type. Null where it was not read. */
  readonly body?: string | object | null
  /** Default: 200. Null: no answer came. */
  readonly status?: number | null
  /** A string, or an object as JSON. */
  readonly answer?: unknown
  readonly answerHeaders?: Readonly<Record<string, string>>
  /** True if the emulator serves it. Default: true. */
  readonly isServed?: boolean
  /** The service's own name of the operation. */
  readonly servedAs?: string
  /** Null where none was accepted. */
  readonly credential?: string | null
  /** True if it arrived before the request before it was answered. */
  readonly overlaps?: boolean
  /** Seconds of the world since the request before it. */
  readonly after?: number
  readonly connection?: number
}

/** The credentials of a made run. */
export const madeCredentials: ClientCredentials = {
  clientId: 'client-1',
  clientSecret: 'client-secret-1',
  token: 'given-token-1',
  integrationToken: 'integration-token-1',
  apiKey: 'api-key-1',
  dsn: 'https://dsn-key-1@service.test/1',
}

/** The dialect of a made run. */
export const madeDialect: DialectFacts = {
  pageSize: { default: 2, largest: 100 },
  legacyPageSize: 2,
  accessTokensPath: '/access-tokens',
  expiresAt: 'rfc3339',
  toScope: (scope) => scope,
  issuesRefreshToken: true,
  toldLifetime: undefined,
  isLastPage: () => undefined,
  refusals: () => ({ unauthenticated: 401, forbidden: 403, refused: 400, unknown: 404 }),
  versions: ['1.13'],
  mcpPath: '/mcp',
}

/** The facts about a run that a test states beside its requests. */
export type MadeRun = Partial<Omit<WireRun, 'transcript'>> & {
  readonly cut?: boolean
  readonly outside?: readonly MadeRequest[]
}

/** Makes a run from requests in the order of their arrival. */
export function madeRun(
  requests: readonly MadeRequest[],
  { cut = false, outside = [], ...run }: MadeRun = {},
): WireRun {
  return {
    scenario: undefined,
    dialect: madeDialect,
    credentials: madeCredentials,
    transcript: { exchanges: toExchanges(requests), outside: toExchanges(outside), cut },
    ...run,
  }
}

function toExchanges(made: readonly MadeRequest[]): readonly ClientExchange[] {
  let moment = 0
  let startedAt = Date.UTC(2026, 0, 1)
  const arrived: number[] = []
  const answered: number[] = []
  // A request that overlaps arrives before the answer to those before it.
  for (let index = 0; index < made.length;) {
    let end = index + 1
    while (made[end]?.overlaps) end++
    for (let place = index; place < end; place++) arrived[place] = ++moment
    for (let place = index; place < end; place++) answered[place] = ++moment
    index = end
  }
  return made.map((request, index) => {
    startedAt += (request.after ?? 0) * 1000
    return toExchange(request, { index: index + 1, arrived: arrived[index]!, answered: answered[index]!, startedAt })
  })
}

function toExchange(
  made: MadeRequest,
  place: Pick<ClientExchange, 'index' | 'arrived' | 'startedAt'> & { readonly answered: number },
): ClientExchange {
  const [method = '', address = ''] = made.line.split(' ')
  const question = address.indexOf('?')
  const { status = 200, authorization = 'Bearer acc_1', headers = {}, body = '', isServed = true } = made
  const isJson = typeof body === 'object' && body !== null
  const sent = {
    ...(authorization === null ? {} : { Authorization: authorization }),
    ...(isJson ? { 'Content-Type': 'application/json' } : {}),
    ...headers,
  }
  const path = question < 0 ? address : address.slice(0, question)
  const content = isJson ? { body: JSON.stringify(body) } : body === null ? { unread: 'refused' as const } : { body }
  const text = typeof made.answer === 'string' ? made.answer : JSON.stringify(made.answer ?? {})
  return {
    ...place,
    request: {
      operation: requestedOperation(method, { path, isServed }, madeDialect),
      method,
      url: address,
      headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value])),
      ...(content.body === '' ? {} : content),
    },
    response:
      status === null ? undefined : { status, headers: made.answerHeaders ?? {}, text, json: jsonOrUndefined(text) },
    durationMs: 0,
    answered: status === null ? undefined : place.answered,
    afterMs: place.arrived,
    path,
    search: question < 0 ? '' : address.slice(question),
    connection: made.connection,
    isServed,
    servedAs: made.servedAs,
    credential: made.credential ?? undefined,
  }
}

/** A request for a token by client credentials, and its answer. */
export function madeToken(accessToken = 'acc_1', refreshToken: string | undefined = 'ref_1'): MadeRequest {
  return {
    ...tokenForm({ grant_type: 'client_credentials', client_id: 'client-1', client_secret: 'client-secret-1' }),
    answer: { access_token: accessToken, token_type: 'Bearer', expires_in: 3600, refresh_token: refreshToken },
  }
}

/** A refresh, and its answer. */
export function madeRefresh(sent: string, accessToken: string, refreshToken?: string): MadeRequest {
  return {
    ...tokenForm({
      grant_type: 'refresh_token',
      refresh_token: sent,
      client_id: 'client-1',
      client_secret: 'client-secret-1',
    }),
    answer: { access_token: accessToken, token_type: 'Bearer', expires_in: 3600, refresh_token: refreshToken },
  }
}

/** A request to the token endpoint with a form. */
export function tokenForm(form: Readonly<Record<string, string>>): MadeRequest {
  return {
    line: 'POST /oauth/token',
    authorization: null,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  }
}
