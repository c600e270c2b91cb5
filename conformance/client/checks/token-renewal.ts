// Token renewal: how a client reacts when its token expires, and how many tokens it requests (clause 5.2).
import { countPhrase, phrase } from '../../conclusions/phrase.ts'
import { mayKnowAnswer } from '../evidence/known-answers.ts'

import {
  sentBearer,
  type IssuedTokens,
  arrivedAfterAnswer,
  isCall,
  issuedTokens,
  sameRequest,
  isUnauthenticated,
  tokenRequests,
} from '../evidence/tokens.ts'
import type { ClientExchange } from '../evidence/transcript.ts'
import type { TaskName } from '../tasks/names.ts'
import type { ClientConclusion } from '../conclusions/client-conclusion.ts'
import { failed, type ClientCheck, clientLaw, passed, notExercised, type WireRun } from './law.ts'
import { renewing } from './token-requests.ts'

/** Tasks that get no access token from the token endpoint, or send no request with one. */
const withoutRenewal: readonly TaskName[] = ['list-projects', 'use-access-token', 'get-token']

/** The number of requests in a row with a dead token that still count as a retry. */
const mostRetries = 2

/** After a refusal, a client gets a new token and repeats the refused request. */
export const expiredToken: ClientCheck = clientLaw({
  id: 'client.expired-token',
  trap: 'A request with a token from the token endpoint is refused because the token has expired.',
  except: withoutRenewal,
  met: { scenarios: renewing },
  judge(run) {
    const issued = issuedTokens(run)
    const refused = refusedRequests(run, issued)
    if (refused.length === 0) return notExercised(phrase`No token was refused after it was issued`)
    return repeatedDead(refused, issued, run) ?? ignoredRefusal(refused, issued, run) ?? passed
  },
})

/**
 * The requests that were refused although their token was issued in this run. A service may use one status for expired
 * tokens and for tokens without permission; a new token helps only with the former.
 */
function refusedRequests(run: WireRun, issued: readonly IssuedTokens[]): readonly ClientExchange[] {
  if (run.scenario?.startsWith('error-bodies-')) return []
  // After a reset, earlier tokens are unknown and may be issued again.
  const wasIssued = (exchange: ClientExchange) =>
    issued.some(
      (tokens) => tokens.accessToken === sentBearer(exchange) && arrivedAfterAnswer(exchange, tokens.exchange),
    )
  return run.transcript.exchanges.filter(
    (exchange) => isCall(exchange) && wasIssued(exchange) && isUnauthenticated(exchange, run.dialect),
  )
}

function repeatedDead(
  refused: readonly ClientExchange[],
  issued: readonly IssuedTokens[],
  { transcript: { exchanges, cut } }: WireRun,
): ClientConclusion | undefined {
  for (const first of refused) {
    const dead = refused.filter(
      (next) =>
        next === first ||
        (sameRequest(next, first) && arrivedAfterAnswer(next, first) && !hasNewToken(next, first, issued)),
    )
    const chain: ClientExchange[] = []
    for (const next of dead) if (chain.every((last) => mayKnowAnswer(next, last, exchanges))) chain.push(next)
    // Concurrent requests may each be sent once with the dead token and again with the new one.
    const renewed = exchanges.filter((other) => sameRequest(other, first) && hasNewToken(other, first, issued))
    const needless = cut ? dead.length : dead.length - Math.max(0, renewed.length - 1)
    if (chain.length > mostRetries && needless > mostRetries)
      return failed(
        {
          expected: phrase`a new token after the refusal`,
          got: phrase`the same refused token ${chain.length} times`,
          fact: { kind: 'repeated', at: chain.at(-1)!, times: chain.length },
        },
        chain,
      )
  }
  return undefined
}

/** A refusal that the client ignored, in a run that reported no value without the refused request. */
function ignoredRefusal(
  refused: readonly ClientExchange[],
  issued: readonly IssuedTokens[],
  run: WireRun,
): ClientConclusion | undefined {
  const { exchanges, cut } = run.transcript
  if (cut || run.reported?.kind === 'value') return undefined
  const asked = tokenRequests(run)
  for (const exchange of refused) {
    const sentAgain = exchanges.some((other) => sameRequest(other, exchange) && hasNewToken(other, exchange, issued))
    // The request was repeated with a new token, so this second refusal is not an expiry.
    const isSecond = refused.some((first) => sameRequest(first, exchange) && hasNewToken(exchange, first, issued))
    if (sentAgain || isSecond) continue
    const attempts = asked.filter((token) => arrivedAfterAnswer(token, exchange) || areConcurrent(token, exchange))
    const renewed = issued.find((tokens) => attempts.includes(tokens.exchange))
    const evidence = [exchange, ...attempts.slice(0, 1)]
    if (attempts.length === 0)
      return {
        verdict: 'fail',
        expected: phrase`a request for a new token`,
        got: phrase`none after the refusal`,
        fact: { kind: 'requestMissing', after: exchange, what: 'token' },
        evidence,
      }
    if (renewed)
      return {
        verdict: 'fail',
        expected: phrase`${exchange.request.method} ${exchange.request.url} again with the new token`,
        got: phrase`no such request`,
        fact: { kind: 'requestMissing', after: renewed.exchange, what: 'again' },
        evidence,
      }
  }
  return undefined
}

