// Addresses, media types and redirects (clauses 4 and 9).
import { type OperationId, operations, type ApiPart } from '../../catalogue/operations.ts'
import { pathMeant, decodedSegments } from '../../catalogue/operation-paths.ts'
import { type Phrase, phrase, jsonPhrase } from '../../conclusions/phrase.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import { type Destination, resolveDestination } from '../evidence/destinations.ts'
import { hasBody, bodyJson, queryParameters, type ClientExchange } from '../evidence/transcript.ts'
import { servedNames } from '../evidence/requested-operation.ts'
import { arrivedAfterAnswer, isRedirected, redirects, redirectedRequests } from '../evidence/tokens.ts'
import type { DialectFacts } from '../evidence/world-facts.ts'
import type { TaskName } from '../tasks/names.ts'
import type { ClientConclusion } from '../conclusions/client-conclusion.ts'
import {
  failed,
  type ClientCheck,
  clientLaw,
  judgeRequestsEach,
  judgeEach,
  passed,
  requestMediaType,
  notExercised,
  type WireRun,
  wrong,
} from './law.ts'

/** No request loses the path of the base URL. */
export const baseUrl: ClientCheck = clientLaw({
  id: 'client.base-url',
  trap: 'The base URL has a path, and the client sends a request.',
  judge({ transcript: { exchanges, outside } }) {
    const [at] = outside
    if (!at) return exchanges.length === 0 ? notExercised(phrase`No request came`) : passed
    const expected = phrase`a path that begins with the path of the base URL`
    return failed(
      { expected, got: phrase`${at.request.method} ${at.path} without it`, fact: { kind: 'path', at } },
      outside,
    )
  },
})

/** The paths of a part of the API. */
interface PathRule {
  readonly id: ClientRequirementId
  readonly trap: string
  /** The message for a client that sends no such request. */
  readonly why: Phrase
  /** The tasks that send such requests. */
  readonly tasks: readonly TaskName[]
  /** The operations that an unknown path may be meant for. */
  readonly operations: readonly (OperationId | 'versioned')[]
}

const partOperations = (part: ApiPart): readonly OperationId[] =>
  operations.filter((operation) => operation.part === part).map(({ id }) => id)

const rules: readonly PathRule[] = [
  {
    id: 'client.versioned-paths',
    trap: 'The client sends a request to the versioned API.',
    why: phrase`No request was sent to the versioned API`,
    tasks: ['list-environments', 'walk-products', 'walk-products-back', 'get-configuration', 'use-access-token'],
    operations: [...partOperations('versioned'), 'versioned'],
  },
  {
    id: 'client.legacy-paths',
    trap: 'The client sends a request to the legacy API.',
    why: phrase`No request was sent to the legacy API`,
    tasks: ['list-projects', 'walk-groups', 'walk-events', 'poll-events'],
    operations: partOperations('legacy'),
  },
  {
    id: 'client.unversioned-paths',
    trap: 'The client sends a request to the token endpoint or to the Services API.',
    why: phrase`No request was sent to the token endpoint or to the Services API`,
    tasks: ['get-token', 'invoke', 'capabilities'],
    operations: ['oauth.token', 'services.invoke', 'services.capabilities'],
  },
]

/** Unknown paths: a missing, superfluous or wrong version, and the slash of legacy paths. */
export const pathLaws: readonly ClientCheck[] = rules.map(({ id, trap, why, tasks, operations: places }) => {
  const ids = places.filter((place) => place !== 'versioned')
  const meant = (exchange: ClientExchange, run: WireRun) =>
    isUnknown(exchange, run) ? intendedPath(`/${exchange.path}`, ids, run.dialect) : undefined
  const isServed = (exchange: ClientExchange, run: WireRun) =>
    places.some((place) => place === resolveDestination(exchange, run.dialect).operation) && !isUnknown(exchange, run)
  return clientLaw({
    id,
    trap,
    met: { tasks },
    judge: judgeRequestsEach(
      (run) =>
        run.transcript.exchanges.filter((exchange) => isServed(exchange, run) || meant(exchange, run) !== undefined),
      why,
      (exchange, run) => {
        const wanted = meant(exchange, run)
        return wanted === undefined ? undefined : wrong.path(exchange, wanted)
      },
    ),
  })
})

