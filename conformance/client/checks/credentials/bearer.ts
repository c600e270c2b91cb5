import { phrase, quoted } from '../../../conclusions/phrase.ts'
import { tokenObject } from '../../../reading/token-answer.ts'
import { type Destination, destinationOf } from '../../evidence/destinations.ts'
import { answerJson, headerOf } from '../../evidence/read-request.ts'
import { authorizationOf, isCall, issuedTokens, isRedirected } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import { type ClientCheck, defineClientCheck, except, judgeEach, type WireRun } from '../define-client-check.ts'

/** The destinations that need no credential, or whose path is for others to judge. */
export const openDestinations: ReadonlySet<Destination['kind']> = new Set(['token', 'connect', 'legacyRoot', 'unknown'])

/** Every request to a protected endpoint carries a Bearer token, as it was issued. */
export const bearer: ClientCheck = defineClientCheck({
  id: 'client.bearer',
  requirement: 'client.bearer',
  trap: 'The client sends a request to a protected endpoint of the versioned API or the Services API.',
  concerns: except('list-projects', 'use-access-token', 'get-token'),
  judge(run) {
    const known = knownTokens(run)
    return judgeEach(protectedRequests(run), phrase`No request to a protected endpoint came`, (request) => {
      const sent = authorizationOf(request)
      const fact = { kind: 'credential', at: request, credential: 'accessToken' } as const
      if (sent === undefined || sent.scheme !== 'bearer' || sent.value === '')
        return {
          expected: phrase`Authorization: Bearer <access_token>`,
          got: quoted(headerOf(request, 'authorization')),
          fact,
        }
      // A watched test may send a wrong token on purpose; a task never asks for that.
      if (run.task === undefined || run.transcript.cut || known.has(sent.value)) return undefined
      return { expected: phrase`Authorization: Bearer with a token that was issued`, got: quoted(sent.value), fact }
    })
  },
})

/** Requests to protected endpoints, of the legacy API only where they carry a Bearer token or nothing. */
function protectedRequests(run: WireRun): readonly ReceivedRequest[] {
  return run.transcript.requests.filter((request) => {
    const { kind } = destinationOf(request, run.dialect)
    if (openDestinations.has(kind) || !isCall(request) || isRedirected(request, run.transcript)) return false
    if (kind !== 'legacyProjects' && kind !== 'legacyList') return true
    const sent = authorizationOf(request)
    return !(sent && ['basic', 'dsn'].includes(sent.scheme) && run.task === undefined)
  })
}

/** Every token that the client was given or issued, also by a request that lost the path of the base URL. */
function knownTokens(run: WireRun): ReadonlySet<string> {
  const { token, integrationToken } = run.credentials
  const issued = issuedTokens(run).map(({ accessToken }) => accessToken)
  return new Set([token, integrationToken, ...issued, ...run.transcript.outside.flatMap(issuedOutside)])
}

function issuedOutside(request: ReceivedRequest): readonly string[] {
  const token = tokenObject(answerJson(request))?.['access_token']
  return typeof token === 'string' ? [token] : []
}
