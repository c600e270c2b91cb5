import { expect, it } from 'vitest'
import {
  all,
  byTokenSecret,
  type ServiceFault,
  lists,
  named,
  on,
  refuse,
  show,
  type TokenCase,
  verdictOf,
} from '../../../testing/servers/token-faults.ts'

const other = { id: 'A'.repeat(27), name: 'Other', scopes: ['tokens'], expires_at: '2028-01-01T00:00:00Z' }

/** Refuses the list from the second request on. */
const listOnce = (): ServiceFault => {
  let count = 0
  return refuse('list', 500, () => ++count > 1)
}

it.each<readonly [string, string, string, TokenCase]>([
  ['pat.list.served', 'pass', 'a caller without tokens', {}],
  ['pat.list.served', 'insufficientEvidence', 'a caller that may not list', { fault: () => refuse('list', 403) }],
  ['pat.list.served', 'fail', 'no list', { fault: () => refuse('list', 404) }],
  ['pat.list.served', 'fail', 'tokens without ids', { fault: () => lists(() => ({ results: [{ name: 'One' }] })) }],
  ['pat.list.served', 'pass', 'tokens', { fault: () => lists((tokens) => ({ results: [...tokens, other] })) }],
  [
    'pat.list.served',
    'blocked',
    'an empty list for everybody',
    { fault: () => on('list', () => Response.json({ results: [] })) },
  ],
  ['pat.list.created', 'fail', 'another list', { fault: () => lists(() => ({ results: [other] })) }],
  [
    'pat.list.created',
    'insufficientEvidence',
    'a first page whose next page is not told',
    { fault: () => lists(() => ({ results: [other], more: true })) },
  ],
  ['pat.list.created', 'blocked', 'a list that is served once', { fault: listOnce }],
  [
    'pat.list.created',
    'pass',
    'a whole list, oldest first, that takes no cursor',
    {
      fault: () =>
        all(
          refuse('list', 400, ({ query }) => query.has('starting_after')),
          lists((tokens) => ({ results: tokens.toReversed() })),
        ),
    },
  ],
  ['pat.list.asking', 'pass', 'a service', {}],
  ['pat.list.asking', 'notApplicable', 'tokens that may not list', { fault: () => refuse('list', 403, byTokenSecret) }],
  [
    'pat.list.asking',
    'fail',
    'a list without the token that asks',
    { fault: () => show('list', (token, asked) => (byTokenSecret(asked) && named('main')(token) ? undefined : token)) },
  ],
  [
    'pat.list.asking',
    'insufficientEvidence',
    'a first page for tokens whose next page is not told',
    {
      fault: () =>
        lists((tokens, asked) => (byTokenSecret(asked) ? { results: [other], more: true } : { results: tokens })),
    },
  ],
  ['pat.create.token', 'insufficientEvidence', 'a caller that may not create', { fault: () => refuse('create', 403) }],
  ['pat.create.token', 'fail', 'no creation', { fault: () => refuse('create', 404) }],
  ['pat.create.token', 'insufficientEvidence', 'no known scope', { target: { personalAccessTokens: {} } }],
  ['ids.order.tokens', 'blocked', 'no creation', { fault: () => refuse('create', 404) }],
  ['ids.order.tokens', 'insufficientEvidence', 'a caller that may not create', { fault: () => refuse('create', 403) }],
  ['pat.expiry-range.seven-days', 'insufficientEvidence', 'one token for a user', { choices: { moods: { quota: 1 } } }],
  ['pat.expiry-range.seven-days', 'pass', 'two tokens for a user', { choices: { moods: { quota: 2 } } }],
  [
    'pat.expiry-range.two-years',
    'fail',
    'a year and a half as the most',
    { fault: () => refuse('create', 400, ({ sent }) => named('2y', '2y-120s', '2y-1200s')(sent)) },
  ],
  [
    'pat.expiry-range.two-years',
    'pass',
    'expiries that no answer shows as sent',
    {
      fault: () =>
        all(...(['create', 'list'] as const).map((at) => show(at, (token) => ({ ...token, expires_at: 'then' })))),
    },
  ],
  [
    'pat.secret-shown.creation',
    'fail',
    'no secret',
    { fault: () => show('create', ({ secret: _secret, ...token }) => token) },
  ],
  ['pat.bearer.accepted', 'pass', 'a service', {}],
])('%s ends with %s given %s', async (check, verdict, _what, tokenCase) => {
  expect(await verdictOf(check, tokenCase)).toBe(verdict)
})
