// Addresses, media types and redirects (clauses 4 and 9).
import { type OperationId, operations, type ApiPart } from '../../catalogue/operations.ts'
import { pathMeant, segmentsOf } from '../../catalogue/operation-paths.ts'
import { type Phrase, phrase, quoted } from '../../conclusions/phrase.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import { type Destination, destinationOf } from '../evidence/destinations.ts'
import { addressOf, headerOf, jsonOf, queryOf } from '../evidence/read-request.ts'
import { namesIn } from '../evidence/requested-operation.ts'
import { isAfter, isRedirected, redirects, redirectsIn } from '../evidence/tokens.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import type { DialectFacts } from '../evidence/world-facts.ts'
import type { TaskName } from '../tasks/names.ts'
import {
  broken,
  type ClientCheck,
  clientLaw,
  each,
  judgeEach,
  kept,
  mediaTypeOf,
  neverDone,
  type WireRun,
  wrong,
  type WrongRequest,
} from './law.ts'

/** No request loses the path of the base URL. */
export const baseUrl: ClientCheck = clientLaw({
  id: 'client.base-url',
  trap: 'The base URL has a path of its own, and the client sends a request.',
  judge({ transcript: { requests, outside } }) {
    const [at] = outside
    if (!at) return requests.length === 0 ? neverDone(phrase`No request came`) : kept
    const expected = phrase`a path that begins with the path of the base URL`
    return broken({ expected, got: phrase`${at.method} ${at.path} without it`, fact: { kind: 'path', at } }, outside)
  },
})

/** The paths of a part of the API. */
interface PathRule {
  readonly id: ClientRequirementId
  readonly trap: string
  /** The message for a client that sends no such request. */
  readonly why: Phrase
  readonly kinds: readonly Destination['kind'][]
  /** The tasks that send such requests. */
  readonly tasks: readonly TaskName[]
  /** The operations that an unknown path may be meant for. */
  readonly operations: readonly OperationId[]
}

const operationsOf = (part: ApiPart): readonly OperationId[] =>
  operations.filter((operation) => operation.part === part).map(({ id }) => id)

const rules: readonly PathRule[] = [
  {
    id: 'client.versioned-paths',
    trap: 'The client sends a request to the versioned API.',
    why: phrase`No request came to the versioned API`,
    kinds: ['list', 'configuration', 'versioned'],
    tasks: ['list-environments', 'walk-products', 'walk-products-back', 'get-configuration', 'use-access-token'],
    operations: operationsOf('versioned'),
  },
  {
    id: 'client.legacy-paths',
    trap: 'The client sends a request to the legacy API.',
    why: phrase`No request came to the legacy API`,
    kinds: ['legacyRoot', 'legacyProjects', 'legacyList'],
    tasks: ['list-projects', 'walk-groups', 'walk-events', 'poll-events'],
    operations: operationsOf('legacy'),
  },
  {
    id: 'client.unversioned-paths',
    trap: 'The client sends a request to the token endpoint or to the Services API.',
    why: phrase`No request came to the token endpoint or to the Services API`,
    kinds: ['token', 'capabilities', 'command'],
    tasks: ['get-token', 'invoke', 'capabilities'],
    operations: ['oauth.token', 'services.invoke', 'services.capabilities'],
  },
]

/** Unknown paths: a missing, superfluous or wrong version, and the slash of legacy paths. */
export const pathLaws: readonly ClientCheck[] = rules.map(({ id, trap, why, kinds, tasks, operations: ids }) => {
  const meant = (request: ReceivedRequest, run: WireRun) =>
    isUnknown(request, run) ? meantBy(`/${request.path}`, ids, run.dialect) : undefined
  const isServed = (request: ReceivedRequest, run: WireRun) =>
    kinds.includes(destinationOf(request, run.dialect).kind) && !isUnknown(request, run)
  return clientLaw({
    id,
    trap,
    met: { tasks },
    judge: each(
      (run) => run.transcript.requests.filter((request) => isServed(request, run) || meant(request, run) !== undefined),
      why,
      (request, run) => {
        const wanted = meant(request, run)
        return wanted === undefined ? undefined : wrong.path(request, wanted)
      },
    ),
  })
})

