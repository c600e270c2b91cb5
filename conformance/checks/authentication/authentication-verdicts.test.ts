import { expect, it } from 'vitest'
import { secrets } from '../../../testing/servers/right/service/service.ts'
import {
  type ServiceFault,
  lists,
  named,
  on,
  refusal,
  refuse,
  type TokenCase,
  verdictOf,
} from '../../../testing/servers/token-faults.ts'

/** Answers a path with a status, where the credential is one of these. */
const refuseAt =
  (path: RegExp, status: number, credential = /(?:)/): ServiceFault =>
  (request, next) =>
    path.test(new URL(request.url).pathname) && credential.test(request.headers.get('authorization') ?? '')
      ? Promise.resolve(refusal(status))
      : next(request)

const projects = /\/projects\/$/
const integrationToken = new RegExp(secrets.integrationToken)

/** Returns true if nobody's credentials are in a request. */
const isStranger = (request: Request): boolean => !request.headers.has('authorization')

/** A fault that begins when somebody without credentials has tried to revoke a token. */
function onceTried(fault: ServiceFault): ServiceFault {
  let isTried = false
  return (request, next) => {
    isTried ||= request.method === 'DELETE' && isStranger(request)
    return isTried ? fault(request, next) : next(request)
  }
}

/** No tokens of a week are left in the lists. */
const weeksAreOver = lists((tokens) => ({ results: tokens.filter((token) => !named('7d', '7db', 'like')(token)) }))

/** A service without the example of clause 4.4, whose target file names another path with an enum filter. */
const noResources: TokenCase = {
  fault: () => refuseAt(/\/resources$/, 404),
  target: { enumFilters: [{ path: '/1.13/environments', parameter: 'status', values: ['active'] }] },
}

it.each<readonly [check: string, verdict: string, what: string, tokenCase: TokenCase]>([
  [
    'auth.required.resources',
    'insufficientEvidence',
    'a token that may not list resources',
    { choices: { oauth: { lacks: ['resources:read'] } } },
  ],
  ['auth.required.resources', 'notApplicable', 'no resources', noResources],
  ['auth.invalid-bearer.resources', 'notApplicable', 'no resources', noResources],
  [
    'auth.legacy-required.groups',
    'blocked',
    'an integration token that may not list groups',
    { fault: () => refuseAt(/\/groups\/$/, 403, integrationToken) },
  ],
  [
    'auth.integration-token.projects',
    'insufficientEvidence',
    'an integration token without rights',
    { fault: () => refuseAt(projects, 403, integrationToken) },
  ],
  [
    'auth.integration-token.projects',
    'fail',
    'an integration token that is refused as any value is',
    { choices: { status: { stranger: 403 } }, fault: () => refuseAt(projects, 403, integrationToken) },
  ],
  [
    'auth.integration-token.projects',
    'blocked',
    'projects that are served to nobody',
    { fault: () => refuseAt(projects, 500) },
  ],
  ['auth.api-key.accepted', 'fail', 'a key that is refused', { fault: () => refuseAt(projects, 403, /^Basic/) }],
  [
    'auth.required.access-tokens-create',
    'fail',
    'a creation that is served to strangers and not done',
    {
      fault: () =>
        on('create', ({ request, sent, next }) =>
          isStranger(request) ? Response.json({ id: 'A'.repeat(27), ...sent }, { status: 201 }) : next(),
        ),
    },
  ],
  [
    'auth.required.access-tokens-revoke',
    'insufficientEvidence',
    'a clock that was moved, so that tokens of a week are over',
    { fault: () => onceTried(weeksAreOver) },
  ],
  [
    'auth.required.access-tokens-create',
    'pass',
    'no list after the attempts of strangers',
    { fault: () => onceTried(on('list', () => Response.json('busy'))) },
  ],
  [
    'auth.required.access-tokens-revoke',
    'pass',
    'a token that is still listed, and no room for another',
    { fault: () => refuse('create', 400, ({ sent }) => named('like')(sent)) },
  ],
])('%s ends with %s given %s', async (check, verdict, _what, tokenCase) => {
  expect(await verdictOf(check, tokenCase)).toBe(verdict)
})
