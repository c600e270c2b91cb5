import { because } from '../../conclusions/cause.ts'
import { fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { ActiveCheck, DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { tokenObject } from '../../reading/token-answer.ts'
import { toNumber } from '../../reading/value-text.ts'
import { endedWords, useInOtherParts } from '../tokens/ended-token.ts'
import type { Similar } from '../similar.ts'
import { assertUse, type BearerUse, useNewToken, useToken } from '../tokens/token.ts'
import { advanceClock } from '../tokens/advance-clock.ts'
import { noSuccess } from '../no-success.ts'
import {
  requestClientToken,
  clientToken,
  granted,
  type IssuedToken,
  isIssued,
  sendRefresh,
  secondsLeft,
  type TokenAnswer,
  workingGrant,
} from './oauth-tokens.ts'
import { halfway, lifetimeBeyondUse, pastLife, watchRefreshed } from './refresh-life.ts'
import {
  ageAfterEnd,
  assertInTime,
  assertKnownClock,
  assertKnownLifetime,
  type LateUses,
  useAfterEnd,
  waitForAge,
} from './token-time.ts'

const common: Pick<ActiveCheck, 'effect' | 'needs' | 'after' | 'waits'> = {
  effect: 'write',
  needs: ['oauth'],
  after: ['oauth.refreshed-token-works.bearer'],
  waits: true,
}

const secondsPhrase = (seconds: number): Phrase => phrase`${Math.round(seconds)} s`

/**
 * @throws Conclusion `insufficientEvidence` if a newer token ends an older one, as other requests got some meanwhile.
 */
async function assertOnlyTime(survives: Promise<boolean>, what: Phrase): Promise<void> {
  if (!(await survives))
    insufficient(
      because.alike,
      phrase`a newer ${what} ends an older one, so something other than time may have ended it`,
    )
}

/**
 * @param absent The message if the answer states no lifetime.
 * @throws Conclusion `fail` for a token that is served after its end; `insufficientEvidence` if that is not stated.
 */
async function assertEnded(
  session: Session,
  what: Phrase,
  { answer, ...token }: IssuedToken,
  uses: LateUses,
  absent: Phrase,
): Promise<void> {
  const { use, age } = uses
  const { lifetime } = answer
  if (use.works && !use.refusedAt) assertKnownLifetime(answer, absent)
  assertInTime(uses, lifetime)
  const stated = lifetime === undefined ? phrase`` : phrase` for ${Math.ceil(lifetime)} s`
  const when = phrase`${secondsPhrase(age)} after it was issued${stated}`
  if (use.works)
    assertUse(
      use,
      false,
      phrase`the ${what} to be refused everywhere ${when}`,
      await endedWords(session, token, use, phrase`an expired ${what}`),
    )
}

/** Resolves to true if an older access token of the client still works after the client got another one. */
async function outlivesAnother(session: Session): Promise<boolean> {
  const older = await workingGrant(session, phrase`a new access token does not work either`)
  const { accessToken } = await requestClientToken(session)
  // A delayed service accepts the older token until it knows the new one.
  if (typeof accessToken === 'string') await useNewToken(session, clientToken(accessToken))
  return (await useToken(session, older)).works
}

/** Resolves to true if an older refresh token of the client still works after the client got another one. */
async function refreshOutlivesAnother(session: Session): Promise<boolean> {
  const older = await requestClientToken(session)
  await requestClientToken(session)
  return isIssued((await sendRefresh(session, older)).accessToken)
}

/** The stated lifetime of a refresh token in seconds, under the usual names; Infinity if none is stated. */
async function refreshLifetime(session: Session, { exchange }: TokenAnswer): Promise<number> {
  const body = tokenObject(exchange.response.json) ?? {}
  const seconds = toNumber(body['refresh_expires_in'] ?? body['refresh_token_expires_in'])
  if (seconds > 0) return seconds
  const end = body['refresh_expires_at'] ?? body['refresh_token_expires_at']
  return (await secondsLeft(session, exchange, end))?.seconds ?? Number.POSITIVE_INFINITY
}

/** A refresh, and the answer that issued its refresh token. */
interface LastRefresh {
  readonly source: TokenAnswer
  readonly answer: TokenAnswer
  /** Seconds between the two. */
  readonly passed: number
}

/** The first refresh that was refused, or else one after the end of the access token. */
async function lastRefresh(session: Session): Promise<LastRefresh> {
  const { first, second, refresh, lifetime, margin } = await halfway(session)
  if (!second) return { source: first.answer, answer: refresh, passed: lifetime / 2 }
  const { third, passed } = await pastLife(session)
  // If the refreshed token came without a new refresh token, the previous one remains, which may work only once, and
  // whose lifetime may count from its first answer.
  const { refreshToken } = second.answer
  if (isIssued(third.accessToken) || (refreshToken !== undefined && refreshToken !== first.answer.refreshToken))
    return { source: second.answer, answer: third, passed }
  const source = await requestClientToken(session)
  const age = Math.ceil(source.lifetime ?? lifetime) + margin
  await advanceClock(session, age)
  return { source, answer: await sendRefresh(session, source), passed: age }
}

/** @throws Conclusion `fail` for a token that is refused right after its refresh, when the one before has ended. */
async function assertWorksAfterEnd(session: Session, use: BearerUse | undefined): Promise<void> {
  if (use?.works !== false) return
  await workingGrant(session, phrase`a new access token does not work either`)
  assertUse(use, true, phrase`a token that was refreshed after the end of the one before to be accepted`, {
    symptom: phrase`a token that is refreshed after the end of the one before is refused`,
    remedy: phrase`Count the lifetime of a refreshed token from its refresh.`,
  })
}

/** Until when a refresh token works, as far as the run has seen it. */
async function refreshWords(session: Session, passed: number): Promise<Similar> {
  const { second, lifetime } = await halfway(session)
  if (!second) return { condition: phrase`for a refresh token after ${secondsPhrase(passed)}` }
  return {
    condition: phrase`for a refresh token whose access token has expired`,
    beside: phrase`a refresh after ${secondsPhrase(lifetime / 2)}, while the access token of ${secondsPhrase(lifetime)} was still valid`,
    remedy: phrase`Let a refresh token outlast its access token. It ends between ${secondsPhrase(lifetime / 2)} and ${secondsPhrase(passed)}: either with the access token, or after a lifetime of its own.`,
  }
}

/** The ratio of the age of a token at a refresh to one at which it worked, up to which the refresh is soon after its end. */
const soonAfter = 1.25

/** The effect of time on access tokens and refresh tokens (clause 5.2). */
export const tokenLifeChecks: readonly DeclaredCheck[] = [
  {
    ...common,
    id: 'oauth.expiry.refused',
    effect: 'read',
    after: ['oauth.token-works.bearer'],
    description:
      'Gets a token, uses it, lets its lifetime pass (by hooks.advanceClock, or by waiting up to --max-wait), and uses it again in several places: it is refused, while a new token works.',
    run: async (session) => {
      const issued = await workingGrant(session, phrase`a new access token does not work`)
      const { lifetime } = issued.answer
      const age = ageAfterEnd(session, lifetime)
      await useInOtherParts(session, issued)
      await waitForAge(session, issued, age)
      const uses = await useAfterEnd(session, issued, lifetime)
      const absent = phrase`the answer states no lifetime (expires_in), and the token still works after 31 days`
      await assertEnded(session, phrase`access token`, issued, uses, absent)
      await workingGrant(session, phrase`after that time no new token works either`)
    },
  },
  {
    ...common,
    id: 'oauth.refreshed-token-works.lasts',
    description:
      'Refreshes an access token after half its lifetime and lets the rest pass, by hooks.advanceClock or by waiting: the refreshed token works for as long as its answer states, also after the end of the previous one. A token of a later refresh works too.',
    run: async (session) => {
      const { second } = await watchRefreshed(session)
      const { age, pastFirst } = second
      // A target that states no lifetime may give a refreshed token any.
      if (!pastFirst.works && (await granted(session)).lifetime !== undefined) {
        assertKnownClock(second.answer)
        const stated = lifetimeBeyondUse(second)
        if (stated === undefined)
          insufficient(
            because.data,
            phrase`the refreshed token is not said to last for the ${secondsPhrase(age)} that had passed when it was used`,
          )
        await assertOnlyTime(outlivesAnother(session), phrase`access token`)
        const expected = phrase`the refreshed token to work for the ${secondsPhrase(stated)} that its answer states`
        const got = phrase`it is refused after ${secondsPhrase(age)}, when the token before it has ended`
        assertUse(pastFirst, true, expected, {
          got,
          symptom: phrase`a refreshed token ends with the token before it`,
          beside: phrase`the refreshed token when it was new`,
          remedy: phrase`Count the lifetime of a refreshed token from its refresh.`,
        })
      }
      await assertWorksAfterEnd(session, (await pastLife(session)).thirdUse)
    },
  },
  {
    ...common,
    id: 'oauth.expiry.refreshed',
    mayRepeat: true,
    description: 'Lets the lifetime of the refreshed token pass as well and uses it in several places: it is refused.',
    run: async (session) => {
      const { second, lifetime: usual } = await watchRefreshed(session)
      if (!second.pastFirst.works && lifetimeBeyondUse(second) !== undefined)
        insufficient(because.alike, phrase`the refreshed token is refused before its end, which then shows nothing`)
      const { uses } = await pastLife(session)
      const { lifetime } = second.answer
      // Its end follows from the lifetime of the first token if its answer states none: not every place need know.
      if (lifetime === undefined && uses.use.refusedAt) return
      // Without any stated lifetime, that of a refreshed token may be longer.
      if (uses.use.works && lifetime === undefined && (await granted(session)).lifetime === undefined) {
        await waitForAge(session, second, ageAfterEnd(session, undefined))
        if (!(await useToken(session, second)).works) return
        insufficient(
          because.absent,
          phrase`no answer states a lifetime (expires_in), and a refreshed token still works after 31 days, while a first one ends within ${secondsPhrase(usual)}`,
        )
      }
      const absent = phrase`the answer to a refresh states no lifetime (expires_in)`
      await assertEnded(session, phrase`refreshed token`, second, uses, absent)
    },
  },
  {
    ...common,
    id: 'oauth.refresh.after-expiry',
    description: 'Refreshes after the access token has ended, the purpose of a refresh token: a token is issued.',
    run: async (session) => {
      const { source, answer, passed } = await lastRefresh(session)
      if (isIssued(answer.accessToken)) return
      const { lived } = await halfway(session)
      if (lived !== undefined && passed > soonAfter * lived)
        notApplicable(
          because.absent,
          phrase`the answer states no lifetime (expires_in), and the token may have ended long before the refresh`,
        )
      const stated = await refreshLifetime(session, source)
      if (stated <= passed)
        insufficient(because.data, phrase`refresh tokens last only ${secondsPhrase(stated)} according to the answer`)
      await assertOnlyTime(refreshOutlivesAnother(session), phrase`refresh token`)
      fail({
        expected: phrase`a new access token for a refresh token ${secondsPhrase(passed)} after it was issued, when its access token has expired`,
        fact: noSuccess(answer.exchange, ['access_token']),
        ...(await refreshWords(session, passed)),
      })
    },
  },
]
