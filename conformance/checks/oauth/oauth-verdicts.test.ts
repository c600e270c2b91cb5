// Token endpoints that read forms oddly, and tokens that end, or are refused, for other reasons than a fault.
import { expect, it } from 'vitest'
import { itEnds } from '../../../testing/servers/ends.ts'
import {
  isClientGrantForm,
  ending,
  setFormMember,
  grantNumber,
  type OauthCase,
  type OauthFault,
  oauthService,
  refuseGrant,
} from '../../../testing/servers/oauth-faults.ts'
import { secrets } from '../../../testing/servers/right/service/service.ts'
import { runKit } from '../../../testing/conformance/subject.ts'
import { openService } from '../../../testing/servers/right/service/open-service.ts'
import { defineCheck } from '../../judge/define-check.ts'
import { checks } from '../checks.ts'
import { requestClientToken } from './oauth-tokens.ts'

const { clientId, clientSecret } = secrets
const answer = (status: number, message = 'No.') => Response.json({ message }, { status })

/** A Bearer value that the target file declares, and that is as good as a token of the client. */
const declared = 'Declared-Token-1'
const acceptDeclared = (...faults: readonly OauthFault[]): OauthCase => ({
  target: { credentials: { token: declared, oauth: { clientId, clientSecret } } },
  faults: [{ bearer: ({ bearer }) => (bearer === declared ? 'good' : undefined) }, ...faults],
})

/** Ends every token of the client once a value was sent that nobody issued. */
function endsAtNearMiss(): OauthFault {
  let seen = false
  return {
    bearer: ({ bearer, token }) => {
      seen ||= bearer.startsWith('at-') && !token
      return seen && token ? 'ended' : undefined
    },
  }
}

/** Ends a refresh token at the first wrong use, and does not look at the client beyond that. */
function endsAtWrongUse(): OauthFault {
  const spent = new Set<string>()
  return {
    form: ({ form }) => {
      const token = form.get('refresh_token')
      if (token === null) return form
      if (spent.has(token)) return answer(400)
      const isWrong = form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret
      if (isWrong) spent.add(token)
      return form.get('client_secret') === null ? form : setFormMember(form, 'client_id', clientId)
    },
  }
}

/** The answers of the Services API to a token of the client, and to another value. */
const services = (body: Response, other: Response): OauthCase => ({
  faults: [
    {
      bearer: ({ request, token: issued }) =>
        request.url.endsWith('/capabilities') ? (issued ? body : other).clone() : undefined,
    },
  ],
})

/** Knows no percent-encoding in forms, and refuses the client from then on. */
function refusingEscapes(): OauthFault {
  let isOver = false
  return {
    form: async ({ form, request }) => {
      isOver ||= (await request.clone().text()).includes('%5F')
      return isOver ? answer(400) : form
    },
  }
}

const refusing = (access_token: unknown): OauthFault => ({ refusal: (body) => ({ ...body, access_token }) })
const taking = (value: string): OauthFault => ({ bearer: ({ bearer }) => (bearer === value ? 'good' : undefined) })

itEnds(oauthService, [
  [
    'oauth.client-credentials.escaped',
    'blocked',
    'a client that is refused after an escape',
    { faults: [refusingEscapes()] },
  ],
  ['oauth.unversioned.path', 'blocked', 'no token anywhere', { faults: [refuseGrant()] }],
  ['oauth.secret-verified.wrong-secret', 'pass', 'refusals with an example', { faults: [refusing('example')] }],
  [
    'oauth.secret-verified.wrong-secret',
    'pass',
    'refusals with an empty token, and an accepted Bearer without a token',
    { faults: [refusing(''), taking('')] },
  ],
  // Each refused Bearer value counts; no check needs one beside its wrong forms.
  [
    'oauth.secret-verified.wrong-client',
    'pass',
    'an address that is blocked at the fifth failed log-in',
    { choices: { moods: { addressLock: 5 } } },
  ],
  [
    'oauth.token-works.bearer',
    'insufficientEvidence',
    'tokens that are answered as any value is',
    { choices: { status: { stranger: 403 } }, faults: [ending(() => true)] },
  ],
  [
    'oauth.token-works.services',
    'insufficientEvidence',
    'a refusal in words of its own',
    services(answer(401, 'You lack rights.'), answer(401)),
  ],
  [
    'oauth.token-works.services',
    'insufficientEvidence',
    'a refusal of another value by another status',
    services(answer(401), answer(404)),
  ],
  ['auth.invalid-bearer.client-token', 'notApplicable', 'no other token', {}],
  [
    'auth.invalid-bearer.client-token',
    'blocked',
    'a first token that works once, and no other that works',
    acceptDeclared(ending(({ count }, { uses }) => count > 1 || uses > 1)),
  ],
  [
    'auth.invalid-bearer.client-token',
    'insufficientEvidence',
    'tokens that end when one is nearly sent',
    acceptDeclared(endsAtNearMiss()),
  ],
  [
    'oauth.refresh-verified.made-up',
    'blocked',
    'no second token',
    { faults: [refuseGrant((asked) => isClientGrantForm(asked) && grantNumber(asked) > 1)] },
  ],
  [
    'oauth.refresh-secret-verified.wrong-secret',
    'fail',
    'a refresh token that ends at a wrong use, beside a client_id that is not read',
    { faults: [endsAtWrongUse()] },
  ],
])

it('does not blame the Services API for refusing a token that another request has ended', async () => {
  const only = 'oauth.token-works.services'
  const done = new Set<string>()
  const other = defineCheck({
    id: 'oauth.client-credentials.other',
    effect: 'read',
    needs: ['oauth'],
    after: ['oauth.token-works.bearer'],
    description: 'Gets tokens all the time.',
    run: async (session) => {
      while (!done.has(only)) await requestClientToken(session)
    },
  })
  let granted = Promise.withResolvers<void>()
  const { options, ...subject } = openService({
    oauth: { onlyLast: true },
    // The Services API answers after another token was issued.
    fault: async (request, next) => {
      if (request.url.endsWith('/capabilities')) await granted.promise
      const response = await next(request)
      if (!request.url.endsWith('/oauth/token')) return response
      granted.resolve()
      granted = Promise.withResolvers()
      return response
    },
  })
  const onResult = ({ check }: { readonly check: string }) => void done.add(check)
  const both = { checks: [...checks, other], only: [only, other.id] }
  const { results } = await runKit(subject, { ...options, ...both, onResult })
  expect(results.find(({ check }) => check === only)?.verdict).toBe('insufficientEvidence')
})
