import { expect, it } from 'vitest'
import { product } from '../../../testing/product/product.ts'
import { deviatingSubject, runKit } from '../../../testing/selftest/subject.ts'
import {
  all,
  byTokenSecret,
  type ServiceFault,
  named,
  on,
  refuse,
  show,
  type Token,
  type TokenCase,
  verdictOf,
} from '../../../testing/servers/token-faults.ts'

/** Shows tokens otherwise at their creation and in the list. */
const changed = (change: (token: Token) => Token): ServiceFault => all(show('create', change), show('list', change))

const scopesOf = ({ scopes }: Token) => scopes as readonly string[]
const withScope = (token: Token): Token => ({ ...token, scopes: [...scopesOf(token), 'more'] })
const withScopeWhen = (when: (token: Token) => boolean) => (token: Token) => (when(token) ? withScope(token) : token)
const isShort = named('7d', '7db')

/** Accepts a creation without a member, or with null as one, and shows the member as it is told. */
const fillIn = (use: string, filled: Token, after: Token = {}): ServiceFault =>
  on('create', async ({ request, sent, next, send }) => {
    if (!named(use)(sent)) return await next()
    const response = await send(new Request(request, { method: 'POST', body: JSON.stringify({ ...sent, ...filled }) }))
    return Response.json({ ...((await response.json()) as Token), ...after }, { status: response.status })
  })

/** Answers the secrets of tokens as it answers a value that was never issued. */
const unclear: ServiceFault = async (request, next) => {
  const isKnown = !byTokenSecret({ request }) && !request.headers.get('authorization')?.includes('never-issued')
  return isKnown ? await next(request) : Response.json({}, { status: 403 })
}

it.each<readonly [string, string, string, TokenCase]>([
  ['pat.record.id', 'pass', 'bare ids', {}],
  ['pat.record.scopes', 'pass', 'a service', {}],
  ['pat.record.scopes', 'insufficientEvidence', 'one more scope of each', { fault: () => changed(withScope) }],
  ['pat.record.scopes', 'fail', 'one more scope of the second', { fault: () => changed(withScopeWhen(isShort)) }],
  [
    'pat.record.scopes',
    'fail',
    'one more scope of each, and the scopes of the first for the second',
    {
      fault: () => changed((token) => ({ ...token, scopes: ['environments:read', 'resources:read', 'more'] })),
    },
  ],
  [
    'pat.record.scopes',
    'fail',
    'one more scope of each, in place of what the second asked for',
    { fault: () => changed((token) => (isShort(token) ? { ...token, scopes: ['more'] } : withScope(token))) },
  ],
  [
    'pat.record.scopes',
    'fail',
    'no scopes of the first',
    { fault: () => changed((token) => (named('main')(token) ? { ...token, scopes: undefined } : token)) },
  ],
  [
    'pat.record.scopes',
    'pass',
    'no scopes of the second',
    { fault: () => changed((token) => (isShort(token) ? { ...token, scopes: undefined } : token)) },
  ],
  ['pat.requires-name.missing', 'pass', 'a service', {}],
  [
    'pat.requires-name.missing',
    'insufficientEvidence',
    'no creation after some',
    { fault: () => refuse('create', 500, ({ sent }) => named('ok')(sent)) },
  ],
  [
    'pat.requires-scopes.missing',
    'fail',
    'scopes that are made up, and no creation after that',
    {
      fault: () =>
        all(
          refuse('create', 500, ({ sent }) => named('ok')(sent)),
          fillIn('x2', { scopes: ['tokens'] }),
        ),
    },
  ],
  [
    'pat.requires-scopes.null',
    'insufficientEvidence',
    'null that is read as no scopes',
    {
      fault: () =>
        all(
          show('list', (token) => (named('x5')(token) ? { ...token, scopes: [] } : token)),
          fillIn('x5', { scopes: ['tokens'] }, { scopes: [] }),
        ),
    },
  ],
  ['pat.requires-scopes.null', 'fail', 'null that gives scopes', { fault: () => fillIn('x5', { scopes: ['tokens'] }) }],
  [
    'pat.expiry-minimum.five-days',
    'insufficientEvidence',
    'a token of 5 days that shows no expiry',
    {
      fault: () =>
        all(
          show('list', (token) => (named('5d')(token) ? { ...token, expires_at: null } : token)),
          fillIn('5d', { expires_at: '2028-01-01T00:00:00Z' }, { expires_at: null }),
        ),
    },
  ],
  [
    'pat.expiry-minimum.five-days',
    'pass',
    'an expiry that is moved',
    { fault: () => fillIn('5d', { expires_at: '2028-01-01T00:00:00Z' }) },
  ],
  [
    'pat.bearer.accepted',
    'insufficientEvidence',
    'secrets that are answered like any other value',
    { fault: () => unclear },
  ],
  ['pat.secret-once.later', 'pass', 'a service', {}],
  [
    'pat.secret-once.later',
    'insufficientEvidence',
    'secrets that are answered like any other value',
    { fault: () => unclear },
  ],
  ['pat.secret-once.later', 'notApplicable', 'no writes', { target: { allowWrites: false } }],
])('%s ends with %s given %s', async (check, verdict, _what, tokenCase) => {
  expect(await verdictOf(check, tokenCase)).toBe(verdict)
})

it.each([
  ['missing-quietly', 'a new token on the list, although the answer was 400'],
  ['missing', 'a token: 201'],
])('says by which answer a creation with scopes %s made a token', async (condition, got) => {
  const fault = product.find(({ name }) => name === `creation-member-required/scopes/${condition}`)!
  const { results } = await runKit(deviatingSubject({ ...fault, caughtBy: '' }), {
    only: ['pat.requires-scopes.missing'],
  })
  expect(results.find(({ check }) => check === 'pat.requires-scopes.missing')?.message).toContain(got)
})