/** The documented path that an unknown path seems to mean: what comes before its end, or lacks there, is wrong. */
function meantBy(path: string, ids: readonly OperationId[], dialect: DialectFacts): string | undefined {
  const names = namesIn(dialect)
  const meant = pathMeant(path, ids, names)
  if (!ids.includes('products.list')) return meant
  // Clause 4.4 has `pulse` before catalogs alone, where it is easily left out.
  const parts = segmentsOf(path)
  const place = parts.lastIndexOf('catalogs')
  const completed = parts.toSpliced(Math.max(place, 0), 0, 'pulse').map(encodeURIComponent)
  return pathMeant(completed.join('/'), ['products.list'], names) ?? meant
}

/** Returns true if the answer said that nothing is served at the path. */
function isUnknown(request: ReceivedRequest, { transcript, dialect }: WireRun): boolean {
  const { isServed, answer } = request
  if (isServed || !answer || isRedirected(request, transcript)) return false
  const { kind } = destinationOf(request, dialect)
  const isNotThere = [400, 404, 405, 410, dialect.refusals(undefined).unknown].includes(answer.status)
  return (kind === 'unknown' || kind === 'versioned') && isNotThere
}

/** Every body but a token request is JSON and says so. */
export const jsonBodies: ClientCheck = clientLaw({
  id: 'client.json-bodies',
  trap: 'The client sends a body, other than to the token endpoint.',
  met: { tasks: ['create-access-token', 'rename-access-token', 'invoke'] },
  judge: each(
    ({ transcript, dialect }) =>
      transcript.requests.filter(
        (request) =>
          request.body !== '' &&
          // The connect page is a form of the browser. A wrong path of the token endpoint is judged by its path.
          !['token', 'connect'].includes(destinationOf(request, dialect).kind) &&
          !segmentsOf(request.path).includes('oauth'),
      ),
    phrase`No request with a body came`,
    (request) => {
      if (mediaTypeOf(request) !== 'application/json')
        return wrong.header(request, 'content-type', phrase`Content-Type: application/json`)
      const isJson = request.body === undefined || jsonOf(request) !== undefined
      return isJson ? undefined : wrong.body(request, phrase`a body of JSON`)
    },
  ),
})

/** A redirect on the same origin is followed with the same credentials and, where it says so, the same method. */
export const redirectsFollowed: ClientCheck = clientLaw({
  id: 'client.redirects',
  trap: 'An answer redirects the client to another path of the same origin.',
  met: { scenarios: ['slash-redirect'] },
  judge({ transcript: { requests } }) {
    const pairs = new Map<ReceivedRequest, ReceivedRequest>()
    for (const from of redirectsIn(requests)) {
      const later = requests.filter((request) => isAfter(request, from) && redirects(from, request))
      const to = later.find((request) => lostQuery(from, request).length === 0) ?? later[0]
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

function redirectFault(from: ReceivedRequest, to: ReceivedRequest): WrongRequest | undefined {
  if (headerOf(from, 'authorization') !== undefined && headerOf(to, 'authorization') === undefined)
    return {
      ...wrong.header(to, 'authorization', phrase`the same Authorization header after the redirect`),
      got: phrase`none`,
    }
  const { answer } = from
  if ((answer?.status === 307 || answer?.status === 308) && to.method !== from.method)
    return {
      expected: phrase`${from.method} after ${answer.status}`,
      got: quoted(to.method),
      fact: { kind: 'method', at: to, wanted: from.method },
    }
  const lost = lostQuery(from, to)
  if (lost.length === 0) return undefined
  const pairs = { list: lost.map((pair) => pair.join('=')), between: ' and ' } as const
  const names = lost.map(([name]) => name)
  return wrong.query(
    to,
    names,
    'missing',
    phrase`the address that the redirect names, with ${pairs}`,
    phrase`${addressOf(to)}`,
  )
}

/** The parameters of the address that a redirect names which a request to its path does not have. */
function lostQuery(
  { answer }: ReceivedRequest,
  to: ReceivedRequest,
): readonly (readonly [name: string, value: string])[] {
  const named = queryOf({ search: /\?[^#]*/.exec(answer?.headers['location'] ?? '')?.[0] ?? '' })
  const sent = queryOf(to)
  return [...named].filter(([name, value]) => !sent.getAll(name).includes(value))
}
