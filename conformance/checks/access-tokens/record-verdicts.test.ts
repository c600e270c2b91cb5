// Creations, records and lists of tokens that show too little, more than was sent, or only the first page.
import { expect, it } from 'vitest'
import { runKit } from '../../../testing/conformance/subject.ts'
import { itEnds } from '../../../testing/servers/ends.ts'
import type { Choices } from '../../../testing/servers/right/service/open-service.ts'
import { base62 } from '../../../testing/servers/right/service/usual-policy.ts'
import {
  combineFaults,
  asksWithTokenSecret,
  lists,
  hasUse,
  answerOperation,
  refusal,
  refuse,
  type ServiceCase,
  type ServiceFault,
  faultyService,
  changeShownTokens,
  type Token,
} from '../../../testing/servers/token-faults.ts'

/** Shows tokens otherwise at their creation and in the list. */
const changed = (change: (token: Token) => Token): ServiceFault =>
  combineFaults(changeShownTokens('create', change), changeShownTokens('list', change))

const addScope = (token: Token): Token => ({ ...token, scopes: [...(token['scopes'] as readonly string[]), 'more'] })
const isShort = hasUse('7d', '7db')
const isMain = hasUse('main')

/** Accepts a creation without a member, or with null as one, and shows the member as a test chooses. */
const fillMissingMember = (use: string, filled: Token, after: Token = {}): ServiceFault =>
  answerOperation('create', async ({ request, sent, next, send }) => {
    if (!hasUse(use)(sent)) return await next()
    const response = await send(new Request(request, { method: 'POST', body: JSON.stringify({ ...sent, ...filled }) }))
    return Response.json({ ...((await response.json()) as Token), ...after }, { status: response.status })
  })

/** Answers the secrets of tokens as it answers a value that was never issued. */
const unclear: ServiceFault = async (request, next) => {
  const isKnown = !asksWithTokenSecret({ request }) && !request.headers.get('authorization')?.includes('never-issued')
  return isKnown ? await next(request) : Response.json({}, { status: 403 })
}

const other = { id: 'A'.repeat(27), name: 'Other', scopes: ['tokens'], expires_at: '2028-01-01T00:00:00Z' }
const later = '2028-01-01T00:00:00Z'

/** Refuses the list from the second request on. */
function listOnce(): ServiceFault {
  let count = 0
  return refuse('list', 500, () => ++count > 1)
}

const [minute, day] = [60_000, 86_400_000]

/** A service that takes expiries within some days from now. */
const taking = (least: number, most: number, moods: Choices['moods'] = {}): ServiceCase => ({
  choices: { expiry: { isAllowed: (at, now) => at >= now + least * day && at <= now + most * day }, moods },
})

/** A service whose tokens may list nothing. */
const noLists = (stranger: number): ServiceCase => ({
  target: { personalAccessTokens: { scopes: ['catalogs:read', 'services:use'] } },
  fault: refuse('list', 403, asksWithTokenSecret),
  choices: { status: { stranger }, error: () => ({ message: 'No.' }) },
})

