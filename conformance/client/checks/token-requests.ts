// Requests to the token endpoint: their form, and the refresh token that they send (clauses 2.3 and 4.1).
import { phrase, jsonPhrase } from '../../conclusions/phrase.ts'
import { formParameters, type ClientExchange } from '../evidence/transcript.ts'
import {
  readAuthorization,
  sentBearer,
  arrivedAfterAnswer,
  isRefreshRequest,
  issuedTokens,
  type IssuedTokens,
  tokenRequests,
} from '../evidence/tokens.ts'
import type { ClientConclusion } from '../conclusions/client-conclusion.ts'
import {
  type ClientCheck,
  clientLaw,
  judgeRequestsEach,
  nothings,
  requestMediaType,
  type WireRun,
  wrong,
} from './law.ts'

/** The scenarios in which a client needs a second token. */
export const renewing: readonly string[] = [
  'token-expires-at-request',
  'token-expires-mid-walk',
  'tokens-expire-often',
  'token-expires-under-concurrency',
  'refresh-refused',
  'no-refresh-token',
]

const formType = 'application/x-www-form-urlencoded'

/** The exchange of client credentials is a form with all three members. */
export const tokenRequest: ClientCheck = clientLaw({
  id: 'client.token-request',
  trap: 'The client requests a token from the token endpoint with its client credentials.',
  except: ['list-projects', 'use-access-token'],
  judge: judgeRequestsEach(
    (run) => tokenRequests(run).filter((exchange) => !isRefreshRequest(exchange)),
    phrase`No token was requested by client credentials`,
    (exchange, run) => formFault(exchange, run, 'client_credentials'),
  ),
})

const refreshRequests = (run: WireRun): readonly ClientExchange[] => tokenRequests(run).filter(isRefreshRequest)

/** A refresh is a form with all four members. */
export const refreshRequest: ClientCheck = clientLaw({
  id: 'client.refresh-request',
  trap: 'The client refreshes a token at the token endpoint.',
  except: ['list-projects', 'use-access-token'],
  met: { scenarios: renewing.filter((scenario) => scenario !== 'no-refresh-token') },
  judge: judgeRefreshes((exchange, run) => formFault(exchange, run, 'refresh_token')),
})

/** Judges each refresh. Clause 5.2 lets a client use its credentials again. */
function judgeRefreshes(
  faultOf: (exchange: ClientExchange, run: WireRun) => ClientConclusion | undefined,
): ClientCheck['judge'] {
  return (run) => {
    const isRefreshed = refreshRequests(run).length > 0
    if (!isRefreshed && !run.dialect.issuesRefreshToken)
      return {
        verdict: 'notApplicable',
        cause: { kind: 'notOffered' },
        remark: phrase`The service issues no refresh token.`,
      }
    if (!isRefreshed && asksAnew(run))
      return {
        verdict: 'notApplicable',
        cause: { kind: 'otherWay' },
        remark: phrase`The client uses its credentials again instead of its refresh token.`,
      }
    return judgeRequestsEach(refreshRequests, phrase`No token was refreshed`, faultOf)(run)
  }
}

/** Returns true if a client got another token although it had a refresh token: clause 5.2 lets it choose. */
function asksAnew(run: WireRun): boolean {
  return issuedTokens(run).some(({ exchange }) => hadRefreshToken(exchange, run))
}

const hadRefreshToken = (exchange: ClientExchange, run: WireRun): boolean =>
  issuedTokens(run).some((before) => before.refreshToken !== undefined && arrivedAfterAnswer(exchange, before.exchange))

