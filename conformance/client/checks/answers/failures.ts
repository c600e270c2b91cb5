// Checks of a client after a failure: refusals, limits, outages and lost answers (clauses 7 and 8).
import { hasSeveralConnections } from '../../evidence/known-answers.ts'
import { addressOf } from '../../evidence/read-request.ts'
import { type Phrase, phrase } from '../../../conclusions/phrase.ts'
import { handedLinks, follows, legacyPages } from '../../evidence/links.ts'
import { destinationOf } from '../../evidence/destinations.ts'
import { isAfter, isCall, isSame } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import { type ClientCheck, defineClientCheck, kept, neverDone, type WireRun } from '../define-client-check.ts'

interface FailureKind {
  readonly requirement: 'client.rate-limits' | 'client.server-errors'
  readonly scenarios: readonly string[]
  readonly trap: string
  readonly why: Phrase
  readonly isFailed: (request: ReceivedRequest) => boolean
}

const failures: readonly FailureKind[] = [
  {
    requirement: 'client.rate-limits',
    scenarios: ['rate-limited-once', 'rate-limited-mid-walk', 'rate-limited-until-date', 'rate-limited-for-minutes'],
    trap: 'A read is refused with 429.',
    why: phrase`No read was refused with 429`,
    isFailed: ({ answer }) => answer?.status === 429,
  },
  {
    requirement: 'client.server-errors',
    scenarios: [
      'unavailable-once',
      'unavailable-until-date',
      'server-error-lasts',
      'server-error-lasts-mid-walk',
      'connection-dropped-on-read',
    ],
    trap: 'A read is answered with 5xx, or its connection is dropped.',
    why: phrase`No read failed with 5xx or a dropped connection`,
    isFailed: ({ answer, answered }) => (answer ? answer.status >= 500 : answered !== undefined),
  },
]

/** A read that failed is sent again, or the client reports an error: no page is lost. */
export const failureChecks: readonly ClientCheck[] = failures.map(({ requirement, scenarios, trap, why, isFailed }) =>
  defineClientCheck({
    id: requirement,
    requirement,
    trap,
    concerns: () => true,
    met: { scenarios },
    judge(run) {
      const { requests, cut } = run.transcript
      const failed = requests.filter(
        (request) => request.method === 'GET' && isCall(request) && isFailed(request) && !isPoll(request, run),
      )
      if (failed.length === 0) return neverDone(why)
      if (run.reported?.kind !== 'value' || cut) return kept
      const lost = failed.find((request) => !requests.some((other) => isSame(other, request) && isGood(other)))
      return lost
        ? {
            kind: 'broken',
            expected: phrase`${lost.method} ${addressOf(lost)} again, or an error`,
            got: phrase`a value without its answer`,
            fact: { kind: 'requestMissing', after: lost, what: 'again' },
            evidence: [lost],
          }
        : kept
    },
  }),
)

const isGood = ({ answer }: ReceivedRequest): boolean => answer !== undefined && answer.status < 400

/** Returns true if a request asks for what comes after the end of a list: nothing is lost with its answer. */
function isPoll(request: ReceivedRequest, run: WireRun): boolean {
  const page = legacyPages(run).find((page) => page.request === request)
  return page !== undefined && handedLinks(run).some((link) => link.results === false && follows(page, link))
}

/** A write whose answer was lost is not sent again blindly. */
export const writesOnce: ClientCheck = defineClientCheck({
  id: 'client.writes-once',
  requirement: 'client.writes-once',
  trap: 'A write was done, and its answer is lost or late.',
  concerns: () => true,
  met: { tasks: ['create-access-token', 'invoke'], scenarios: ['connection-dropped-after-write'] },
  judge(run) {
    const { requests } = run.transcript
    const lost = requests.filter((request) => isCreation(request, run) && isLost(request))
    if (lost.length === 0) return neverDone(phrase`No answer to a write was lost`)
    for (const first of lost) {
      // A task creates once; a watched client may create the same twice on purpose, from several threads.
      const isWatched = run.task === undefined
      const again = requests.find(
        (other) =>
          (isWatched ? isAfter(other, first) : other.arrived > first.arrived) &&
          isSame(other, first) &&
          other.body === first.body &&
          other.body !== '',
      )
      if (!again || (isWatched && hasSeveralConnections(again, requests))) continue
      const looked = requests.some(
        ({ method, arrived }) => method === 'GET' && arrived > first.arrived && arrived < again.arrived,
      )
      if (!looked)
        return {
          kind: 'broken',
          expected: phrase`an error, or a look whether the write was done`,
          got: phrase`${again.method} ${again.path} again`,
          fact: { kind: 'requestExtra', at: again, after: first, count: 1 },
          evidence: [first, again],
        }
    }
    return kept
  },
})

function isCreation(request: ReceivedRequest, { dialect }: WireRun): boolean {
  const { kind } = destinationOf(request, dialect)
  return request.method === 'POST' && ['accessTokens', 'command', 'legacyList'].includes(kind)
}

/** Returns true if a client cannot know the outcome of a request. A 503 says that nothing was done. */
function isLost({ answer, answered }: ReceivedRequest): boolean {
  return answer ? [502, 504].includes(answer.status) : answered !== undefined
}