itEnds(faultyService, [
  ['pat.list.served', 'insufficientEvidence', 'a caller that may not list', refuse('list', 403)],
  ['pat.list.served', 'fail', 'tokens without ids', lists(() => ({ results: [{ name: 'One' }] }))],
  [
    'pat.list.served',
    'blocked',
    'an empty list for everybody',
    answerOperation('list', () => Response.json({ results: [] })),
  ],
  [
    'pat.list.created',
    'insufficientEvidence',
    'a first page without a link to the next page',
    lists(() => ({ results: [other], more: true })),
  ],
  ['pat.list.created', 'blocked', 'a list that is served once', listOnce()],
  [
    'pat.list.created',
    'pass',
    'a whole list, oldest first, that takes no cursor',
    combineFaults(
      refuse('list', 400, ({ query }) => query.has('starting_after')),
      lists((tokens) => ({ results: tokens.toReversed() })),
    ),
  ],
  ['pat.list.asking', 'notApplicable', 'tokens that may not list', refuse('list', 403, asksWithTokenSecret)],
  [
    'pat.list.asking',
    'insufficientEvidence',
    'a first page for tokens without a link to the next page',
    lists((tokens, asked) => (asksWithTokenSecret(asked) ? { results: [other], more: true } : { results: tokens })),
  ],
  ['pat.create.token', 'insufficientEvidence', 'a caller that may not create', refuse('create', 403)],
  ['pat.create.token', 'insufficientEvidence', 'no known scope', { target: { personalAccessTokens: {} } }],
  ['ids.order.tokens', 'blocked', 'no creation', refuse('create', 404)],
  ['ids.order.tokens', 'insufficientEvidence', 'a caller that may not create', refuse('create', 403)],
  [
    'ids.order.tokens',
    'insufficientEvidence',
    'ids in random order within one second',
    { choices: { id: (now, serial) => base62(Math.floor(now / 1000), 6) + base62((serial * 7919) % 9973, 21) } },
  ],
  ['pat.record.scopes', 'insufficientEvidence', 'one more scope of each', changed(addScope)],
  [
    'pat.record.scopes',
    'fail',
    'one more scope of the second',
    changed((token) => (isShort(token) ? addScope(token) : token)),
  ],
  [
    'pat.record.scopes',
    'fail',
    'one more scope of each, and the scopes of the first for the second',
    changed((token) => ({ ...token, scopes: ['environments:read', 'resources:read', 'more'] })),
  ],
  [
    'pat.record.scopes',
    'fail',
    'one more scope of each, in place of what the second asked for',
    changed((token) => (isShort(token) ? { ...token, scopes: ['more'] } : addScope(token))),
  ],
  [
    'pat.record.scopes',
    'fail',
    'no scopes of the first',
    changed((token) => (isMain(token) ? { ...token, scopes: undefined } : token)),
  ],
  [
    'pat.record.scopes',
    'pass',
    'no scopes of the second',
    changed((token) => (isShort(token) ? { ...token, scopes: undefined } : token)),
  ],
  [
    'pat.requires-name.missing',
    'insufficientEvidence',
    'no creation after some',
    refuse('create', 500, ({ sent }) => hasUse('ok')(sent)),
  ],
  [
    'pat.requires-scopes.missing',
    'fail',
    'scopes that are made up, and no creation after that',
    combineFaults(
      refuse('create', 500, ({ sent }) => hasUse('ok')(sent)),
      fillMissingMember('x2', { scopes: ['tokens'] }),
    ),
  ],
  [
    'pat.requires-scopes.missing',
    'insufficientEvidence',
    'null that is read as no scopes',
    combineFaults(
      changeShownTokens('list', (token) => (hasUse('x5')(token) ? { ...token, scopes: [] } : token)),
      fillMissingMember('x5', { scopes: ['tokens'] }, { scopes: [] }),
    ),
  ],
  [
    'pat.expiry-minimum.seven-days',
    'insufficientEvidence',
    'a token of 5 days that shows no expiry',
    combineFaults(
      changeShownTokens('list', (token) => (hasUse('5d')(token) ? { ...token, expires_at: null } : token)),
      fillMissingMember('5d', { expires_at: later }, { expires_at: null }),
    ),
  ],
  ['pat.expiry-minimum.seven-days', 'pass', 'an expiry that is moved', fillMissingMember('5d', { expires_at: later })],
  ['pat.expiry-minimum.seven-days', 'fail', '6 days by a clock 7 minutes ahead', taking(6, 731, { skew: 7 * minute })],
  ['pat.expiry-range.seven-days', 'fail', '8 days by a clock 7 minutes behind', taking(8, 731, { skew: -7 * minute })],
  ['pat.expiry-minimum.seven-days', 'fail', '6 days, beside a quota', taking(6, 731, { quota: 2 })],
  ['pat.expiry-range.seven-days', 'fail', '8 days, beside a quota', taking(8, 731, { quota: 2 })],
  ['pat.expiry-maximum.over-two-years', 'fail', '732 days, beside late lists', taking(7, 732, { listLag: 3000 })],
  ['pat.expiry-range.seven-days', 'fail', '8 days by a clock that nothing shows', taking(8, 731, { dated: false })],
  [
    'pat.expiry-range.seven-days',
    'fail',
    'a range that is wrong at both ends, by a clock that answers show',
    { ...taking(8, 732), withHooks: false },
  ],
  [
    'pat.expiry-range.two-years',
    'pass',
    'expiries that no answer shows as sent',
    changed((token) => ({ ...token, expires_at: 'then' })),
  ],
  ['pat.bearer.accepted', 'insufficientEvidence', 'secrets that are answered like any other value', unclear],
  ['pat.bearer.accepted', 'pass', 'tokens whose scopes allow no list', noLists(401)],
  ['pat.bearer.accepted', 'insufficientEvidence', 'such tokens, refused as strangers are', noLists(403)],
  ['pat.secret-once.later', 'insufficientEvidence', 'secrets that are answered like any other value', unclear],
])

it('notes what is known of the clock, and the margin that follows', async () => {
  const findings = async (moods: NonNullable<Choices['moods']>) => {
    const { options, ...subject } = faultyService({ choices: { moods }, withHooks: false })
    return (await runKit(subject, { ...options, only: ['pat.expiry-*'] })).findings
  }
  expect(await findings({ skew: 7 * minute })).toMatchObject({
    clock: expect.stringMatching(/^(?:209|210) s ahead of this machine's, give or take 21[12] s, by Date$/),
    expiryMargin: expect.stringMatching(
      /^27\d s beyond 7 days and 2 years, of which 60 s are left to every target; 2 years are 730 days, or with a leap/,
    ),
  })
  expect(await findings({ dated: false })).toMatchObject({
    clock: "shown by nothing: taken to be this machine's",
  })
})

it('deletes a token that a creation made although its answer is a refusal', async () => {
  const left = new Set<unknown>()
  const making = answerOperation('create', async ({ sent, next }) => {
    const response = await next()
    if (!hasUse('7d-')(sent)) return response
    left.add(((await response.json()) as Token)['id'])
    return refusal(400)
  })
  const deleting = answerOperation('revoke', async ({ request, next }) => {
    left.delete(request.url.split('/').at(-1))
    return await next()
  })
  const { choices } = taking(1, 800)
  const { options, ...subject } = faultyService({ choices: choices!, fault: combineFaults(making, deleting) })
  const { results } = await runKit(subject, { ...options, only: ['pat.expiry-minimum.seven-days'] })
  expect(results.at(-1)).toMatchObject({ verdict: 'fail' })
  expect([...left]).toEqual([])
})