/**
 * Returns true if a request was sent after another one was refused, with a new token: one with other bytes, or issued
 * since. An emulator whose data are reset issues the same bytes again.
 */
function hasNewToken(later: ClientExchange, refused: ClientExchange, issued: readonly IssuedTokens[]): boolean {
  if (!arrivedAfterAnswer(later, refused)) return false
  const token = sentBearer(later)
  if (token !== sentBearer(refused)) return true
  return issued.some(
    ({ accessToken, exchange }) =>
      accessToken === token && arrivedAfterAnswer(exchange, refused) && arrivedAfterAnswer(later, exchange),
  )
}

/** The number of tokens, each used for one request, that shows that a client requests a token for every request. */
const perRun = 3

/** The number of seconds before its expiry in which a client may already count a token as expired. */
const margin = 300

/** A token is used for more than one request. */
export const tokenReused: ClientCheck = clientLaw({
  id: 'client.token-reused',
  trap: 'The client sends three or more sequential requests while its token is valid.',
  // Each test of a watched client may create its own client, with its own token.
  isWatched: false,
  except: withoutRenewal,
  judge(run) {
    const { exchanges } = run.transcript
    const bearing = exchanges.filter((exchange) => isCall(exchange) && sentBearer(exchange) !== undefined)
    if (bearing.length < perRun)
      return notExercised(
        phrase`It takes ${countPhrase(perRun, 'request')} with one token, and this run had ${String(bearing.length)}`,
      )
    const needless = issuedTokens(run).filter((tokens, index, all) => {
      const before = all[index - 1]
      return before !== undefined && stillHolds(before, tokens.exchange, run)
    })
    // The first token is always needed.
    if (needless.length < perRun - 1) return passed
    const why = bearing.some((exchange) => isOutdated(exchange, run))
      ? phrase`as requests still came with the first one after it was renewed`
      : phrase`although none was refused`
    const evidence = needless.map(({ exchange }) => exchange)
    return {
      verdict: 'fail',
      expected: phrase`one token for many requests`,
      got: phrase`${countPhrase(needless.length + 1, 'token')} for ${countPhrase(bearing.length, 'request')}, ${why}`,
      fact: { kind: 'requestExtra', at: evidence.at(-1)!, count: evidence.length },
      evidence,
    }
  },
})

/**
 * Returns true if a token was used with success, not refused, and not about to expire when the next one was requested.
 */
function stillHolds({ accessToken, lifetime, exchange }: IssuedTokens, next: ClientExchange, run: WireRun): boolean {
  const uses = run.transcript.exchanges.filter(
    (exchange) => sentBearer(exchange) === accessToken && arrivedAfterAnswer(next, exchange),
  )
  const accepted = uses.some(({ response }) => response !== undefined && response.status < 400)
  if (!accepted || uses.some((use) => isUnauthenticated(use, run.dialect))) return false
  const holds = lifetime === undefined ? margin : lifetime - margin
  return (next.startedAt - exchange.startedAt) / 1000 < holds
}

/** Returns true if a request was refused with a token whose replacement its sender already had. */
function isOutdated(exchange: ClientExchange, run: WireRun): boolean {
  const issued = issuedTokens(run)
  const place = issued.findIndex(({ accessToken }) => accessToken === sentBearer(exchange))
  return (
    isUnauthenticated(exchange, run.dialect) &&
    place >= 0 &&
    issued.slice(place + 1).some((next) => arrivedAfterAnswer(exchange, next.exchange))
  )
}

/** Observes several requests that meet an expired token at once. */
export const refreshOnce: ClientCheck = clientLaw({
  id: 'client.refresh-once',
  trap: 'Two or more requests that overlap are refused with the same expired token.',
  except: withoutRenewal,
  met: { scenarios: renewing },
  judge(run) {
    const issued = issuedTokens(run)
    const refused = refusedRequests(run, issued)
    const isTogether = (exchange: ClientExchange) =>
      refused.some(
        (other) => other !== exchange && sentBearer(other) === sentBearer(exchange) && areConcurrent(other, exchange),
      )
    const first = refused.find(isTogether)
    if (!first) return notExercised(phrase`No two requests at a time met an expired token`)
    const herd = refused.filter((exchange) => sentBearer(exchange) === sentBearer(first) && isTogether(exchange))
    // The refusal of another token justifies one more request.
    const others = refused.filter((exchange) => sentBearer(exchange) !== sentBearer(first))
    const isAfterAny = (exchange: ClientExchange, refusals: readonly ClientExchange[]) =>
      refusals.some((refusal) => arrivedAfterAnswer(exchange, refusal))
    const renewals = issued
      .map(({ exchange }) => exchange)
      .filter((exchange) => isAfterAny(exchange, herd) && !isAfterAny(exchange, others))
    const needless = renewals.slice(1)
    return {
      verdict: 'observed',
      remark: phrase`${herd.length} requests at a time were refused with the same token; ${renewals.length} new tokens followed.`,
      ...(needless.length > 0
        ? { fact: { kind: 'requestExtra', at: needless.at(-1)!, after: renewals[0]!, count: needless.length } as const }
        : {}),
      evidence: [...herd, ...renewals],
    }
  },
})

function areConcurrent(exchange: ClientExchange, other: ClientExchange): boolean {
  return !arrivedAfterAnswer(exchange, other) && !arrivedAfterAnswer(other, exchange)
}
