// The changes that a new name may make, if the token is gone meanwhile or the list does not show it.
import { itEnds } from '../../../testing/servers/ends.ts'
import {
  combineFaults,
  asksWithTokenSecret,
  lists,
  hasUse,
  answerOperation,
  refusal,
  type ServiceFault,
  faultyService,
  changeShownTokens,
  type Token,
} from '../../../testing/servers/token-faults.ts'

/** Takes no cursor. */
const unpaged: ServiceFault = answerOperation('list', ({ request, send }) =>
  send(new Request(request.url.replace(/\?.*/, ''), request)),
)

/** From its new name on, the token is gone: with another status, from lists, and for who uses its secret. */
function loseToken(use: string, code: number, { isListed = false, works = false, more = false } = {}): ServiceFault {
  let isGone = false
  const main = hasUse('main', 'new', 'chg', 'qry', 'last')
  return combineFaults(
    (request, next) =>
      isGone && !works && asksWithTokenSecret({ request }) ? Promise.resolve(refusal(401)) : next(request),
    lists((tokens) => ({
      results: isGone && !isListed ? tokens.filter((token) => !main(token)) : tokens,
      ...(isGone && more ? { more } : {}),
    })),
    ...(more ? [unpaged] : []),
    answerOperation('rename', async ({ sent, next }) => {
      const response = await next()
      isGone ||= hasUse(use)(sent)
      return isGone ? (code < 300 ? response : refusal(code)) : response
    }),
  )
}

const listed = (members: Token): ServiceFault => changeShownTokens('list', (token) => ({ ...token, ...members }))

itEnds(faultyService, [
  ['pat.name-updatable.rename', 'insufficientEvidence', 'a token that is gone', loseToken('new', 404)],
  ['pat.name-updatable.rename', 'fail', '404 for a token in the list', loseToken('new', 404, { isListed: true })],
  ['pat.name-updatable.rename', 'fail', '400 for a token that is then gone', loseToken('new', 400)],
  [
    'pat.name-updatable.rename',
    'insufficientEvidence',
    'a token that may be on a later page',
    loseToken('new', 200, { more: true, works: true }),
  ],
  [
    'pat.name-updatable.rename',
    'insufficientEvidence',
    'a token that is gone, and a list with a later page',
    loseToken('new', 404, { more: true }),
  ],
  [
    'pat.name-updatable.rename',
    'pass',
    'a list that announces more than it shows',
    combineFaults(
      lists((tokens) => ({ results: tokens.toReversed(), more: true })),
      unpaged,
    ),
  ],
  [
    'pat.name-updatable.answer',
    'insufficientEvidence',
    'a new name that is accepted for later',
    answerOperation('rename', async ({ next }) => {
      await next()
      return Response.json({}, { status: 202 })
    }),
  ],
  ['pat.name-updatable.again', 'insufficientEvidence', 'a token that is gone', loseToken('last', 410)],
  [
    'pat.name-updatable.again',
    'fail',
    'a refusal of a name that is stored',
    answerOperation('rename', async ({ sent, next }) => {
      const response = await next()
      return hasUse('last')(sent) ? refusal(500) : response
    }),
  ],
  [
    'pat.name-updatable.again',
    'fail',
    'a second new name that is not found, although the token is listed',
    answerOperation('rename', async ({ sent, next }) => (hasUse('last')(sent) ? refusal(404) : await next())),
  ],
  ['pat.name-updatable.again', 'insufficientEvidence', 'a token that is not listed any more', loseToken('last', 200)],
  ['pat.scopes-fixed.attempt', 'insufficientEvidence', 'a list without scopes', listed({ scopes: undefined })],
  ['pat.scopes-fixed.attempt', 'insufficientEvidence', 'a token that is not listed any more', loseToken('last', 200)],
  [
    'pat.scopes-fixed.attempt',
    'insufficientEvidence',
    'one known scope',
    { target: { personalAccessTokens: { scopes: ['environments:read'] } } },
  ],
  ['pat.expiry-fixed.attempt', 'insufficientEvidence', 'a list without expiries', listed({ expires_at: undefined })],
  ['pat.expiry-fixed.attempt', 'insufficientEvidence', 'expiries in words', listed({ expires_at: 'in a year' })],
])
