// Refusals for lack of rights, services that lack what is requested, and what strangers seem to do to tokens.
import { itEnds } from '../../../testing/servers/ends.ts'
import { secrets } from '../../../testing/servers/right/service/service.ts'
import {
  lists,
  hasUse,
  answerOperation,
  refusal,
  refuse,
  type ServiceCase,
  type ServiceFault,
  faultyService,
} from '../../../testing/servers/token-faults.ts'

/** Answers a path with a status, where the credential is one of these. */
const refusePath =
  (path: RegExp, status: number, credential = /(?:)/): ServiceFault =>
  (request, next) =>
    path.test(new URL(request.url).pathname) && credential.test(request.headers.get('authorization') ?? '')
      ? Promise.resolve(refusal(status))
      : next(request)

const projects = /\/projects\/$/
const integrationToken = new RegExp(secrets.integrationToken)

/** A fault that begins when somebody without credentials has tried to revoke a token. */
function onceTried(fault: ServiceFault): ServiceFault {
  let isTried = false
  return (request, next, sleep) => {
    isTried ||= request.method === 'DELETE' && !request.headers.has('authorization')
    return isTried ? fault(request, next, sleep) : next(request)
  }
}

/** A service without the example of clause 4.4, whose target file names another path with an enum filter. */
const noResources: ServiceCase = {
  fault: refusePath(/\/resources$/, 404),
  target: { enumFilters: [{ path: '/1.13/environments', parameter: 'status', values: ['active'] }] },
}

itEnds(faultyService, [
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
    refusePath(/\/groups\/$/, 403, integrationToken),
  ],
  [
    'auth.integration-token.projects',
    'insufficientEvidence',
    'an integration token without rights',
    refusePath(projects, 403, integrationToken),
  ],
  [
    'auth.integration-token.projects',
    'fail',
    'an integration token that is refused as any value is',
    { choices: { status: { stranger: 403 } }, fault: refusePath(projects, 403, integrationToken) },
  ],
  ['auth.integration-token.projects', 'blocked', 'projects that are served to nobody', refusePath(projects, 500)],
  [
    'auth.required.access-tokens-revoke',
    'insufficientEvidence',
    'a clock that was moved, so that tokens of a week are over',
    onceTried(lists((tokens) => ({ results: tokens.filter((token) => !hasUse('7d', '7db', 'like')(token)) }))),
  ],
  [
    'auth.required.access-tokens-create',
    'pass',
    'no list after the attempts of strangers',
    onceTried(answerOperation('list', () => Response.json('busy'))),
  ],
  [
    'auth.required.access-tokens-revoke',
    'pass',
    'a token that is still listed, and no room for another',
    refuse('create', 400, ({ sent }) => hasUse('like')(sent)),
  ],
])
