// Access tokens, refreshed tokens and refresh tokens as time passes.
import type { Choices } from '../../../testing/servers/right/service/open-service.ts'
import { defaultLimits } from '../../send/sender.ts'
import { itEnds } from '../../../testing/servers/ends.ts'
import {
  isClientGrantForm,
  ending,
  grantNumber,
  type OauthCase,
  type OauthFault,
  oauthService,
  refuseGrant,
  telling,
  untold,
} from '../../../testing/servers/oauth-faults.ts'

const day = 86_400
const lifetime = (seconds: number, others: Choices['oauth'] = {}): Choices => ({
  oauth: { lifetime: seconds, ...others },
})

/** The end of a token as a moment, by the clock of the service. */
const byMoment: NonNullable<Choices['oauth']> = {
  answer: ({ expires_in: seconds, ...issued }, now) => ({
    ...issued,
    expires_at: Math.floor(now / 1000) + Number(seconds),
  }),
}

/** Tokens of a minute, no hook, and seconds that the kit may wait. */
const waiting = (seconds: number): OauthCase => ({
  choices: lifetime(60),
  withHooks: false,
  run: { limits: { ...defaultLimits, maxWait: seconds * 1000 } },
})

// The first refresh of a run is tried at once, the second at half of the lifetime, and the third after the end.
const isRefresh =
  (...counts: readonly number[]): Parameters<typeof ending>[0] =>
  (token) =>
    token.by === 'refresh_token' && counts.includes(token.count)
const byRefresh = telling({ expires_in: undefined }, ({ by }) => by === 'refresh_token')

/** A refreshed token, by its number, ends with the one before it. */
const endWithPrevious = (count: number) =>
  ending(
    async (token, { issued, hasEnded }) =>
      isRefresh(count)(token, undefined!) &&
      (await hasEnded(
        issued.findLast((earlier, at) => earlier.by === 'client_credentials' && at < issued.indexOf(token))!,
      )),
  )

const endsWithFirst = endWithPrevious(2)

/** The token of the third refresh ends with that of the second. */
const endsWithSecond = ending(
  async (token, { issued, hasEnded }) =>
    isRefresh(3)(token, undefined!) && (await hasEnded(issued.find((earlier) => isRefresh(2)(earlier, undefined!))!)),
)

/** A refresh token ends with the access token that it came with. */
const refreshEndsToo = refuseGrant(async ({ source, hasEnded }) => source !== undefined && (await hasEnded(source)))

/** Each refresh token ends the one before it. */
const lastRefresh = refuseGrant(({ source, issued }) => source !== undefined && issued.at(-1) !== source)

const later = (seconds: number): Response =>
  Response.json({ message: 'Later.' }, { status: 429, headers: { 'Retry-After': String(seconds) } })

/** The second use of some refreshed tokens has to wait for a quota. */
const late = (...counts: readonly number[]): OauthFault => ({
  bearer: ({ token, uses }) => (token && uses === 2 && isRefresh(...counts)(token, undefined!) ? later(20) : undefined),
})

/** The refresh at half of the lifetime has to wait for a quota. */
function lateRefresh(seconds: number): OauthFault {
  let hasWaited = false
  return {
    form: (asked) => {
      if (hasWaited || isClientGrantForm(asked) || grantNumber(asked) !== 2) return asked.form
      hasWaited = true
      return later(seconds)
    },
  }
}

/** Tokens last for ever except at the environments. */
const longerElsewhere: OauthFault = {
  bearer: ({ token, request }) => (token && !request.url.endsWith('/environments') ? 'good' : undefined),
}

/** The Services API accepts the tokens that it has seen for ever. */
function rememberedAtServices(): OauthFault {
  const seen = new Set<string>()
  return {
    bearer: ({ token, bearer, request }) => {
      if (!token || !request.url.includes('/services/')) return undefined
      const isKnown = seen.has(bearer)
      seen.add(bearer)
      return isKnown ? 'good' : undefined
    },
  }
}

