import { because, see, undeclared } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { isNewAccepted, servedElsewhere } from '../accepted-bearer.ts'
import { waitOrAdvance } from '../access-tokens/advance-clock.ts'
import { servedAnswer } from '../served-answer.ts'
import { byCredentials, grantedAcceptance, type TokenAnswer } from './oauth-tokens.ts'
import { assertInTime, assertKnownClock, day, longest, marginAfter, month, useAfterEnd } from './token-time.ts'

/** A new access token with its lifetime in seconds, if the answer tells it. */
async function newToken(
  session: Session,
): Promise<Pick<TokenAnswer, 'lifetime' | 'isByUnknownClock'> & { readonly token: string }> {
  const { accessToken, lifetime, isByUnknownClock } = await byCredentials(session)
  return typeof accessToken === 'string'
    ? { token: accessToken, lifetime, isByUnknownClock }
    : blocked(see('oauth.client-credentials'), phrase`no new access token`)
}

/** Seconds to let pass. */
function timeToPass(session: Session, lifetime: number | undefined): number {
  const hasHook = session.run.target.hooks?.advanceClock !== undefined
  if (lifetime === undefined)
    return hasHook
      ? month
      : insufficient(
          undeclared('hooks.advanceClock'),
          phrase`the answer tells no lifetime (expires_in); declare hooks.advanceClock`,
        )
  if (hasHook && lifetime > longest)
    insufficient(
      because.limit,
      phrase`the token lasts ${Math.round(lifetime / day)} days, which is longer than the clock is advanced`,
    )
  return Math.ceil(lifetime) + marginAfter(session, lifetime)
}

/** The end of access tokens (clause 5.2). */
export const oauthExpiryChecks: readonly Check[] = [
  defineCheck({
    id: 'oauth.expiry.refused',
    effect: 'read',
    needs: ['oauth'],
    after: ['oauth.token-works.bearer'],
    exclusive: true,
    description:
      'Gets a token, uses it, lets its lifetime pass (by hooks.advanceClock, or by waiting up to --max-wait), and uses it again in several places: it is refused, while a new token works.',
    run: async (session) => {
      // oauth.token-works.bearer has shown one.
      const way = (await grantedAcceptance(session)).way!
      const issued = await newToken(session)
      const { token, lifetime } = issued
      if (!(await isNewAccepted(session, way, token)))
        blocked(see('oauth.token-works'), phrase`a new access token does not work`)
      const seconds = timeToPass(session, lifetime)
      await waitOrAdvance(session, seconds)
      const use = await useAfterEnd(session, way, token, lifetime, seconds)
      const { works, exchange, passed } = use
      if (works && lifetime === undefined)
        insufficient(
          because.absent,
          phrase`the answer tells no lifetime (expires_in), and the token still works after 31 days`,
        )
      if (works) assertKnownClock(issued)
      if (works)
        fail({
          expected: phrase`the access token to be refused ${passed} s after it was issued for ${Math.ceil(lifetime!)} s`,
          got: phrase`it still works`,
          fact: { kind: 'credential', at: exchange, works: true },
        })
      if (lifetime !== undefined) assertInTime(use, lifetime)
      const elsewhere = await servedElsewhere(session, way, token, ['read'])
      if (elsewhere)
        fail({
          expected: phrase`the access token to be refused ${seconds} s after it was issued`,
          got: servedAnswer(elsewhere),
          fact: { kind: 'credential', at: elsewhere, works: true },
        })
      if (!(await isNewAccepted(session, way, (await newToken(session)).token)))
        blocked(see('oauth.token-works'), phrase`after that time no new token works either`)
    },
  }),
]
