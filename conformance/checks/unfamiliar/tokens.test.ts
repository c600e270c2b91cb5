import { expect, it } from 'vitest'
import { deviate, resultLines, toSubject } from '../../../testing/selftest/subject.ts'
import {
  besideRecord,
  clamped,
  days,
  flags,
  ignored,
  nested,
  numbered,
  refusals,
  revokesLater,
  scopeText,
  shortNames,
  textTimes,
  timeless,
  unpaged,
} from '../../../testing/servers/unfamiliar-tokens.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { type Members, membersOf, text } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { createToken, listTokens, revokeToken } from '../../../emulator/disturb/deviations/wrappers/operations.ts'
import { mapTokens, mapTokensIn, tokensOf } from '../../../emulator/disturb/deviations/wrappers/access-tokens.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/define-deviation.ts'
import {
  answer,
  around,
  mapBody,
  mapSent,
  on,
  remember,
} from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { RunResult } from '../../judge/result.ts'
import { runConformance } from '../../judge/run-conformance.ts'
import type { Target } from '../../target/target-file.ts'
import type { Time } from '../../send/time.ts'
import { accessTokenChecks } from '../access-tokens/access-tokens-checks.ts'
import { authenticationChecks } from '../authentication/authentication-checks.ts'
import { oauthChecks } from '../oauth/oauth-checks.ts'

interface Options {
  readonly wrap?: FetchWrapper
  readonly conventions?: Partial<Conventions>
  readonly change?: (target: Target) => Target
  /** Days by which the target's clock is ahead of the kit's. */
  readonly ahead?: number
}

const day = 86_400_000
const begin = Date.UTC(2027, 2, 1)

/** Both clocks stand still, except that the kit's waits pass on both. */
async function check({ wrap, conventions = {}, change = (target) => target, ahead = 0 }: Options): Promise<RunResult> {
  const emulator = createEmulator({ conventions, clock: new Date(begin + ahead * day) })
  if (wrap) deviate(emulator, wrap)
  const target = change(toSubject(emulator).target)
  let now = begin
  const time: Time = {
    now: () => now,
    sleep: async (milliseconds) => {
      // The limit of the whole run is never reached.
      if (milliseconds >= 600_000) return await new Promise<never>(() => undefined)
      now += milliseconds
      emulator.clock.advance(milliseconds)
    },
  }
  return await runConformance({
    target,
    checks: [...accessTokenChecks, ...oauthChecks, ...authenticationChecks],
    fetch: emulator.fetch,
    time,
  })
}

const verdictOf = (result: RunResult, id: string) => result.results.find((entry) => entry.check === id)?.verdict

it.each<readonly [string, Options]>([
  ['the secret beside the record, among other texts', { wrap: besideRecord }],
  ['records nested as in JSON:API', { wrap: nested }],
  ['an expiry that is brought within the range', { wrap: clamped }],
  ['attempts to change what is fixed that are ignored', { wrap: ignored }],
  ['times to the day', { wrap: days }],
  ['scopes as a text in another order', { wrap: scopeText }],
  ['a list that is not paged, oldest first, under a name of its own', { wrap: unpaged }],
  ['pages by number, oldest first, with the address of the next', { wrap: numbered }],
  ['names of at most 32 lower-case letters, digits and hyphens', { wrap: shortNames }],
  [
    'scopes as flags that are not declared',
    { wrap: flags, change: ({ personalAccessTokens: _tokens, ...target }: Target) => target },
  ],
  [
    'Unix seconds as texts that are not declared',
    {
      wrap: textTimes,
      conventions: { expiresAtFormat: 'unix-seconds' },
      change: ({ personalAccessTokens: _tokens, ...target }: Target) => target,
    },
  ],
  ['pages of one token', { conventions: { defaultLimit: 1, maximumLimit: 1 } }],
  ['a revocation that answers 202 and takes a moment', { wrap: revokesLater }],
  ['refusals by 422 as text and redirects to a login page', { wrap: refusals }],
  ['a clock eight months behind', { ahead: -240 }],
  ['a clock ten months ahead', { ahead: 300 }],
  ['a clock that nothing shows, nine days ahead', { ahead: 9, wrap: timeless }],
  ['a clock that nothing shows, three days behind', { ahead: -3, wrap: timeless }],
  ['a clock that nothing shows, two hours ahead', { ahead: 1 / 12, wrap: timeless }],
  [
    'Unix milliseconds that are not declared',
    {
      conventions: { expiresAtFormat: 'unix-milliseconds' },
      change: ({ personalAccessTokens: _tokens, ...target }: Target) => target,
    },
  ],
  [
    'Unix seconds and scopes as objects that are not declared',
    {
      conventions: { expiresAtFormat: 'unix-seconds', scopeFormat: 'object' },
      change: ({ personalAccessTokens: _tokens, ...target }: Target) => target,
    },
  ],
])('passes every check given %s', async (_what, options) => {
  const result = await check(options)
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence', 'notApplicable')).toEqual([])
})

