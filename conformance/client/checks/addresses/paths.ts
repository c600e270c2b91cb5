// Paths: below the base URL, with a version, with 0, or without (clauses 4 and 9).
import { type OperationId, operations, type ApiPart } from '../../../catalogue/operations.ts'
import { pathMeant, segmentsOf } from '../../../catalogue/operation-paths.ts'
import { type Phrase, phrase } from '../../../conclusions/phrase.ts'
import { destinationOf } from '../../evidence/destinations.ts'
import { namesIn } from '../../evidence/requested-operation.ts'
import { isRedirected } from '../../evidence/tokens.ts'
import type { TaskName } from '../../tasks/names.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import type { DialectFacts } from '../../evidence/world-facts.ts'
import {
  type ClientCheck,
  defineClientCheck,
  judgeEach,
  kept,
  neverDone,
  type WireRun,
} from '../define-client-check.ts'

/** No request loses the path of the base URL. */
export const baseUrl: ClientCheck = defineClientCheck({
  id: 'client.base-url',
  requirement: 'client.base-url',
  trap: 'The base URL has a path of its own, and the client sends a request.',
  concerns: () => true,
  judge({ transcript: { requests, outside } }) {
    const [lost] = outside
    if (lost)
      return {
        kind: 'broken',
        expected: phrase`a path that begins with the path of the base URL`,
        got: phrase`${lost.method} ${lost.path} without it`,
        fact: { kind: 'path', at: lost },
        evidence: outside,
      }
    return requests.length === 0 ? neverDone(phrase`No request came`) : kept
  },
})

interface PathRule {
  readonly requirement: 'client.versioned-paths' | 'client.legacy-paths' | 'client.unversioned-paths'
  readonly trap: string
  /** The message for a client that sends no such request. */
  readonly why: Phrase
  /** True if a path is as it should be. */
  readonly isRight: (request: ReceivedRequest, dialect: DialectFacts) => boolean
  /** The tasks that send such requests. */
  readonly tasks: readonly TaskName[]
  /** The operations that an unknown path may be meant for. */
  readonly operations: readonly OperationId[]
}

const versionedKinds = new Set(['list', 'configuration', 'versioned'])
const legacyKinds = new Set(['legacyRoot', 'legacyProjects', 'legacyList'])
const unversionedKinds = new Set(['token', 'capabilities', 'command'])

const operationsOf = (part: ApiPart): readonly OperationId[] =>
  operations.filter((operation) => operation.part === part).map(({ id }) => id)

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

const rules: readonly PathRule[] = [
  {
    requirement: 'client.versioned-paths',
    trap: 'The client sends a request to the versioned API.',
    why: phrase`No request came to the versioned API`,
    isRight: (request, dialect) => versionedKinds.has(destinationOf(request, dialect).kind),
    tasks: ['list-environments', 'walk-products', 'walk-products-back', 'get-configuration', 'use-access-token'],
    operations: operationsOf('versioned'),
  },
  {
    requirement: 'client.legacy-paths',
    trap: 'The client sends a request to the legacy API.',
    why: phrase`No request came to the legacy API`,
    isRight: (request, dialect) => legacyKinds.has(destinationOf(request, dialect).kind),
    tasks: ['list-projects', 'walk-groups', 'walk-events', 'poll-events'],
    operations: operationsOf('legacy'),
  },
  {
    requirement: 'client.unversioned-paths',
    trap: 'The client sends a request to the token endpoint or to the Services API.',
    why: phrase`No request came to the token endpoint or to the Services API`,
    isRight: (request, dialect) => unversionedKinds.has(destinationOf(request, dialect).kind),
    tasks: ['get-token', 'invoke', 'capabilities'],
    operations: ['oauth.token', 'services.invoke', 'services.capabilities'],
  },
]

/** Checks of unknown paths: a missing, superfluous or wrong version, and the slash of legacy paths. */
export const pathChecks: readonly ClientCheck[] = rules.map(
  ({ requirement, trap, why, isRight, tasks, operations: ids }) =>
    defineClientCheck({
      id: requirement,
      requirement,
      trap,
      concerns: () => true,
      met: { tasks },
      judge: (run) => {
        const isServed = (request: ReceivedRequest) => isRight(request, run.dialect) && !isUnknown(request, run)
        const meant = (request: ReceivedRequest) =>
          isUnknown(request, run) ? meantBy(`/${request.path}`, ids, run.dialect) : undefined
        return judgeEach(
          run.transcript.requests.filter((request) => isServed(request) || meant(request) !== undefined),
          why,
          (request) => {
            const wanted = meant(request)
            if (wanted === undefined) return undefined
            return {
              expected: phrase`${wanted}`,
              got: phrase`${request.method} ${request.path}`,
              fact: { kind: 'path', at: request, wanted },
            }
          },
        )
      },
    }),
)

/** Returns true if the answer said that nothing is served at the path. */
function isUnknown(request: ReceivedRequest, { transcript, dialect }: WireRun): boolean {
  const { isServed, answer } = request
  if (isServed || !answer || isRedirected(request, transcript)) return false
  const { kind } = destinationOf(request, dialect)
  const isNotThere = unknownStatuses.has(answer.status) || answer.status === dialect.refusals(undefined).unknown
  return (kind === 'unknown' || kind === 'versioned') && isNotThere
}

const unknownStatuses = new Set([400, 404, 405, 410])