/** The documented path that an unknown path is probably meant for: they differ before the end. */
function intendedPath(path: string, ids: readonly OperationId[], dialect: DialectFacts): string | undefined {
  const names = servedNames(dialect)
  const meant = pathMeant(path, ids, names)
  if (!ids.includes('products.list')) return meant
  // Clause 4.4 has `pulse` only in front of catalogs, where it is easily forgotten.
  const parts = decodedSegments(path)
  const place = parts.lastIndexOf('catalogs')
  const completed = parts.toSpliced(Math.max(place, 0), 0, 'pulse').map(encodeURIComponent)
  return pathMeant(completed.join('/'), ['products.list'], names) ?? meant
}

/** Returns true if the answer says that nothing is served at the path. */
function isUnknown(exchange: ClientExchange, { transcript, dialect }: WireRun): boolean {
  const { isServed, response } = exchange
  if (isServed || !response || isRedirected(exchange, transcript)) return false
  const { operation } = resolveDestination(exchange, dialect)
  const isNotThere = [400, 404, 405, 410, dialect.refusals(undefined).unknown].includes(response.status)
  return (operation === undefined || operation === 'versioned') && isNotThere
}

const takesForm = ({ operation }: Destination): boolean =>
  operation === 'oauth.token' || operation === 'connect.browser'

/** Every body but a token request is JSON and says so. */
export const jsonBodies: ClientCheck = clientLaw({
  id: 'client.json-bodies',
  trap: 'The client sends a body, other than to the token endpoint.',
  met: { tasks: ['create-access-token', 'rename-access-token', 'invoke'] },
  judge: judgeRequestsEach(
    ({ transcript, dialect }) =>
      transcript.exchanges.filter(
        (exchange) =>
          hasBody(exchange.request) &&
          // The connect page is submitted by the browser. A wrong path of the token endpoint is judged by the laws of
          // paths.
          !takesForm(resolveDestination(exchange, dialect)) &&
          !decodedSegments(exchange.path).includes('oauth'),
      ),
    phrase`No request with a body was sent`,
    (exchange) => {
      if (requestMediaType(exchange) !== 'application/json')
        return wrong.header(exchange, 'content-type', phrase`Content-Type: application/json`)
      const isJson = exchange.request.unread !== undefined || bodyJson(exchange) !== undefined
      return isJson ? undefined : wrong.body(exchange, phrase`a body of JSON`)
    },
  ),
})

/** A redirect on the same origin is followed with the same credentials and, after 307 and 308, the same method. */
export const redirectsFollowed: ClientCheck = clientLaw({
  id: 'client.redirects',
  trap: 'An answer redirects the client to another path of the same origin.',
  met: { scenarios: ['slash-redirect'] },
  judge({ transcript: { exchanges } }) {
    const pairs = new Map<ClientExchange, ClientExchange>()
    for (const from of redirectedRequests(exchanges)) {
      const later = exchanges.filter((exchange) => arrivedAfterAnswer(exchange, from) && redirects(from, exchange))
      const to = later.find((exchange) => droppedQuery(from, exchange).length === 0) ?? later[0]
      if (to) pairs.set(to, from)
    }
    return judgeEach(
      [...pairs],
      phrase`No redirect was followed`,
      ([to, from]) => {
        const fault = redirectFault(from, to)
        return fault && { ...fault, evidence: [from, to] }
      },
      ([to]) => to,
    )
  },
})

function redirectFault(from: ClientExchange, to: ClientExchange): ClientConclusion | undefined {
  if (from.request.headers['authorization'] !== undefined && to.request.headers['authorization'] === undefined)
    return {
      ...wrong.header(to, 'authorization', phrase`the same Authorization header after the redirect`),
      got: phrase`none`,
    }
  const { response } = from
  if ((response?.status === 307 || response?.status === 308) && to.request.method !== from.request.method)
    return {
      verdict: 'fail',
      expected: phrase`${from.request.method} after ${response.status}`,
      got: jsonPhrase(to.request.method),
      fact: { kind: 'method', at: to, wanted: from.request.method },
    }
  const lost = droppedQuery(from, to)
  if (lost.length === 0) return undefined
  const pairs = { list: lost.map((pair) => pair.join('=')), between: ' and ' } as const
  const names = lost.map(([name]) => name)
  return wrong.query(
    to,
    names,
    'missing',
    phrase`the address that the redirect names, with ${pairs}`,
    phrase`${to.request.url}`,
  )
}

/** Query parameters of a redirect's Location that the request to its path lacks. */
function droppedQuery(
  { response }: ClientExchange,
  to: ClientExchange,
): readonly (readonly [name: string, value: string])[] {
  const named = queryParameters({ search: /\?[^#]*/.exec(response?.headers['location'] ?? '')?.[0] ?? '' })
  const sent = queryParameters(to)
  return [...named].filter(([name, value]) => !sent.getAll(name).includes(value))
}