it('tries formats when the caller has no token that shows one', async () => {
  const wrap = remember(() => {
    const first = new Set<string>()
    return mapBody(listTokens, (body) => {
      if (first.size === 0) mapTokensIn(body, ({ id }) => void first.add(id))
      return mapTokensIn(body, (token) => (first.has(token.id) ? undefined : token))
    })
  })
  const result = await check({
    wrap,
    conventions: { expiresAtFormat: 'unix-milliseconds' },
    change: (target) => ({ ...target, personalAccessTokens: { scopes: ['environments:read', 'catalogs:read'] } }),
  })
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
  expect(result.findings['expiresAt']).toBe('unix-milliseconds')
  const undeclared = await check({ wrap, change: ({ personalAccessTokens: _tokens, ...target }: Target) => target })
  expect(verdictOf(undeclared, 'pat.create.token')).toBe('insufficientEvidence')
  expect(resultLines(undeclared, 'fail', 'error', 'blocked')).toEqual([])
})

it('tells a token whose scopes allow no list from one that is refused', async () => {
  const change = (target: Target) => ({
    ...target,
    personalAccessTokens: { ...target.personalAccessTokens, scopes: ['projects:read', 'catalogs:read'] },
  })
  expect(verdictOf(await check({ change }), 'pat.bearer.accepted')).toBe('pass')
  const alike = await check({ change, conventions: { unauthenticatedStatus: 403 } })
  expect(verdictOf(alike, 'pat.bearer.accepted')).toBe('insufficientEvidence')
  expect(resultLines(alike, 'fail', 'error', 'blocked')).toEqual([])
})

it('decides nothing about tokens given a caller that may not create them', async () => {
  const wrap = answer(createToken, () => text('{"error":"forbidden"}', 'application/json', 403))
  const result = await check({ wrap })
  expect(verdictOf(result, 'pat.create.token')).toBe('insufficientEvidence')
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
})

it('waits for short tokens to expire when no hook moves the clock, and says when that takes too long', async () => {
  const noHooks = ({ hooks: _hooks, ...target }: Target): Target => target
  expect(verdictOf(await check({ change: noHooks }), 'oauth.expiry.refused')).toBe('insufficientEvidence')
  expect(
    verdictOf(await check({ change: noHooks, conventions: { accessTokenLifetime: 1 } }), 'oauth.expiry.refused'),
  ).toBe('pass')
})

it.each([
  ['refuses', undefined],
  ['ignores', ignored],
] as const)(
  'leaves the caller with the tokens that it had before, without those that slipped through, given a target that %s a change to what is fixed',
  async (_what, wrap) => {
    const emulator = createEmulator({ conventions: { scopeRule: 'ignored' } })
    const target = toSubject(emulator).target
    const lenient = mapSent(createToken, (sent) => ({ name: 'Untitled', ...sent }))
    deviate(emulator, wrap ? around(lenient, wrap) : lenient)
    const result = await runConformance({ target, checks: accessTokenChecks, fetch: emulator.fetch })
    expect(verdictOf(result, 'pat.requires-name.missing')).toBe('fail')
    expect(
      emulator.worlds.default
        .collection('access_tokens')
        .all()
        .map((record) => record['name']),
    ).toEqual(['Default token'])
  },
)

it('blames no stranger for a token of 9 days that is gone given a clock that another run has moved', async () => {
  let isMoved = false
  const shortOnes = new Set<string>()
  const isShort = ({ expires_at: expiry }: Members) =>
    typeof expiry === 'string' && Date.parse(expiry) < begin + 10 * day
  const refuse = on(createToken, async (intercepted) => {
    const short = isShort(await membersOf(intercepted.request))
    if (isMoved && short) return Response.json({ message: 'too early' }, { status: 422 })
    const response = await intercepted.send()
    if (short && response.ok) for (const { id } of await tokensOf(response)) shortOnes.add(id)
    return response
  })
  const move = on(revokeToken, (intercepted) => {
    isMoved ||= intercepted.authorization === ''
    return intercepted.send()
  })
  const hide = mapTokens(listTokens, (token) => (isMoved && shortOnes.has(token.id) ? undefined : token))
  const wrap = around(hide, around(move, refuse))
  const result = await check({ wrap })
  expect(resultLines(result, 'fail')).toEqual([])
  expect(verdictOf(result, 'auth.required.access-tokens-revoke')).toBe('insufficientEvidence')
})
