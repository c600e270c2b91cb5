import { addressOf } from '../../evidence/read-request.ts'
import { phrase } from '../../../conclusions/phrase.ts'
import {
  bearerOf,
  type IssuedTokens,
  isAfter,
  isCall,
  issuedTokens,
  isSame,
  isUnauthenticated,
  tokenRequests,
} from '../../evidence/tokens.ts'
import { mayKnowAnswer } from '../../evidence/known-answers.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import {
  type ClientCheck,
  defineClientCheck,
  except,
  type ClientConclusion,
  kept,
  neverDone,
  type WireRun,
} from '../define-client-check.ts'
import { renewing } from './renewing.ts'

/** The number of requests in a row with a dead token that still count as a retry. */
const patience = 2

/** A refused token leads to a new one, and the refused request is sent again. */
export const expiredToken: ClientCheck = defineClientCheck({
  id: 'client.expired-token',
  requirement: 'client.expired-token',
  trap: 'A request with a token from the token endpoint is refused, as the token has expired.',
  concerns: except('list-projects', 'use-access-token', 'get-token'),
  met: { scenarios: renewing },
  judge(run) {
    const issued = issuedTokens(run)
    const refused = refusedRequests(run, issued)
    if (refused.length === 0) return neverDone(phrase`No token was refused after it was issued`)
    return repeatedDead(refused, issued, run) ?? unanswered(refused, issued, run) ?? kept
  },
})

/**
 * The requests that were refused although their token was issued in this run. A service may use one status for expired
 * tokens and for tokens that lack a permission, which a new token does not give.
 */
export function refusedRequests(run: WireRun, issued: readonly IssuedTokens[]): readonly ReceivedRequest[] {
  if (run.scenario?.startsWith('error-bodies-')) return []
  // After a reset, a token of before is unknown, and may be issued once more.
  const wasIssued = (request: ReceivedRequest) =>
    issued.some((tokens) => tokens.accessToken === bearerOf(request) && isAfter(request, tokens.request))
  return run.transcript.requests.filter(
    (request) => isCall(request) && wasIssued(request) && isUnauthenticated(request, run.dialect),
  )
}

function repeatedDead(
  refused: readonly ReceivedRequest[],
  issued: readonly IssuedTokens[],
  { transcript: { requests, cut } }: WireRun,
): ClientConclusion | undefined {
  for (const first of refused) {
    const dead = refused.filter(
      (next) => next === first || (isSame(next, first) && isAfter(next, first) && !hasNewToken(next, first, issued)),
    )
    const chain: ReceivedRequest[] = []
    for (const next of dead) if (chain.every((last) => mayKnowAnswer(next, last, requests))) chain.push(next)
    // Of several requests at a time, each may come with the dead token once, and again with the new one.
    const renewed = requests.filter((other) => isSame(other, first) && hasNewToken(other, first, issued))
    const needless = cut ? dead.length : dead.length - Math.max(0, renewed.length - 1)
    if (chain.length > patience && needless > patience)
      return {
        kind: 'broken',
        expected: phrase`a new token after the refusal`,
        got: phrase`the same refused token ${chain.length} times`,
        fact: { kind: 'repeated', at: chain.at(-1)!, times: chain.length },
        evidence: chain,
      }
  }
  return undefined
}

/** A refusal that the client did nothing about, in a run that did not reach a value without it. */
function unanswered(
  refused: readonly ReceivedRequest[],
  issued: readonly IssuedTokens[],
  run: WireRun,
): ClientConclusion | undefined {
  const { requests, cut } = run.transcript
  if (cut || run.reported?.kind === 'value') return undefined
  const asked = tokenRequests(run)
  for (const request of refused) {
    const sentAgain = requests.some((other) => isSame(other, request) && hasNewToken(other, request, issued))
    // The request that came with a new token after a refusal: a second refusal is not an expiry.
    const isSecond = refused.some((first) => isSame(first, request) && hasNewToken(request, first, issued))
    if (sentAgain || isSecond) continue
    const attempts = asked.filter((token) => isAfter(token, request) || overlaps(token, request))
    const renewed = issued.find((tokens) => attempts.includes(tokens.request))
    const evidence = [request, ...attempts.slice(0, 1)]
    if (attempts.length === 0)
      return {
        kind: 'broken',
        expected: phrase`a request for a new token`,
        got: phrase`none after the refusal`,
        fact: { kind: 'requestMissing', after: request, what: 'token' },
        evidence,
      }
    if (renewed)
      return {
        kind: 'broken',
        expected: phrase`${request.method} ${addressOf(request)} again with the new token`,
        got: phrase`no such request`,
        fact: { kind: 'requestMissing', after: renewed.request, what: 'again' },
        evidence,
      }
  }
  return undefined
}

/**
 * Returns true if a request came after another one was refused, and with another token: of other bytes, or issued
 * since. An emulator whose data are led back issues the same bytes once more.
 */
function hasNewToken(later: ReceivedRequest, refused: ReceivedRequest, issued: readonly IssuedTokens[]): boolean {
  if (!isAfter(later, refused)) return false
  const token = bearerOf(later)
  if (token !== bearerOf(refused)) return true
  return issued.some(
    ({ accessToken, request }) => accessToken === token && isAfter(request, refused) && isAfter(later, request),
  )
}

function overlaps(receivedRequest: ReceivedRequest, other: ReceivedRequest): boolean {
  return !isAfter(receivedRequest, other) && !isAfter(other, receivedRequest)
}