/** Tokens last for ever. */
const eternalGrants: OauthFault = { bearer: ({ token }) => (token ? 'good' : undefined) }

/** Tokens of refreshes last for ever. */
const eternal: OauthFault = { bearer: ({ token }) => (token?.by === 'refresh_token' ? 'good' : undefined) }

itEnds(oauthService, [
  [
    'oauth.expiry.refused',
    'insufficientEvidence',
    'tokens that last, without a stated lifetime',
    { faults: [untold, { bearer: ({ token }) => (token ? 'good' : undefined) }] },
  ],
  ['oauth.expiry.refused', 'insufficientEvidence', 'tokens of 200 days', { choices: lifetime(200 * day) }],
  [
    'oauth.expiry.refused',
    'insufficientEvidence',
    'no stated lifetime, and no hook',
    { ...waiting(150), faults: [untold] },
  ],
  ['oauth.expiry.refused', 'pass', 'no hook', waiting(150)],
  ['oauth.expiry.refused', 'pass', 'tokens of four seconds', { choices: lifetime(4) }],
  [
    'oauth.expiry.refused',
    'insufficientEvidence',
    'tokens of a minute that work for two',
    { choices: lifetime(60, { grace: 60 }) },
  ],
  [
    'oauth.expiry.refused',
    'insufficientEvidence',
    'tokens of a minute that work for two, and for longer at other places',
    { choices: lifetime(60, { grace: 60 }), faults: [longerElsewhere] },
  ],
  [
    'oauth.expiry.refused',
    'pass',
    'a Services API that hangs up on a token that has not ended',
    {
      faults: [
        {
          bearer: async ({ token, request, hasEnded }) => {
            if (token && request.url.includes('/services/') && !(await hasEnded(token)))
              throw new TypeError('fetch failed')
            return undefined
          },
        },
      ],
    },
  ],
  ['oauth.expiry.refused', 'fail', 'tokens that the Services API remembers', { faults: [rememberedAtServices()] }],
  ['oauth.expiry.refused', 'fail', 'tokens of a minute that work for seven', { choices: lifetime(60, { grace: 360 }) }],
  [
    'oauth.expiry.refused',
    'blocked',
    'a second token that does not work',
    { faults: [ending(({ count }) => count === 2)] },
  ],
  [
    'oauth.expiry.refused',
    'blocked',
    'no token that works after the end of one',
    { faults: [ending((_refreshed, { issued, hasEnded }) => hasEnded(issued[0]!))] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'pass',
    'tokens of a minute whose expiry is by a clock four minutes ahead',
    { choices: { ...lifetime(60, byMoment), moods: { skew: 240_000 } } },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'insufficientEvidence',
    'tokens of two minutes whose expiry is by a clock that no answer shows',
    { choices: { ...lifetime(120, byMoment), moods: { skew: 50_000, dated: false } } },
  ],
  [
    'oauth.expiry.refused',
    'insufficientEvidence',
    'tokens that last, whose expiry is by such a clock',
    { choices: { ...lifetime(120, byMoment), moods: { dated: false } }, faults: [eternalGrants] },
  ],
  [
    'oauth.expiry.refused',
    'fail',
    'tokens that last, whose expiry is by a clock that answers show',
    { choices: lifetime(120, byMoment), faults: [eternalGrants] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'insufficientEvidence',
    'a token that ends with the previous one, without a stated lifetime',
    { faults: [endsWithFirst, byRefresh] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'insufficientEvidence',
    'such a token, which is not said to last longer',
    { faults: [endsWithFirst, telling({ expires_in: 900 }, ({ by }) => by === 'refresh_token')] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'insufficientEvidence',
    'such a token, where a newer token ends an older one',
    {
      faults: [
        endsWithFirst,
        ending(
          (token, { issued }) => token.by === 'client_credentials' && token.refreshes === 2 && issued.at(-1) !== token,
        ),
      ],
    },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'blocked',
    'such a token, and no other that works',
    { faults: [endsWithFirst, ending(({ by, refreshes }) => by === 'client_credentials' && refreshes === 2)] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'pass',
    'a token that ended while the kit waited for a quota',
    { choices: lifetime(60), faults: [late(2)] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'pass',
    'a wait for a quota in which the first token ended',
    { choices: lifetime(12), faults: [lateRefresh(10)] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'insufficientEvidence',
    'other tokens that ended so',
    { choices: lifetime(60), faults: [late(2, 3, 4, 5)] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'fail',
    'a token that ended so, and one that ends with the one before',
    { choices: lifetime(60), faults: [late(2), endWithPrevious(3)] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'fail',
    'a later refresh whose token does not work',
    { faults: [ending(isRefresh(3))] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'blocked',
    'no token that works after a later refresh',
    { faults: [ending(({ refreshes }) => refreshes === 3)] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'blocked',
    'a refresh at half of the lifetime whose token does not work',
    { faults: [ending(isRefresh(2))] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'blocked',
    'no refresh at half of the lifetime',
    { faults: [refuseGrant((asked) => !isClientGrantForm(asked) && grantNumber(asked) === 2)] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'blocked',
    'no token to watch',
    { faults: [refuseGrant((asked) => isClientGrantForm(asked) && grantNumber(asked) > 2)] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'fail',
    'a token that ends with the one before, even if that has ended, without a stated lifetime',
    { faults: [untold, endsWithSecond] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'pass',
    'refresh tokens that end with their access token, without a stated lifetime',
    { faults: [untold, refreshEndsToo] },
  ],
  [
    'oauth.refreshed-token-works.lasts',
    'notApplicable',
    'no stated lifetime, and no hook',
    { ...waiting(150), faults: [untold] },
  ],
  ['oauth.refreshed-token-works.lasts', 'notApplicable', 'tokens of three seconds', { choices: lifetime(3) }],
  ['oauth.refreshed-token-works.lasts', 'pass', 'no hook', waiting(150)],
  ['oauth.refreshed-token-works.lasts', 'notApplicable', 'no hook, and no time to wait', waiting(100)],
  [
    'oauth.expiry.refreshed',
    'insufficientEvidence',
    'refreshed tokens that last, without a stated lifetime',
    { faults: [eternal, byRefresh] },
  ],
  [
    'oauth.expiry.refreshed',
    'insufficientEvidence',
    'refreshed tokens that last, where no token has a stated lifetime',
    { faults: [untold, eternal] },
  ],
  [
    'oauth.refresh.after-expiry',
    'fail',
    'refresh tokens that end with their access token, without a stated lifetime',
    { faults: [untold, refreshEndsToo] },
  ],
  [
    'oauth.expiry.refreshed',
    'insufficientEvidence',
    'refreshed tokens of a minute that work for two',
    { choices: lifetime(60, { grace: 60 }) },
  ],
  [
    'oauth.refresh.after-expiry',
    'pass',
    'refresh tokens of an unstated twelve seconds, and access tokens of eight',
    { choices: lifetime(8, { refreshLifetime: 12 }), faults: [telling({ refresh_expires_in: undefined })] },
  ],
  [
    'oauth.refresh.after-expiry',
    'insufficientEvidence',
    'refresh tokens that are said to end at a time before their access token',
    { choices: lifetime(60), faults: [refreshEndsToo, telling({ refresh_expires_at: '2027-03-01T10:31:30Z' })] },
  ],
  [
    'oauth.refresh.after-expiry',
    'insufficientEvidence',
    'refresh tokens that end with their access token, and are said to last a minute',
    { faults: [refreshEndsToo, telling({ refresh_expires_in: 60 })] },
  ],
  [
    'oauth.refresh.after-expiry',
    'fail',
    'such tokens, which are said to last a day',
    { faults: [refreshEndsToo, telling({ refresh_expires_in: day })] },
  ],
  [
    'oauth.refresh.after-expiry',
    'insufficientEvidence',
    'such tokens, where a newer one ends an older one',
    { faults: [refreshEndsToo, lastRefresh] },
  ],
])
