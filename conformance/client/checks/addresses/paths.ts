// Paths: below the base URL, with a version, with 0, or without (clauses 4 and 9).
import { placeOf } from '../../evidence/places.ts'
import { isRedirected } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import type { DialectFacts } from '../../evidence/world-facts.ts'
import {
  type ClientCheck,
  defineClientCheck,
  judgeEach,
  kept,
  notSprung,
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
        expected: 'a path that begins with the path of the base URL',
        got: `${lost.method} ${lost.path} without it`,
        evidence: outside,
      }
    return requests.length === 0 ? notSprung('no request came') : kept
  },
})

interface PathRule {
  readonly requirement: 'client.versioned-paths' | 'client.legacy-paths' | 'client.unversioned-paths'
  readonly trap: string
  /** Whether a path is as it should be. */
  readonly isRight: (request: ReceivedRequest, dialect: DialectFacts) => boolean
  /** What an unknown path seems to mean, as a documented path; undefined: nothing of this kind. */
  readonly meant: (path: string, dialect: DialectFacts) => string | undefined
}

const versionedKinds = new Set(['list', 'configuration', 'versioned'])
const legacyKinds = new Set(['legacyRoot', 'legacyProjects', 'legacyList'])
const unversionedKinds = new Set(['token', 'capabilities', 'command'])

/** The ends of paths, with what each means. A prefix before them, or its lack, is what is wrong. */
const versionedEnds = /\/(environments|resources|configurations\/[^/]+|(?:pulse\/)?catalogs\/[^/]+\/products)\/*$/
const legacyEnds = /\/(projects|projects\/[^/]+\/groups|issues\/[^/]+\/events)\/*$/
const unversionedEnds = /\/(oauth\/token|services\/[^/]+\/[^/]+)\/*$/

const rules: readonly PathRule[] = [
  {
    requirement: 'client.versioned-paths',
    trap: 'The client sends a request to the versioned API.',
    isRight: (request, dialect) => versionedKinds.has(placeOf(request, dialect).kind),
    meant: (path, { versions: [version] }) => {
      const end = versionedEnds.exec(path)?.[1]
      return end === undefined ? undefined : `/${version}/${end.replace(/^catalogs/, 'pulse/catalogs')}`
    },
  },
  {
    requirement: 'client.legacy-paths',
    trap: 'The client sends a request to the legacy API.',
    isRight: (request, dialect) => legacyKinds.has(placeOf(request, dialect).kind),
    meant: (path) => {
      const end = legacyEnds.exec(path)?.[1]
      return end === undefined ? undefined : `/0/${end}/`
    },
  },
  {
    requirement: 'client.unversioned-paths',
    trap: 'The client sends a request to the token endpoint or to the Services API.',
    isRight: (request, dialect) => unversionedKinds.has(placeOf(request, dialect).kind),
    meant: (path) => {
      const end = unversionedEnds.exec(path)?.[1]
      return end === undefined ? undefined : `/${end}`
    },
  },
]

/** What unknown paths show: a version that is missing, too much or another, and the slash of legacy paths. */
export const pathChecks: readonly ClientCheck[] = rules.map(({ requirement, trap, isRight, meant }) =>
  defineClientCheck({
    id: requirement,
    requirement,
    trap,
    concerns: () => true,
    judge: (run) => {
      const isServed = (request: ReceivedRequest) => isRight(request, run.dialect) && !isUnknown(request, run)
      const meantBy = (request: ReceivedRequest) =>
        isUnknown(request, run) ? meant(`/${request.path}`, run.dialect) : undefined
      return judgeEach(
        run.transcript.requests.filter((request) => isServed(request) || meantBy(request) !== undefined),
        trap.replace('The client sends a request', 'no request came').replace(/\.$/, ''),
        (request) => {
          const expected = meantBy(request)
          return expected === undefined ? undefined : { expected, got: `${request.method} ${request.path}` }
        },
      )
    },
  }),
)

/** Whether the answer said that nothing is served at the path. */
function isUnknown(request: ReceivedRequest, { transcript, dialect }: WireRun): boolean {
  const { operation, answer } = request
  if (operation !== undefined || !answer || isRedirected(request, transcript)) return false
  const { kind } = placeOf(request, dialect)
  return (kind === 'unknown' || kind === 'versioned') && unknownStatuses.has(answer.status)
}

const unknownStatuses = new Set([400, 404, 405, 410])
