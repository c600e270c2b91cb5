import { phrase, quoted } from '../../../conclusions/phrase.ts'
import { formOf, headerOf } from '../../evidence/read-request.ts'
import { authorizationOf, isAfter, isRefresh, issuedTokens, tokenRequests } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import {
  type ClientCheck,
  defineClientCheck,
  except,
  type WrongRequest,
  judgeEach,
  type WireRun,
} from '../define-client-check.ts'
import { mediaTypeOf } from '../media-type.ts'
import { renewing } from './renewing.ts'

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
      phrase`No token was requested by client credentials`,
      (request) => formFault(request, run, 'client_credentials'),
    ),
})

/** A refresh is a form with all four members. */
export const refreshRequest: ClientCheck = defineClientCheck({
  id: 'client.refresh-request',
  requirement: 'client.refresh-request',
  trap: 'The client refreshes a token at the token endpoint.',
  concerns: except('list-projects', 'use-access-token'),
  met: { scenarios: renewing.filter((scenario) => scenario !== 'no-refresh-token') },
  judge(run) {
    const refreshes = tokenRequests(run).filter(isRefresh)
    if (refreshes.length === 0 && !run.dialect.issuesRefreshToken)
      return { kind: 'declined', cause: { kind: 'notOffered' }, why: phrase`The service issues no refresh token.` }
    if (refreshes.length === 0 && asksAnew(run))
      return {
        kind: 'declined',
        cause: { kind: 'otherWay' },
        why: phrase`The client asks anew with its credentials, and leaves its refresh token.`,
      }
    return judgeEach(refreshes, phrase`No token was refreshed`, (request) => formFault(request, run, 'refresh_token'))
  },
})

/** Returns true if a client got another token although it had a refresh token: clause 5.2 lets it choose. */
function asksAnew(run: WireRun): boolean {
  const issued = issuedTokens(run)
  return issued.some(({ request }) =>
    issued.some((before) => before.refreshToken !== undefined && isAfter(request, before.request)),
  )
}

/** The first thing that is wrong in a request to the token endpoint. */
function formFault(request: ReceivedRequest, run: WireRun, grant: string): WrongRequest | undefined {
  if (request.method !== 'POST')
    return {
      expected: phrase`POST /oauth/token`,
      got: phrase`${request.method} /oauth/token`,
      fact: { kind: 'method', at: request, wanted: 'POST' },
    }
  const type = mediaTypeOf(request)
  if (type !== formType)
    return {
      expected: phrase`Content-Type: ${formType}`,
      got: quoted(headerOf(request, 'content-type')),
      fact: { kind: 'header', at: request, name: 'content-type' },
    }
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
      expected: phrase`refresh_token=<refresh_token> in the form`,
      got: quoted(form.get('refresh_token') ?? undefined),
      fact: { kind: 'parameter', at: request, in: 'form', names: ['refresh_token'], fault: 'missing' },
    }
  for (const [name, value] of Object.entries(wanted)) {
    const sent = form.get(name)
    // A watched test may try wrong credentials on purpose.
    if (run.task === undefined ? !sent : sent !== value) return memberFault(name, value, request)
  }
  return undefined
}

function memberFault(name: string, value: string, request: ReceivedRequest): WrongRequest {
  const sent = formOf(request).get(name) ?? undefined
  // RFC 6749 has this way, too, so a library may take it unless it is told otherwise.
  const isBasic = sent === undefined && name !== 'grant_type' && authorizationOf(request)?.scheme === 'basic'
  return {
    expected: phrase`${name}=${value} in the form`,
    got: isBasic ? phrase`${quoted(sent)}, and Authorization: Basic` : quoted(sent),
    fact: {
      kind: 'parameter',
      at: request,
      in: 'form',
      names: [name],
      fault: sent === undefined ? 'missing' : 'value',
    },
  }
}
