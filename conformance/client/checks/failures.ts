// How a client handles refusals, limits, outages and lost answers (clauses 4, 7 and 8).
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import { resolveDestination, isLegacyList } from '../evidence/destinations.ts'
import { hasSeveralConnections, mayKnowAnswer } from '../evidence/known-answers.ts'
import { followsLink, handedLinks, legacyPages } from '../evidence/links.ts'

import { hasBody, type ClientExchange } from '../evidence/transcript.ts'
import { arrivedAfterAnswer, isCall, sameRequest, isUnauthenticated } from '../evidence/tokens.ts'
import { failed, type ClientCheck, clientLaw, passed, notExercised, type WireRun } from './law.ts'

interface FailureKind {
  readonly id: 'client.rate-limits' | 'client.server-errors'
  readonly scenarios: readonly string[]
  readonly trap: string
  readonly why: Phrase
  readonly isFailed: (exchange: ClientExchange) => boolean
}

const failures: readonly FailureKind[] = [
  {
    id: 'client.rate-limits',
    scenarios: ['rate-limited-once', 'rate-limited-mid-walk', 'rate-limited-until-date', 'rate-limited-for-minutes'],
    trap: 'A read is refused with 429.',
    why: phrase`No read was refused with 429`,
    isFailed: ({ response }) => response?.status === 429,
  },
  {
    id: 'client.server-errors',
    scenarios: [
      'unavailable-once',
      'unavailable-until-date',
      'server-error-lasts',
      'server-error-lasts-mid-walk',
      'connection-dropped-on-read',
    ],
    trap: 'A read is answered with 5xx, or its connection is dropped.',
    why: phrase`No read failed with 5xx or a dropped connection`,
    isFailed: ({ response, answered }) => (response ? response.status >= 500 : answered !== undefined),
  },
]

/** A client repeats a failed read or reports an error, so that no page is lost. */
export const failureLaws: readonly ClientCheck[] = failures.map(({ id, scenarios, trap, why, isFailed }) =>
  clientLaw({
    id,
    trap,
    met: { scenarios },
    judge(run) {
      const { exchanges, cut } = run.transcript
      const failedRequests = exchanges.filter(
        (exchange) =>
          exchange.request.method === 'GET' && isCall(exchange) && isFailed(exchange) && !isPoll(exchange, run),
      )
      if (failedRequests.length === 0) return notExercised(why)
      if (run.reported?.kind !== 'value' || cut) return passed
      const lost = failedRequests.find(
        (exchange) => !exchanges.some((other) => sameRequest(other, exchange) && isGood(other)),
      )
      if (!lost) return passed
      const expected = phrase`${lost.request.method} ${lost.request.url} again, or an error`
      const fact = { kind: 'requestMissing', after: lost, what: 'again' } as const
      return failed({ expected, got: phrase`a value without its answer`, fact }, [lost])
    },
  }),
)

const isGood = ({ response }: ClientExchange): boolean => response !== undefined && response.status < 400

/** Returns true if a request asks for records after the end of a list. Losing its answer loses nothing. */
function isPoll(exchange: ClientExchange, run: WireRun): boolean {
  const page = legacyPages(run).find((page) => page.exchange === exchange)
  return page !== undefined && handedLinks(run).some((link) => link.results === false && followsLink(page, link))
}

/** A client does not blindly repeat a write whose answer was lost. */
export const writesOnce: ClientCheck = clientLaw({
  id: 'client.writes-once',
  trap: 'A write was done, and its answer is lost or late.',
  met: {
    tasks: ['create-access-token', 'invoke'],
    scenarios: ['connection-dropped-after-write', 'gateway-timeout-after-write'],
  },
  judge(run) {
    const { exchanges } = run.transcript
    const lost = exchanges.filter((exchange) => isObjectCreation(exchange, run) && isOutcomeUnknown(exchange))
    if (lost.length === 0) return notExercised(phrase`No answer to a write was lost`)
    for (const first of lost) {
      // A task creates once. A watched client may create the same object twice on purpose, from several threads.
      const isWatched = run.task === undefined
      const again = exchanges.find(
        (other) =>
          (isWatched ? arrivedAfterAnswer(other, first) : other.arrived > first.arrived) &&
          sameRequest(other, first) &&
          hasSameBody(other, first) &&
          hasBody(other.request),
      )
      if (!again || (isWatched && hasSeveralConnections(again, exchanges))) continue
      const looked = exchanges.some(
        ({ request: { method }, arrived }) => method === 'GET' && arrived > first.arrived && arrived < again.arrived,
      )
      if (!looked)
        return failed(
          {
            expected: phrase`an error, or a look whether the write was done`,
            got: phrase`${again.request.method} ${again.path} again`,
            fact: { kind: 'requestExtra', at: again, after: first, count: 1 },
          },
          [first, again],
        )
    }
    return passed
  },
})

