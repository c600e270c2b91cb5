import { because, see } from '../../conclusions/cause.ts'
import { blocked, notApplicable } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { Once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import { type BearerUse, useNewToken, useToken } from '../tokens/token.ts'
import { assertMayPass, waitOncePerRun, waitForOthers } from '../tokens/advance-clock.ts'
import {
  requestClientToken,
  clientToken,
  clientWay,
  granted,
  isIssued,
  type IssuedToken,
  assertIssued,
  sendRefresh,
  type TokenAnswer,
  workingGrant,
} from './oauth-tokens.ts'
import { hasHook } from '../tokens/target-clock.ts'
import { tokenAge, type LateUses, expiryMargin, useAfterEnd, waitForAge } from './token-time.ts'

/** An access token that was refreshed after half its lifetime. */
interface Halfway {
  readonly first: IssuedToken
  /** Seconds, as the answer states, or else as the run has seen. */
  readonly lifetime: number
  /** Seconds after which a token without a stated lifetime still worked; undefined for a stated one. */
  readonly lived: number | undefined
  /** Undefined when the refresh was refused. */
  readonly second: RefreshedToken | undefined
  /** The answer to the refresh. */
  readonly refresh: TokenAnswer
  /** Seconds to wait after the end of a token before it is used. */
  readonly margin: number
}

/** A refreshed token, used after the end of the previous one. */
interface RefreshedToken extends IssuedToken {
  readonly pastFirst: BearerUse
  /** Seconds from its issue to that use. */
  readonly age: number
}

const day = 86_400
/** Seconds. The ages at which a token without a stated lifetime is tried. */
const triedAges = [300, 900, 3600, 7200, day / 4, day, 7 * day, 31 * day]
/** The ratio of two ages between which the end of a token is known well enough. */
const nearEnough = 1.1
/** Seconds. Shorter tokens are not watched. */
const shortest = 4

/** The life of tokens without a stated lifetime, as a run has seen it, in seconds. */
interface MeasuredLife {
  /** The age at which a token had ended. */
  readonly lifetime: number
  /** The age at which a token still worked. */
  readonly lived: number
}

/**
 * The age in seconds at which a token without a stated lifetime has ended, and not long before: a refresh token may last
 * only slightly longer than its access token.
 * @throws Conclusion `notApplicable` without a hook, or if the token does not end within 31 days.
 */
async function measureLifetime(session: Session): Promise<MeasuredLife> {
  const absent = phrase`the answer states no lifetime (expires_in)`
  if (!hasHook(session)) notApplicable(because.absent, absent)
  const worksAt = async (issued: IssuedToken, age: number): Promise<readonly [age: number, works: boolean]> => {
    await waitForAge(session, issued, age)
    const { works } = await useToken(session, issued)
    return [await tokenAge(session, issued), works]
  }
  const newToken = () => workingGrant(session, phrase`a new access token does not work`)
  const issued = await newToken()
  let lived = 0
  let ended = Number.POSITIVE_INFINITY
  for (const tried of triedAges) {
    const [age, works] = await worksAt(issued, tried)
    if (!works) {
      ended = age
      break
    }
    lived = age
  }
  if (ended === Number.POSITIVE_INFINITY)
    notApplicable(because.absent, phrase`${absent}, and the token still works after 31 days`)
  while (ended > nearEnough * Math.max(lived, shortest)) {
    const [age, works] = await worksAt(await newToken(), Math.sqrt(ended * Math.max(lived, shortest)))
    // Other waits may have moved the clock further.
    if (age >= ended) break
    if (works) lived = age
    else ended = age
  }
  return { lifetime: Math.floor(ended), lived }
}

/** The seconds after a lifetime at which a token has ended: none after a measured one, at which a token was refused. */
const marginAfter = (session: Session, lifetime: number, measured: number | undefined): number =>
  lifetime === measured ? 0 : expiryMargin(session, lifetime)

/**
 * Gets a token, lets half its lifetime pass, and refreshes it. Uses the refreshed token after the end of the first.
 * @param measured Tokens whose answer states no lifetime.
 */
async function watchRefresh(session: Session, measured?: MeasuredLife): Promise<Halfway> {
  const first = await assertIssued(session, await requestClientToken(session))
  const { lifetime = measured?.lifetime } = first.answer
  if (lifetime === undefined) notApplicable(because.absent, phrase`the answer states no lifetime (expires_in)`)
  if (lifetime < shortest) notApplicable(because.limit, phrase`a token of ${lifetime} s is too short to be watched`)
  const margin = marginAfter(session, lifetime, measured?.lifetime)
  // Targets need not have a hook for it.
  assertMayPass(session, 2 * lifetime + (hasHook(session) ? margin : 0), notApplicable)
  await waitForAge(session, first, lifetime / 2)
  const answer = await sendRefresh(session, first.answer)
  const watch = { first, lifetime, lived: measured?.lived, refresh: answer, margin }
  if (!isIssued(answer.accessToken)) return { ...watch, second: undefined }
  const second = await assertIssued(session, answer, 'oauth.refresh')
  if (!(await useNewToken(session, second)).works)
    blocked(see('oauth.refreshed-token-works'), phrase`the refreshed token does not work`)
  await waitForAge(session, first, Math.ceil(lifetime) + margin)
  const pastFirst = await useToken(session, second)
  return { ...watch, second: { ...second, pastFirst, age: await tokenAge(session, second) } }
}

/** The stated lifetime of the refreshed token in seconds; undefined if it may have ended before it was used. */
export function lifetimeBeyondUse({ answer: { lifetime: stated }, age }: RefreshedToken): number | undefined {
  return stated !== undefined && stated > age + 1 ? stated : undefined
}

/** Returns true if only other waits, such as for a quota, made the refreshed token end before it was used. */
function cameLate({ second, lifetime, margin }: Halfway): boolean {
  if (!second || second.pastFirst.works || lifetimeBeyondUse(second) !== undefined) return false
  const { lifetime: stated } = second.answer
  return stated !== undefined && stated > lifetime / 2 + margin + 1
}

/**
 * A token that was refreshed after half its lifetime, and used after the end of the first; repeated with new tokens if
 * that use came too late.
 */
export const halfway: Once<[], Halfway> = waitOncePerRun(async (session) => {
  // Ends before the wait if no token of the client works.
  await clientWay(session)
  // A request for another token could end the watched one.
  await session.bearer()
  await waitForOthers(session)
  const measured = (await granted(session)).lifetime === undefined ? await measureLifetime(session) : undefined
  const watch = await watchRefresh(session, measured)
  return cameLate(watch) ? await watchRefresh(session, measured) : watch
})

/** The same, with the refreshed token. @throws Conclusion `blocked` if none was issued. */
export async function watchRefreshed(session: Session): Promise<Halfway & { readonly second: RefreshedToken }> {
  const { second, ...others } = await halfway(session)
  return second
    ? { ...others, second }
    : blocked(see('oauth.refresh'), phrase`a refresh at half of the lifetime gave no token`)
}

/** The answers after the refreshed token had ended as well. */
interface PastLife {
  /** The uses of the refreshed token. */
  readonly uses: LateUses
  /** The answer to a refresh soon after the end of the refreshed token. */
  readonly third: TokenAnswer
  /** A use of its token; undefined if none was issued. */
  readonly thirdUse: BearerUse | undefined
  /** Seconds from the previous refresh to this one. */
  readonly passed: number
}

/** Lets the refreshed token end, uses it, and refreshes again. */
export const pastLife: Once<[], PastLife> = waitOncePerRun(async (session) => {
  const { first, second, lifetime: usual } = await watchRefreshed(session)
  const measured = first.answer.lifetime === undefined ? usual : undefined
  const { lifetime = usual, refreshToken } = second.answer
  await waitForAge(session, second, Math.ceil(lifetime) + marginAfter(session, lifetime, measured))
  const passed = await tokenAge(session, second)
  // The refresh comes soon, as a refresh token may last only slightly longer than its access token.
  const refreshAgain = async () => {
    // An answer without a refresh token keeps the previous one in use (RFC 6749 section 6).
    const source = refreshToken === undefined ? first.answer : second.answer
    const third = await sendRefresh(session, source)
    const { accessToken: token } = third
    return { third, thirdUse: typeof token === 'string' ? await useNewToken(session, clientToken(token)) : undefined }
  }
  const uses = await useAfterEnd(session, second, lifetime, { next: refreshAgain, inQuick: 0 })
  return { uses, ...uses.next!, passed }
})