/** The first fault of a request to the token endpoint. */
function formFault(exchange: ClientExchange, run: WireRun, grant: string): ClientConclusion | undefined {
  if (exchange.request.method !== 'POST') return wrong.method(exchange, 'POST', '/oauth/token')
  if (requestMediaType(exchange) !== formType)
    return wrong.header(exchange, 'content-type', phrase`Content-Type: ${formType}`)
  if (exchange.request.unread) return undefined
  const form = formParameters(exchange)
  if (form.get('grant_type') !== grant) return memberFault('grant_type', grant, exchange)
  // `client.refresh-token-issued` judges a refresh token that was never issued.
  if (grant === 'refresh_token' && hadRefreshToken(exchange, run) && !form.get('refresh_token'))
    return wrong.form(
      exchange,
      ['refresh_token'],
      'missing',
      phrase`refresh_token=<refresh_token> in the form`,
      jsonPhrase(form.get('refresh_token') ?? undefined),
    )
  const wanted = { client_id: run.credentials.clientId, client_secret: run.credentials.clientSecret }
  for (const [name, value] of Object.entries(wanted)) {
    const sent = form.get(name)
    // A watched test may try wrong credentials on purpose.
    if (run.task === undefined ? !sent : sent !== value) return memberFault(name, value, exchange)
  }
  return undefined
}

function memberFault(name: string, value: string, exchange: ClientExchange): ClientConclusion {
  const sent = formParameters(exchange).get(name) ?? undefined
  // RFC 6749 also allows Basic, and some libraries use it by default.
  const isBasic = sent === undefined && name !== 'grant_type' && readAuthorization(exchange)?.scheme === 'basic'
  const got = isBasic ? phrase`${jsonPhrase(sent)}, and Authorization: Basic` : jsonPhrase(sent)
  return wrong.form(
    exchange,
    [name],
    sent === undefined ? 'missing' : 'value',
    phrase`${name}=${value} in the form`,
    got,
  )
}

/** A refresh sends the refresh token that was issued most recently. */
export const refreshTokenIssued: ClientCheck = clientLaw({
  id: 'client.refresh-token-issued',
  trap: 'The client refreshes a token: after an answer without a refresh token, or a second time.',
  except: ['list-projects', 'use-access-token'],
  met: { scenarios: renewing },
  judge: judgeRefreshes((exchange, run) => (exchange.request.unread ? undefined : refreshFault(exchange, run))),
})

function refreshFault(exchange: ClientExchange, run: WireRun): ClientConclusion | undefined {
  const issued = issuedTokens(run)
  const sent = formParameters(exchange).get('refresh_token') ?? ''
  const before = issued.filter((tokens) => arrivedAfterAnswer(exchange, tokens.exchange))
  const last = before.findLast(({ refreshToken }) => refreshToken !== undefined)
  const expected = last
    ? phrase`the refresh token that was issued last, ${jsonPhrase(last.refreshToken)}`
    : phrase`no refresh, as no refresh token was issued`
  const got = phrase`refresh_token=${jsonPhrase(sent)}`
  const fault = wrong.credential(exchange, 'refreshToken', expected, got)
  // Another law judges a missing refresh token, which is a fault of the form.
  if (sent === '' && last) return undefined
  if (sent === '' || nothings.has(sent)) return fault
  if (issued.some(({ accessToken }) => accessToken === sent)) return { ...fault, got: phrase`${got}, an access token` }
  if (before.some(({ refreshToken }) => refreshToken === sent)) {
    const successor = successorInUse(exchange, sent, before, run)
    return (
      successor && {
        ...fault,
        expected: phrase`its successor ${jsonPhrase(successor.refreshToken)}`,
        got: phrase`${got} again`,
        evidence: [successor.exchange, exchange],
      }
    )
  }
  // A watched client may have kept a refresh token from before.
  return run.task === undefined || run.transcript.cut ? undefined : fault
}

/**
 * The tokens that replaced a refresh token, if their access token was used before the request. Until then the client
 * may not have read them, and a concurrent request may still send the old one.
 */
function successorInUse(
  exchange: ClientExchange,
  sent: string,
  before: readonly IssuedTokens[],
  { transcript }: WireRun,
): IssuedTokens | undefined {
  return before.find(
    (tokens) =>
      tokens.exchanged === sent &&
      tokens.refreshToken !== undefined &&
      tokens.refreshToken !== sent &&
      transcript.exchanges.some(
        (other) => sentBearer(other) === tokens.accessToken && arrivedAfterAnswer(exchange, other),
      ),
  )
}