function isObjectCreation(exchange: ClientExchange, { dialect }: WireRun): boolean {
  const destination = resolveDestination(exchange, dialect)
  const { operation } = destination
  const isCreated = operation === 'access-tokens.list' || operation === 'services.invoke' || isLegacyList(destination)
  return exchange.request.method === 'POST' && isCreated
}

/** Returns true if the bodies of two requests are the same as far as they were read. */
function hasSameBody({ request }: ClientExchange, { request: other }: ClientExchange): boolean {
  return request.body === other.body && request.unread === other.unread
}

/** Returns true if a client cannot know the outcome of a request. A 503 says that nothing was done. */
function isOutcomeUnknown({ response, answered }: ClientExchange): boolean {
  return response ? [502, 504].includes(response.status) : answered !== undefined
}

/** A refusal with Retry-After. */
interface Refusal {
  readonly exchange: ClientExchange
  readonly header: string
  /** The shortest wait that passes, in milliseconds. */
  readonly least: number
}

/** A client waits as long as Retry-After says before it repeats a request. */
export const retryAfterKept: ClientCheck = clientLaw({
  id: 'client.retry-after',
  trap: 'A request is refused with 429 or 503 and Retry-After.',
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
    const refusals = run.transcript.exchanges.flatMap((exchange) => readRetryAfter(exchange) ?? [])
    if (refusals.length === 0) return notExercised(phrase`No answer with Retry-After was returned`)
    const repeated = refusals.flatMap((refusal) => {
      const again = findRepetition(refusal.exchange, run)
      return again ? [{ ...refusal, again, waited: elapsedTime(refusal.exchange, again) }] : []
    })
    const early = repeated.find(({ waited, least }) => waited < least)
    if (early)
      return failed(
        {
          expected: phrase`${early.again.request.method} ${early.again.path} again not before Retry-After: ${early.header}`,
          got: phrase`the same request after ${Math.round(early.waited)} ms`,
          fact: { kind: 'waited', after: early.exchange, at: early.again, enough: false },
        },
        [early.exchange, early.again],
      )
    return repeated.length > 0
      ? passed
      : {
          verdict: 'notApplicable',
          cause: { kind: 'otherWay' },
          remark: phrase`The client did not retry after Retry-After.`,
        }
  },
})

/** The milliseconds by which a client may return early: timers are inexact, and dates have whole seconds. */
const tolerance = { seconds: 100, date: 510 }

function readRetryAfter(exchange: ClientExchange): Refusal | undefined {
  const { response, startedAt: at } = exchange
  const header = response?.headers['retry-after']
  if (header === undefined || (response?.status !== 429 && response?.status !== 503)) return undefined
  const isSeconds = /^\d+$/.test(header)
  const wait = isSeconds ? Number(header) * 1000 : Date.parse(header) - at
  return Number.isNaN(wait)
    ? undefined
    : { exchange, header, least: wait - (isSeconds ? tolerance.seconds : tolerance.date) }
}

/**
 * The request that repeats a refused one. For a watched client, only the next request counts: a later one may belong to
 * another test and, if the client has several connections, to another thread.
 */
function findRepetition(
  refused: ClientExchange,
  { task, transcript: { exchanges } }: WireRun,
): ClientExchange | undefined {
  // A service may refuse a request before it reads the body.
  const repeats = (other: ClientExchange) =>
    sameRequest(other, refused) && (refused.request.unread !== undefined || hasSameBody(other, refused))
  const later = exchanges.filter((other) => mayKnowAnswer(other, refused, exchanges))
  const again = task === undefined ? later[0] : later.find(repeats)
  if (!again || !repeats(again)) return undefined
  return task === undefined && hasSeveralConnections(again, exchanges) ? undefined : again
}

/** The time between two requests in milliseconds: by the world's clock, which a test may move, or by real time. */
function elapsedTime(refused: ClientExchange, again: ClientExchange): number {
  return Math.max(again.startedAt - refused.startedAt, again.afterMs - refused.afterMs)
}

/** Observes whether a client repeats a refused request unchanged. */
export const badRequestRepeated: ClientCheck = clientLaw({
  id: 'client.bad-request-repeated',
  trap: 'A request is refused with 400, or with the status for invalid input.',
  judge({ transcript: { exchanges }, dialect }) {
    const refused = exchanges.filter((exchange) => {
      const statuses = [400, 422, dialect.refusals(exchange.servedAs).refused]
      return statuses.includes(exchange.response?.status ?? 0) && !isUnauthenticated(exchange, dialect)
    })
    if (refused.length === 0) return notExercised(phrase`No request was refused with 400`)
    const again = exchanges.filter((exchange) =>
      refused.some(
        (first) => arrivedAfterAnswer(exchange, first) && sameRequest(exchange, first) && hasSameBody(exchange, first),
      ),
    )
    return {
      verdict: 'observed',
      remark:
        again.length === 0
          ? phrase`The client does not repeat a request that was refused with 400.`
          : phrase`The client repeated a request that was refused with 400, ${again.length} time(s).`,
      evidence: [...refused, ...again.filter((exchange) => !refused.includes(exchange))],
    }
  },
})
