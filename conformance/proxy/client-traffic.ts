// Judges a client by recorded traffic. Only the checks of requests apply, since there are no tasks or scenarios.
import type { OperationId } from '../catalogue/operations.ts'
import { decodedSegments } from '../catalogue/operation-paths.ts'
import { documentedOperation, requestedOperation } from '../client/evidence/requested-operation.ts'
import { readAuthorization } from '../client/evidence/tokens.ts'
import type { ClientExchange, Transcript } from '../client/evidence/transcript.ts'
import type { ClientCredentials, DialectFacts, RefusalStatuses } from '../client/evidence/world-facts.ts'
import { type ClientIdentity, type ClientReport, toClientReport } from '../client/judge/client-report.ts'
import { judgeWatched } from '../client/judge/judge-watched.ts'
import { Redaction } from '../client/judge/redaction.ts'
import type { RecordedExchange } from '../conclusions/exchange.ts'
import { withoutIds } from '../reading/id-forms.ts'
import { targetPathNames } from '../target/path-names.ts'
import type { Target } from '../target/target-file.ts'
import { type BaseUrl, splitBaseUrl, pathBelow } from './base-url.ts'
import { findSecrets } from './sent-secrets.ts'
import type { Traffic } from './traffic.ts'
import type { LearnedRefusals } from './twin-question.ts'

/** The traffic of a client, with options for judging it. */
export interface ClientTraffic extends Traffic {
  readonly target: Target
  readonly client: ClientIdentity
  /** The statuses of the service's refusals, if its twin knows them. */
  readonly refusals?: LearnedRefusals | undefined
}

/** The verdicts on a client, without secrets. */
export function judgeClientTraffic({
  target,
  client,
  exchanges,
  startedAt,
  unkept,
  refusals,
}: ClientTraffic): ClientReport {
  const dialect = trafficDialect(target, refusals)
  const transcript = toTranscript({ target, dialect, exchanges, startedAt, isCut: unkept > 0 })
  const issued = exchanges.flatMap((exchange) => findSecrets(exchange).map(([, secret]) => secret))
  const redaction = new Redaction()
  const results = judgeWatched({
    redaction,
    transcripts: transcript.exchanges.length === 0 && transcript.outside.length === 0 ? [] : [transcript],
    dialect,
    credentials: clientCredentials(target, transcript.exchanges),
    issued,
    reports: () => true,
  })
  // A command line may contain a secret.
  const text = (words: string) => redaction.text(words)
  return toClientReport({ name: text(client.name), command: client.command.map(text) }, results)
}

/**
 * The known facts about the dialect of a service. Only the tasks of a driver need the others; no check of requests
 * reads them.
 */
function trafficDialect(target: Target, learned: LearnedRefusals = () => usualRefusals): DialectFacts {
  const { version, accessTokens, mcp } = targetPathNames(target)
  return {
    pageSize: { default: 20, largest: 100 },
    legacyPageSize: 100,
    accessTokensPath: accessTokens,
    expiresAt: target.personalAccessTokens?.expiresAt ?? 'rfc3339',
    toScope: (scope) => scope,
    issuesRefreshToken: true,
    toldLifetime: undefined,
    isLastPage: () => undefined,
    refusals: (operation) => plainRefusals(operation === undefined ? usualRefusals : learned(operation as OperationId)),
    versions: [version],
    mcpPath: mcp,
  }
}

const usualRefusals: RefusalStatuses = { unauthenticated: 401, forbidden: 403, refused: 400, unknown: 404 }

/**
 * Refusals with the same status cannot be distinguished, because traffic does not show which credential was accepted.
 */
function plainRefusals(statuses: RefusalStatuses): RefusalStatuses {
  const { unauthenticated, ...others } = statuses
  return Object.values(others).includes(unauthenticated) ? { ...statuses, unauthenticated: 401 } : statuses
}

/**
 * The credentials that the client was given. Undeclared ones get a value that no request carries; an API key is
 * recognised by its scheme.
 */
function clientCredentials({ credentials = {} }: Target, exchanges: readonly ClientExchange[]): ClientCredentials {
  const { oauth, token, integrationToken, apiKey, dsn } = credentials
  return {
    clientId: oauth?.clientId ?? '<client_id>',
    clientSecret: oauth?.clientSecret ?? '<client_secret>',
    token: token ?? '<access_token>',
    integrationToken: integrationToken ?? '<integration_token>',
    apiKey: apiKey ?? sentApiKey(exchanges) ?? '<API_KEY>',
    dsn: dsn ?? '<DSN>',
  }
}

/** The user name of the first HTTP Basic on the legacy API. */
function sentApiKey(exchanges: readonly ClientExchange[]): string | undefined {
  for (const exchange of exchanges) {
    const sent = readAuthorization(exchange)
    if (sent?.scheme !== 'basic' || decodedSegments(exchange.path)[0] !== '0') continue
    try {
      const user = atob(sent.value).split(':')[0]
      if (user) return user
    } catch {
      // It is not base64 and cannot be read.
    }
  }
  return undefined
}

interface TranscribedTraffic extends Pick<Traffic, 'exchanges' | 'startedAt'> {
  readonly target: Target
  readonly dialect: DialectFacts
  readonly isCut: boolean
}

function toTranscript({ target, dialect, exchanges: all, startedAt, isCut }: TranscribedTraffic): Transcript {
  const base = splitBaseUrl(target.baseUrl)
  const served = servedForms(all, base)
  const exchanges: ClientExchange[] = []
  const outside: ClientExchange[] = []
  for (const exchange of all) {
    const { address, below } = splitAddress(exchange, base)
    const [, path = '/', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(below ?? address) ?? []
    // Other requests to the same origin are not for this API.
    if (below === undefined && !documentedOperation('HEAD', { path, isServed: false }, dialect)) continue
    const isServed = served.has(withoutIds(path))
    const { request, response } = exchange
    const operation = requestedOperation(request.method, { path, isServed }, dialect)
    const isAccepted = response !== undefined && response.status < 400
    const list = below === undefined ? outside : exchanges
    list.push({
      ...exchange,
      request: { ...request, operation, url: `${path}${search}` },
      index: list.length + 1,
      afterMs: exchange.startedAt - startedAt,
      path,
      search,
      isServed,
      servedAs: operation,
      credential: isAccepted && request.headers['authorization'] !== undefined ? 'sent' : undefined,
    })
  }
  return { exchanges, outside, cut: isCut }
}

/**
 * The address of an exchange without its origin, and its part below the path of the base URL if it begins with that.
 */
function splitAddress(
  { request }: RecordedExchange,
  { origin, path }: BaseUrl,
): { address: string; below?: string | undefined } {
  const address = request.url.slice(origin.length)
  return { address, below: pathBelow(address, path) }
}

/** Statuses that mean that a path, or an object with that id, does not exist. */
const unknownStatuses: ReadonlySet<number> = new Set([400, 404, 405, 410, 501])

/**
 * The forms of the paths that the service serves, including undocumented ones. A path that was answered once exists,
 * whatever it answers for other ids.
 */
function servedForms(exchanges: readonly RecordedExchange[], base: BaseUrl): ReadonlySet<string> {
  const answered = exchanges.filter(({ response }) => response !== undefined && !unknownStatuses.has(response.status))
  const places = answered.map((exchange) => splitAddress(exchange, base))
  return new Set(places.map(({ address, below = address }) => withoutIds(below.split('?')[0]!)))
}
