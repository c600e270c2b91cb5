// How long a client waits after a refusal that says when to come again (clause 8; RFC 9110, 10.2.3).
import { phrase } from '../../../conclusions/phrase.ts'
import { hasSeveralConnections, mayKnowAnswer } from '../../evidence/known-answers.ts'
import { isSame } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import { type ClientCheck, defineClientCheck, kept, neverDone, type WireRun } from '../define-client-check.ts'

/** A refusal with Retry-After. */
interface Refusal {
  readonly request: ReceivedRequest
  readonly header: string
  /** The least time that a client may wait, in milliseconds. */
  readonly least: number
}

/** A client waits as long as Retry-After says before it sends a request again. */
export const retryAfterKept: ClientCheck = defineClientCheck({
  id: 'client.retry-after',
  requirement: 'client.retry-after',
  trap: 'A request is refused with 429 or 503 and Retry-After.',
  concerns: () => true,
  met: {
    scenarios: [
      'rate-limited-until-date',
      'rate-limited-once',
      'rate-limited-mid-walk',
      'unavailable-once',
      'unavailable-until-date',
      'rate-limited-for-minutes',
    ],
  },
  judge(run) {
    const refusals = run.transcript.requests.flatMap((request) => refusalOf(request) ?? [])
    if (refusals.length === 0) return neverDone(phrase`No answer with Retry-After came`)
    const repeated = refusals.flatMap((refusal) => {
      const again = nextOf(refusal.request, run)
      return again ? [{ ...refusal, again, waited: timeBetween(refusal.request, again) }] : []
    })
    const early = repeated.find(({ waited, least }) => waited < least)
    if (early)
      return {
        kind: 'broken',
        expected: phrase`${early.again.method} ${early.again.path} again not before Retry-After: ${early.header}`,
        got: phrase`the same request after ${Math.round(early.waited)} ms`,
        fact: { kind: 'waited', after: early.request, at: early.again, enough: false },
        evidence: [early.request, early.again],
      }
    return repeated.length > 0
      ? kept
      : {
          kind: 'declined',
          cause: { kind: 'otherWay' },
          why: phrase`The client did not come again after Retry-After.`,
        }
  },
})

/** What a timer and the rounding of a client's clock to whole seconds may take away, in milliseconds. */
const tolerance = { seconds: 100, date: 510 }

function refusalOf(request: ReceivedRequest): Refusal | undefined {
  const { answer, at } = request
  const header = answer?.headers['retry-after']
  if (header === undefined || (answer?.status !== 429 && answer?.status !== 503)) return undefined
  const isSeconds = /^\d+$/.test(header)
  const wait = isSeconds ? Number(header) * 1000 : Date.parse(header) - at
  return Number.isNaN(wait)
    ? undefined
    : { request, header, least: wait - (isSeconds ? tolerance.seconds : tolerance.date) }
}

/**
 * The request that repeats a refused one. Of a watched client it comes next: behind other requests it may be that of
 * another test, and of a client with several connections that of another thread.
 */
function nextOf(refused: ReceivedRequest, { task, transcript: { requests } }: WireRun): ReceivedRequest | undefined {
  // A refusal may come before the body is read.
  const repeats = (other: ReceivedRequest) =>
    isSame(other, refused) && (refused.body === undefined || other.body === refused.body)
  const later = requests.filter((other) => mayKnowAnswer(other, refused, requests))
  const again = task === undefined ? later[0] : later.find(repeats)
  if (!again || !repeats(again)) return undefined
  return task === undefined && hasSeveralConnections(again, requests) ? undefined : again
}

/** By the clock of the world, which a test may move, or by real time. */
function timeBetween(refused: ReceivedRequest, again: ReceivedRequest): number {
  return Math.max(again.at - refused.at, again.afterMs - refused.afterMs)
}
