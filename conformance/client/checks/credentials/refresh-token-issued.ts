import { phrase, quoted } from '../../../conclusions/phrase.ts'
import { formOf } from '../../evidence/read-request.ts'
import { bearerOf, isAfter, isRefresh, issuedTokens, type IssuedTokens, tokenRequests } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import {
  type ClientCheck,
  defineClientCheck,
  except,
  type WrongRequest,
  judgeEach,
  type WireRun,
} from '../define-client-check.ts'
import { renewing } from './renewing.ts'

const nothings = new Set(['', 'undefined', 'null', 'None', 'nil'])

/** A refresh sends the refresh token that was issued last. */
export const refreshTokenIssued: ClientCheck = defineClientCheck({
  id: 'client.refresh-token-issued',
  requirement: 'client.refresh-token-issued',
  trap: 'The client refreshes a token: after an answer without a refresh token, or a second time.',
  concerns: except('list-projects', 'use-access-token'),
  met: { scenarios: renewing },
  judge(run) {
    const issued = issuedTokens(run)
    return judgeEach(tokenRequests(run).filter(isRefresh), phrase`No token was refreshed`, (request) =>
      request.body === undefined ? undefined : faultOf(request, issued, run),
    )
  },
})

function faultOf(request: ReceivedRequest, issued: readonly IssuedTokens[], run: WireRun): WrongRequest | undefined {
  const sent = formOf(request).get('refresh_token') ?? ''
  const before = issued.filter((tokens) => isAfter(request, tokens.request))
  const last = before.findLast(({ refreshToken }) => refreshToken !== undefined)
  const expected = last
    ? phrase`the refresh token that was issued last, ${quoted(last.refreshToken)}`
    : phrase`no refresh, as no refresh token was issued`
  const got = phrase`refresh_token=${quoted(sent)}`
  const fact = { kind: 'credential', at: request, credential: 'refreshToken' } as const
  // A missing refresh token is a fault of the form, judged elsewhere.
  if (sent === '' && last) return undefined
  if (nothings.has(sent)) return { expected, got, fact }
  if (issued.some(({ accessToken }) => accessToken === sent))
    return { expected, got: phrase`${got}, an access token`, fact }
  if (before.some(({ refreshToken }) => refreshToken === sent)) {
    const successor = successorInUse(request, sent, before, run)
    if (!successor) return undefined
    const evidence = [successor.request, request]
    return {
      expected: phrase`its successor ${quoted(successor.refreshToken)}`,
      got: phrase`${got} again`,
      fact,
      evidence,
    }
  }
  // A watched client may have kept a refresh token from before.
  return run.task === undefined || run.transcript.cut ? undefined : { expected, got, fact }
}

/**
 * The tokens that took the place of a refresh token, where their access token was used before the request. Until then
 * the client may not have read them: a request of its own that runs beside may still send the old one.
 */
function successorInUse(
  request: ReceivedRequest,
  sent: string,
  before: readonly IssuedTokens[],
  { transcript }: WireRun,
): IssuedTokens | undefined {
  return before.find(
    (tokens) =>
      tokens.exchanged === sent &&
      tokens.refreshToken !== undefined &&
      tokens.refreshToken !== sent &&
      transcript.requests.some((other) => bearerOf(other) === tokens.accessToken && isAfter(request, other)),
  )
}
