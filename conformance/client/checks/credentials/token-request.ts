import { formOf, headerOf, quoted } from '../../evidence/read-request.ts'
import { authorizationOf, isAfter, isRefresh, issuedTokens, tokenRequests } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import {
  type ClientCheck,
  defineClientCheck,
  except,
  type Fault,
  judgeEach,
  type WireRun,
} from '../define-client-check.ts'
import { mediaTypeOf } from '../media-type.ts'

const formType = 'application/x-www-form-urlencoded'

/** The exchange of client credentials is a form with all three members. */
export const tokenRequest: ClientCheck = defineClientCheck({
  id: 'client.token-request',
  requirement: 'client.token-request',
  trap: 'The client asks the token endpoint for a token by its client credentials.',
  concerns: except('list-projects', 'use-access-token'),
  judge: (run) =>
    judgeEach(
      tokenRequests(run).filter((request) => !isRefresh(request)),
      'no token was requested by client credentials',
      (request) => formFault(request, run, 'client_credentials'),
    ),
})

/** A refresh is a form with all four members. */
export const refreshRequest: ClientCheck = defineClientCheck({
  id: 'client.refresh-request',
  requirement: 'client.refresh-request',
  trap: 'The client refreshes a token at the token endpoint.',
  concerns: except('list-projects', 'use-access-token'),
  judge(run) {
    const refreshes = tokenRequests(run).filter(isRefresh)
    if (refreshes.length === 0 && !run.dialect.issuesRefreshToken)
      return { kind: 'declined', why: 'The service issues no refresh token.' }
    if (refreshes.length === 0 && asksAnew(run))
      return { kind: 'declined', why: 'The client asks anew with its credentials, and leaves its refresh token.' }
    return judgeEach(refreshes, 'no token was refreshed', (request) => formFault(request, run, 'refresh_token'))
  },
})

/** Whether a client got another token although it had a refresh token: clause 5.2 lets it choose. */
function asksAnew(run: WireRun): boolean {
  const issued = issuedTokens(run)
  return issued.some(({ request }) =>
    issued.some((before) => before.refreshToken !== undefined && isAfter(request, before.request)),
  )
}

/** The first thing that is wrong in a request to the token endpoint. */
function formFault(request: ReceivedRequest, run: WireRun, grant: string): Fault | undefined {
  if (request.method !== 'POST') return { expected: 'POST /oauth/token', got: `${request.method} /oauth/token` }
  const type = mediaTypeOf(request)
  if (type !== formType)
    return { expected: `Content-Type: ${formType}`, got: quoted(headerOf(request, 'content-type')) }
  if (request.body === undefined) return undefined
  const form = formOf(request)
  const wanted = { client_id: run.credentials.clientId, client_secret: run.credentials.clientSecret }
  if (form.get('grant_type') !== grant) return memberFault('grant_type', grant, request)
  // A refresh token that was never issued is for `client.refresh-token-issued` to judge.
  const wasIssued = issuedTokens(run).some(
    (tokens) => tokens.refreshToken !== undefined && isAfter(request, tokens.request),
  )
  if (grant === 'refresh_token' && wasIssued && !form.get('refresh_token'))
    return {
      expected: 'refresh_token=<refresh_token> in the form',
      got: quoted(form.get('refresh_token') ?? undefined),
    }
  for (const [name, value] of Object.entries(wanted)) {
    const sent = form.get(name)
    // A watched test may try wrong credentials on purpose.
    if (run.task === undefined ? !sent : sent !== value) return memberFault(name, value, request)
  }
  return undefined
}

function memberFault(name: string, value: string, request: ReceivedRequest): Fault {
  const sent = formOf(request).get(name) ?? undefined
  // RFC 6749 has this way, too, so a library may take it unless it is told otherwise.
  const isBasic = sent === undefined && name !== 'grant_type' && authorizationOf(request)?.scheme === 'basic'
  return {
    expected: `${name}=${value} in the form`,
    got: `${quoted(sent)}${isBasic ? ', and Authorization: Basic' : ''}`,
  }
}
