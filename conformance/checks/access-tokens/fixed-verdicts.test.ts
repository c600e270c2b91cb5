// The changes that a new name may make, if the token is gone meanwhile or the list does not show it.
import { itEnds } from '../../../testing/servers/ends.ts'
import {
  all,
  byTokenSecret,
  lists,
  named,
  on,
  refusal,
  type ServiceFault,
  serviceOf,
  show,
  type Token,
} from '../../../testing/servers/token-faults.ts'

/** Takes no cursor. */
const unpaged: ServiceFault = on('list', ({ request, send }) =>
  send(new Request(request.url.replace(/\?.*/, ''), request)),
)

/** From its new name on, the token is gone: with another status, from lists, and for who uses its secret. */
function goneAt(use: string, code: number, { isListed = false, works = false, more = false } = {}): ServiceFault {
  let isGone = false
  const main = named('main', 'new', 'chg', 'qry', 'last')
  return all(
    (request, next) => (isGone && !works && byTokenSecret({ request }) ? Promise.resolve(refusal(401)) : next(request)),
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

const listed = (members: Token): ServiceFault => show('list', (token) => ({ ...token, ...members }))

itEnds(serviceOf, [
  ['pat.name-updatable.rename', 'insufficientEvidence', 'a token that is gone', goneAt('new', 404)],
  ['pat.name-updatable.rename', 'fail', 'a token that is hidden', goneAt('new', 404, { works: true })],
  ['pat.name-updatable.rename', 'fail', '404 for a token in the list', goneAt('new', 404, { isListed: true })],
  ['pat.name-updatable.rename', 'fail', '400 for a token that is then gone', goneAt('new', 400)],
  [
    'pat.name-updatable.rename',
    'insufficientEvidence',
    'a token that may be on a later page',
    goneAt('new', 200, { more: true, works: true }),
  ],
  [
    'pat.name-updatable.rename',
    'insufficientEvidence',
    'a token that is gone, and a list with a later page',
    goneAt('new', 404, { more: true }),
  ],
  [
    'pat.name-updatable.rename',
    'pass',
    'a list that announces more than it shows',
    all(
      lists((tokens) => ({ results: tokens.toReversed(), more: true })),
      unpaged,
    ),
  ],
  [
    'pat.name-updatable.answer',
    'insufficientEvidence',
    'a new name that is accepted for later',
    on('rename', async ({ next }) => {
      await next()
      return Response.json({}, { status: 202 })
    }),
  ],
  ['pat.name-updatable.again', 'insufficientEvidence', 'a token that is gone', goneAt('last', 410)],
  [
    'pat.name-updatable.again',
    'fail',
    'a refusal of a name that is stored',
    on('rename', async ({ sent, next }) => {
      const response = await next()
      return named('last')(sent) ? refusal(500) : response
    }),
  ],
  [
    'pat.name-updatable.again',
    'fail',
    'a second new name that is not found, although the token is listed',
    on('rename', async ({ sent, next }) => (named('last')(sent) ? refusal(404) : await next())),
  ],
  ['pat.name-updatable.again', 'insufficientEvidence', 'a token that is not listed any more', goneAt('last', 200)],
  ['pat.scopes-fixed.attempt', 'insufficientEvidence', 'a list without scopes', listed({ scopes: undefined })],
  ['pat.scopes-fixed.attempt', 'insufficientEvidence', 'a token that is not listed any more', goneAt('last', 200)],
  [
    'pat.scopes-fixed.attempt',
    'insufficientEvidence',
    'one known scope',
    { target: { personalAccessTokens: { scopes: ['environments:read'] } } },
  ],
  ['pat.expiry-fixed.attempt', 'insufficientEvidence', 'a list without expiries', listed({ expires_at: undefined })],
  ['pat.expiry-fixed.attempt', 'insufficientEvidence', 'expiries in words', listed({ expires_at: 'in a year' })],
])
