import { because, see } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient } from '../../conclusions/conclusion.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { isNewAccepted } from '../accepted-bearer.ts'
import { waitOrAdvance } from '../access-tokens/advance-clock.ts'
import { noSuccess } from '../no-success.ts'
import { servedAnswer } from '../served-answer.ts'
import { byCredentials, refresh, type TokenAnswer } from './oauth-tokens.ts'
import {
  halfway,
  outlivesAnother,
  pastLife,
  refreshLifetime,
  refreshOutlivesAnother,
  toldBeyondUse,
  watched,
} from './refresh-life.ts'
import { isToken } from './token-assertions.ts'
import { assertInTime, assertKnownClock } from './token-time.ts'
import { asText } from '../../reading/value-text.ts'

const common: Pick<ActiveCheck, 'effect' | 'needs' | 'exclusive'> = {
  effect: 'write',
  needs: ['oauth'],
  exclusive: true,
}
const after = ['oauth.refreshed-token-works.bearer'] as const

/** Resolves to true if nothing but time can have ended a token: other requests of the run got tokens meanwhile. */
async function assertNotSuperseded(survives: Promise<boolean>, what: Phrase): Promise<void> {
  if (!(await survives))
    insufficient(because.alike, phrase`a newer ${what} ends an older one, so time alone may not have ended it`)
}

const inSeconds = (seconds: number): Phrase => phrase`${Math.round(seconds)} s`

/** A refresh, how long its refresh token had lived, and how long that was said to last. */
interface LastRefresh {
  readonly answer: TokenAnswer
  /** Seconds. */
  readonly passed: number
  readonly told: number
}

/** The first refresh that was refused, or else one after the end of the access token. */
async function lastRefresh(session: Session): Promise<LastRefresh> {
  const half = await halfway(session)
  const { first, second, lifetime, margin } = half
  if (!second) return { answer: half.refresh, passed: lifetime / 2, told: await refreshLifetime(session, first.answer) }
  const { third, passed: age } = await pastLife(session)
  // Without a refresh token of its own, the refreshed token leaves one that may work only once.
  if (isToken(third.accessToken) || second.answer.refreshToken !== undefined)
    return { answer: third, passed: age, told: await refreshLifetime(session, second.answer) }
  const source = await byCredentials(session)
  const told = await refreshLifetime(session, source)
  const passed = Math.ceil(source.lifetime ?? lifetime) + margin
  await waitOrAdvance(session, passed)
  return { answer: await refresh(session, Promise.resolve(source)), passed, told }
}

/** The effect of time on refresh tokens and on the tokens that they give (clause 5.2). */
export const refreshLifeChecks: readonly Check[] = [
  defineCheck({
    ...common,
    id: 'oauth.refreshed-token-works.lasts',
    after,
    description:
      'Refreshes an access token after half of its lifetime and lets the rest pass, by hooks.advanceClock or by waiting: the refreshed token works for as long as its answer tells, also after the end of the one before. A token of a refresh after that works, too.',
    run: async (session) => {
      const { way, second } = await watched(session)
      const { age, pastFirst } = second
      if (!pastFirst.works) {
        assertKnownClock(second.answer)
        const told = toldBeyondUse(second)
        if (told === undefined)
          insufficient(
            because.data,
            phrase`the refreshed token is not said to last for the ${inSeconds(age)} that had passed when it was used`,
          )
        await assertNotSuperseded(outlivesAnother(session, way), phrase`access token`)
        fail({
          expected: phrase`the refreshed token to work for the ${inSeconds(told)} that its answer tells`,
          got: phrase`it is refused after ${inSeconds(age)}, when the token before it has ended`,
          fact: { kind: 'credential', at: pastFirst.exchange, works: false },
        })
      }
      const { thirdUse } = await pastLife(session)
      if (thirdUse?.works !== false) return
      const token = asText((await byCredentials(session)).accessToken)
      if (!(await isNewAccepted(session, way, token)))
        blocked(see('oauth.token-works'), phrase`a new access token does not work either`)
      fail({
        expected: phrase`a token that was refreshed after the end of the one before to be accepted`,
        got: phrase`${{ answer: thirdUse.exchange }}`,
        fact: { kind: 'credential', at: thirdUse.exchange, works: false },
      })
    },
  }),
  defineCheck({
    ...common,
    id: 'oauth.expiry.refreshed',
    after: [...after, 'oauth.refreshed-token-works.lasts'],
    mayRepeat: true,
    description: 'Lets the lifetime of the refreshed token pass as well and uses it in several places: it is refused.',
    run: async (session) => {
      const { second } = await watched(session)
      const { use, elsewhere } = await pastLife(session)
      const { lifetime: told } = second.answer
      if (elsewhere && told !== undefined)
        fail({
          expected: phrase`an access token to be refused everywhere ${inSeconds(use.passed)} after it was issued for ${inSeconds(told)}`,
          got: servedAnswer(elsewhere),
          fact: { kind: 'credential', at: elsewhere, works: true },
        })
      if (told !== undefined) assertInTime(use, told)
      if (!use.works) return
      if (told === undefined)
        insufficient(because.absent, phrase`the answer to a refresh tells no lifetime (expires_in)`)
      assertKnownClock(second.answer)
      fail({
        expected: phrase`the refreshed token to be refused ${inSeconds(use.passed)} after it was issued for ${inSeconds(told)}`,
        got: phrase`it still works`,
        fact: { kind: 'credential', at: use.exchange, works: true },
      })
    },
  }),
  defineCheck({
    ...common,
    id: 'oauth.refresh.after-expiry',
    after,
    description: 'Refreshes when the access token has ended, which is what a refresh token is for: a token is issued.',
    run: async (session) => {
      const { answer, passed, told } = await lastRefresh(session)
      if (isToken(answer.accessToken)) return
      if (told <= passed) insufficient(because.data, phrase`refresh tokens are said to last ${inSeconds(told)} alone`)
      await assertNotSuperseded(refreshOutlivesAnother(session), phrase`refresh token`)
      fail({
        expected: phrase`a refresh token to work ${inSeconds(passed)} after it was issued: it is for when its access token ends`,
        got: phrase`${{ answer: answer.exchange }}`,
        fact: noSuccess(answer.exchange, ['access_token']),
      })
    },
  }),
]
