import { expect, it } from 'vitest'
import {
  all,
  byTokenSecret,
  type ServiceFault,
  lists,
  named,
  on,
  refusal,
  refuse,
  show,
  type Token,
  type TokenCase,
  verdictOf,
} from '../../../testing/servers/token-faults.ts'

/** Takes no cursor. */
const unpaged: ServiceFault = on('list', ({ request, send }) =>
  send(new Request(request.url.replace(/\?.*/, ''), request)),
)

/** From its new name on, the token is gone: with another status, from lists, and for who uses its secret. */
const goneAt =
  (use: string, code: number, { isListed = false, works = false, more = false } = {}) =>
  (): ServiceFault => {
    let isGone = false
    const main = named('main', 'new', 'chg', 'qry', 'last')
    return all(
      (request, next) =>
        isGone && !works && byTokenSecret({ request }) ? Promise.resolve(refusal(401)) : next(request),
      lists((tokens) => ({
        results: isGone && !isListed ? tokens.filter((token) => !main(token)) : tokens,
        ...(isGone && more ? { more } : {}),
      })),
      ...(more ? [unpaged] : []),
      on('rename', async ({ sent, next }) => {
        const response = await next()
        isGone ||= named(use)(sent)
        return isGone ? (code < 300 ? response : refusal(code)) : response
      }),
    )
  }

const listed = (change: (token: Token) => Token | undefined) => (): ServiceFault => show('list', change)

it.each<readonly [string, string, string, TokenCase]>([
  ['pat.name-updatable.rename', 'pass', 'a service', {}],
  ['pat.name-updatable.rename', 'insufficientEvidence', 'a token that is gone (404)', { fault: goneAt('new', 404) }],
  ['pat.name-updatable.rename', 'insufficientEvidence', 'a token that is gone (410)', { fault: goneAt('new', 410) }],
  ['pat.name-updatable.rename', 'fail', 'a token that is hidden', { fault: goneAt('new', 404, { works: true }) }],
  [
    'pat.name-updatable.rename',
    'fail',
    '404 for a token in the list',
    { fault: goneAt('new', 404, { isListed: true }) },
  ],
  ['pat.name-updatable.rename', 'fail', '400 for a token that is then gone', { fault: goneAt('new', 400) }],
  ['pat.name-updatable.rename', 'fail', 'a success that unlists the token', { fault: goneAt('new', 200) }],
  [
    'pat.name-updatable.rename',
    'insufficientEvidence',
    'a token that may be on a later page',
    { fault: goneAt('new', 200, { more: true, works: true }) },
  ],
  [
    'pat.name-updatable.rename',
    'insufficientEvidence',
    'a token that is gone, and a list with a later page',
    { fault: goneAt('new', 404, { more: true }) },
  ],
  [
    'pat.name-updatable.rename',
    'pass',
    'a list of which more is told than it shows',
    {
      fault: () =>
        all(
          lists((tokens) => ({ results: tokens.toReversed(), more: true })),
          unpaged,
        ),
    },
  ],
  [
    'pat.name-updatable.rename',
    'fail',
    'a list that keeps the old name',
    { fault: listed((token) => (named('new')(token) ? { ...token, name: 'main' } : token)) },
  ],
  ['pat.name-updatable.answer', 'pass', 'a service', {}],
  [
    'pat.name-updatable.answer',
    'insufficientEvidence',
    'a new name that is accepted for later',
    {
      fault: () =>
        on('rename', async ({ next }) => {
          await next()
          return Response.json({}, { status: 202 })
        }),
    },
  ],
  ['pat.name-updatable.again', 'pass', 'a service', {}],
  ['pat.name-updatable.again', 'insufficientEvidence', 'a token that is gone (404)', { fault: goneAt('last', 404) }],
  ['pat.name-updatable.again', 'insufficientEvidence', 'a token that is gone (410)', { fault: goneAt('last', 410) }],
  [
    'pat.name-updatable.again',
    'fail',
    'a refusal of a name that is stored',
    {
      fault: () =>
        on('rename', async ({ sent, next }) => {
          const response = await next()
          return named('last')(sent) ? refusal(500) : response
        }),
    },
  ],
  [
    'pat.name-updatable.again',
    'fail',
    'a refused name',
    { fault: () => refuse('rename', 400, ({ sent }) => named('last')(sent)) },
  ],
  [
    'pat.name-updatable.again',
    'insufficientEvidence',
    'a token that is not listed any more',
    { fault: goneAt('last', 200) },
  ],
  [
    'pat.scopes-fixed.rename',
    'fail',
    'a list with other scopes after a new name',
    { fault: listed((token) => (named('new')(token) ? { ...token, scopes: ['tokens'] } : token)) },
  ],
  [
    'pat.expiry-fixed.rename',
    'fail',
    'a list with another expiry after a new name',
    { fault: listed((token) => (named('new')(token) ? { ...token, expires_at: '2028-01-01T00:00:00Z' } : token)) },
  ],
  [
    'pat.scopes-fixed.rename',
    'insufficientEvidence',
    'a list without scopes',
    { fault: listed((token) => ({ ...token, scopes: undefined })) },
  ],
  ['pat.scopes-fixed.attempt', 'pass', 'a service', {}],
  [
    'pat.scopes-fixed.attempt',
    'insufficientEvidence',
    'a token that is not listed any more',
    { fault: goneAt('last', 200) },
  ],
  [
    'pat.scopes-fixed.attempt',
    'insufficientEvidence',
    'one known scope',
    { target: { personalAccessTokens: { scopes: ['environments:read'] } } },
  ],
  [
    'pat.expiry-fixed.rename',
    'insufficientEvidence',
    'a list without expiries',
    { fault: listed((token) => ({ ...token, expires_at: undefined })) },
  ],
  [
    'pat.expiry-fixed.rename',
    'insufficientEvidence',
    'a list that tells expiries in words',
    { fault: listed((token) => ({ ...token, expires_at: 'in a year' })) },
  ],
])('%s ends with %s given %s', async (check, verdict, _what, tokenCase) => {
  expect(await verdictOf(check, tokenCase)).toBe(verdict)
})
