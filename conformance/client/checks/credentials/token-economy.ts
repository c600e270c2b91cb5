// Checks of the number of tokens that a client asks for.
import { phrase } from '../../../conclusions/phrase.ts'
import { bearerOf, type IssuedTokens, isAfter, isCall, issuedTokens, isUnauthenticated } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import { type ClientCheck, defineClientCheck, except, kept, neverDone, type WireRun } from '../define-client-check.ts'
import { refusedRequests } from './expired-token.ts'
import { renewing } from './renewing.ts'

const concerns = except('list-projects', 'use-access-token', 'get-token')

/** The number of tokens, each used for one request, that shows a client asking for one with every request. */
const perRun = 3

/** The seconds before its end at which a client may already count a token as expired. */
const margin = 300

/** A token serves more than one request. */
export const tokenReused: ClientCheck = defineClientCheck({
  id: 'client.token-reused',
  requirement: 'client.token-reused',
  trap: 'The client sends three or more requests one after the other while its token holds.',
  // Each test of a watched client may make a client of its own, with a token of its own.
  concerns: (run) => run.task !== undefined && concerns(run),
  judge(run) {
    const { requests } = run.transcript
    const bearing = requests.filter((request) => isCall(request) && bearerOf(request) !== undefined)
    if (bearing.length < perRun) return neverDone(phrase`Fewer than three requests with a token came`)
    const needless = issuedTokens(run).filter((tokens, index, all) => {
      const before = all[index - 1]
      return before !== undefined && stillHolds(before, tokens.request, run)
    })
    // The first token is always needed.
    if (needless.length < perRun - 1) return kept
    const why = bearing.some((request) => isOutdated(request, run))
      ? phrase`as requests still came with the first one after it was renewed`
      : phrase`although none was refused`
    const evidence = needless.map(({ request }) => request)
    return {
      kind: 'broken',
      expected: phrase`one token for many requests`,
      got: phrase`${needless.length + 1} tokens for ${bearing.length} requests, ${why}`,
      fact: { kind: 'requestExtra', at: evidence.at(-1)!, count: evidence.length },
      evidence,
    }
  },
})

/** Returns true if a token was used with success, not refused, and not near its end when the next one was requested. */
function stillHolds({ accessToken, lifetime, request }: IssuedTokens, next: ReceivedRequest, run: WireRun): boolean {
  const uses = run.transcript.requests.filter((request) => bearerOf(request) === accessToken && isAfter(next, request))
  const accepted = uses.some(({ answer }) => answer !== undefined && answer.status < 400)
  if (!accepted || uses.some((use) => isUnauthenticated(use, run.dialect))) return false
  const holds = lifetime === undefined ? margin : lifetime - margin
  return (next.at - request.at) / 1000 < holds
}

/** Returns true if a request was refused with a token whose replacement its sender already had. */
function isOutdated(request: ReceivedRequest, run: WireRun): boolean {
  const issued = issuedTokens(run)
  const place = issued.findIndex(({ accessToken }) => accessToken === bearerOf(request))
  return (
    isUnauthenticated(request, run.dialect) &&
    place >= 0 &&
    issued.slice(place + 1).some((next) => isAfter(request, next.request))
  )
}

/** Observes several requests that meet an expired token at once. */
export const refreshOnce: ClientCheck = defineClientCheck({
  id: 'client.refresh-once',
  requirement: 'client.refresh-once',
  trap: 'Two or more requests that overlap are refused with the same expired token.',
  concerns,
  met: { scenarios: renewing },
  judge(run) {
    const issued = issuedTokens(run)
    const refused = refusedRequests(run, issued)
    const isTogether = (request: ReceivedRequest) =>
      refused.some((other) => other !== request && bearerOf(other) === bearerOf(request) && together(other, request))
    const first = refused.find(isTogether)
    if (!first) return neverDone(phrase`No two requests at a time met an expired token`)
    const herd = refused.filter((request) => bearerOf(request) === bearerOf(first) && isTogether(request))
    // The refusal of another token is a reason for one more.
    const others = refused.filter((request) => bearerOf(request) !== bearerOf(first))
    const isAfterAny = (request: ReceivedRequest, refusals: readonly ReceivedRequest[]) =>
      refusals.some((refusal) => isAfter(request, refusal))
    const renewals = issued
      .map(({ request }) => request)
      .filter((request) => isAfterAny(request, herd) && !isAfterAny(request, others))
    const needless = renewals.slice(1)
    return {
      kind: 'observed',
      remark: phrase`${herd.length} requests at a time were refused with the same token; ${renewals.length} new tokens followed.`,
      ...(needless.length > 0
        ? { fact: { kind: 'requestExtra', at: needless.at(-1)!, after: renewals[0]!, count: needless.length } as const }
        : {}),
      evidence: [...herd, ...renewals],
    }
  },
})

function together(receivedRequest: ReceivedRequest, other: ReceivedRequest): boolean {
  return !isAfter(receivedRequest, other) && !isAfter(other, receivedRequest)
}

/** Observes how a client gets a new token: by a refresh, or anew. */
export const refreshOrAnew: ClientCheck = defineClientCheck({
  id: 'client.refresh-or-anew',
  requirement: 'client.refresh-or-anew',
  trap: 'The client gets a second token where a refresh token was issued.',
  concerns,
  met: { scenarios: renewing },
  judge(run) {
    const issued = issuedTokens(run)
    const second = issued.find((tokens) =>
      issued.some(({ refreshToken, request }) => refreshToken !== undefined && isAfter(tokens.request, request)),
    )
    if (!second) return neverDone(phrase`No second token was requested where a refresh token was issued`)
    return {
      kind: 'observed',
      remark:
        second.exchanged === undefined
          ? phrase`The client asks anew with its credentials, and leaves its refresh token.`
          : phrase`The client refreshes its token.`,
      evidence: [second.request],
    }
  },
})

/** Observes whether new tokens come before the old one is refused. */
export const tokenEarly: ClientCheck = defineClientCheck({
  id: 'client.token-early',
  requirement: 'client.token-early',
  trap: 'The client gets a second token.',
  concerns,
  met: { scenarios: renewing },
  judge(run) {
    const issued = issuedTokens(run)
    if (issued.length < 2) return neverDone(phrase`No second token was issued`)
    const refused = refusedRequests(run, issued)
    const early = issued
      .slice(1)
      .filter(({ request }) => !refused.some((refusal) => isAfter(request, refusal) || together(request, refusal)))
    return {
      kind: 'observed',
      remark:
        early.length === 0
          ? phrase`The client waits for the refusal of its token before it gets a new one.`
          : phrase`The client got ${early.length} new token(s) before the old one was refused.`,
      evidence: early.map(({ request }) => request),
    }
  },
})
