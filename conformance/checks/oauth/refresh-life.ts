import { because, see } from '../../conclusions/cause.ts'
import { blocked, notApplicable } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { Once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import {
  type BearerUse,
  isNewAccepted,
  servedElsewhere,
  useBearer,
  useNewBearer,
  type WayIn,
} from '../accepted-bearer.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { toldOnce, whenOthersWait } from '../access-tokens/advance-clock.ts'
import {
  byCredentials,
  grantedAcceptance,
  type Issued,
  isToken,
  issuedBy,
  refresh,
  type TokenAnswer,
} from './oauth-tokens.ts'
import { ageOf, assertMayPass, type LateUse, marginAfter, useAfterLeeway, waitForAge } from './token-time.ts'

/** An access token that was refreshed after half of its lifetime. */
interface Halfway {
  readonly way: WayIn
  readonly first: Issued
  /** Seconds, as the answer tells. */
  readonly lifetime: number
  /** Undefined when the refresh was refused. */
  readonly second: Refreshed | undefined
  /** The answer to the refresh. */
  readonly refresh: TokenAnswer
  /** Seconds after the end of a token for which it is not asked yet. */
  readonly margin: number
}

/** A refreshed token, used after the end of the one before. */
interface Refreshed extends Issued {
  readonly pastFirst: BearerUse
  /** Seconds from its issue to that use. */
  readonly age: number
}

/**
 * Gets a token, lets half of its lifetime pass, and refreshes it. Uses the refreshed token after the end of the first.
 */
async function watchRefresh(session: Session, way: WayIn): Promise<Halfway> {
  const first = await issuedBy(session, 'oauth.client-credentials', await byCredentials(session))
  const { lifetime } = first.answer
  if (lifetime === undefined) notApplicable(because.absent, phrase`the answer tells no lifetime (expires_in)`)
  if (lifetime < 4) notApplicable(because.limit, phrase`a token of ${lifetime} s is too short to be watched`)
  const margin = marginAfter(session, lifetime)
  assertMayPass(session, 2 * lifetime + (session.run.target.hooks?.advanceClock ? margin : 0))
  await waitForAge(session, first, lifetime / 2)
  const answer = await refresh(session, Promise.resolve(first.answer))
  const watch = { way, first, lifetime, refresh: answer, margin }
  if (!isToken(answer.accessToken)) return { ...watch, second: undefined }
  const second = await issuedBy(session, 'oauth.refresh', answer)
  if (!(await isNewAccepted(session, way, second.token)))
    blocked(see('oauth.refreshed-token-works'), phrase`the refreshed token does not work`)
  await waitForAge(session, first, Math.ceil(lifetime) + margin)
  const pastFirst = await useBearer(session, way, second.token)
  return { ...watch, second: { ...second, pastFirst, age: await ageOf(session, second) } }
}

/** Seconds for which the refreshed token is said to last; undefined if it may have ended before it was used. */
export function toldBeyondUse({ answer: { lifetime: told }, age }: Refreshed): number | undefined {
  return told !== undefined && told > age + 1 ? told : undefined
}

/** Returns true if only other waits, such as those for a quota, let the refreshed token end before it was used. */
function cameLate({ second, lifetime, margin }: Halfway): boolean {
  if (!second || second.pastFirst.works || toldBeyondUse(second) !== undefined) return false
  const { lifetime: told } = second.answer
  return told !== undefined && told > lifetime / 2 + margin + 1
}

/**
 * A token that was refreshed after half of its lifetime, and used after the end of the first; once more with new tokens
 * where that use came too late.
 */
export const halfway: Once<[], Halfway> = toldOnce(async (session) => {
  // oauth.refreshed-token-works.bearer comes after oauth.token-works.bearer, which has shown one.
  const way = (await grantedAcceptance(session)).way!
  // A request for another token could end the one that is watched.
  await session.bearer()
  await whenOthersWait(session)
  const watch = await watchRefresh(session, way)
  return cameLate(watch) ? await watchRefresh(session, way) : watch
})

/** The same, with the token that came. @throws Conclusion `blocked` when none came. */
export async function watched(session: Session): Promise<Halfway & { readonly second: Refreshed }> {
  const { second, ...others } = await halfway(session)
  return second
    ? { ...others, second }
    : blocked(see('oauth.refresh'), phrase`a refresh at half of the lifetime gave no token`)
}

/** The answers after the refreshed token had ended too. */
interface PastLife {
  /** The last use of the refreshed token. */
  readonly use: LateUse
  /** An answer that then still serves this token or the one before in another place; undefined when none does. */
  readonly elsewhere: Exchange | undefined
  /** The answer to a refresh soon after the end of the refreshed token. */
  readonly third: TokenAnswer
  /** A use of its token; undefined when none came. */
  readonly thirdUse: BearerUse | undefined
  /** Seconds from the refresh before to this one. */
  readonly passed: number
}

/** Lets the refreshed token end, uses it, and refreshes again. */
export const pastLife: Once<[], PastLife> = toldOnce(async (session) => {
  const { way, first, second, lifetime: usual } = await watched(session)
  const { lifetime = usual, refreshToken } = second.answer
  await waitForAge(session, second, Math.ceil(lifetime) + marginAfter(session, lifetime))
  const passed = await ageOf(session, second)
  const soon = await useBearer(session, way, second.token)
  // An answer without a refresh token leaves the one before in use (RFC 6749 section 6).
  const source = refreshToken === undefined ? first.answer : second.answer
  const third = await refresh(session, Promise.resolve(source))
  const thirdUse =
    typeof third.accessToken === 'string' ? await useNewBearer(session, way, third.accessToken) : undefined
  // The refresh comes first: a refresh token may last little longer than the access token that it came with.
  const use = await useAfterLeeway(session, way, second, lifetime, soon)
  // Where the token before was read by checks that only read, places that write are left.
  const elsewhere =
    use.works || session.run.quick
      ? undefined
      : ((await servedElsewhere(session, way, second.token, ['read', 'write'])) ??
        (await servedElsewhere(session, way, first.token, ['write'])))
  return { use, elsewhere, third, thirdUse, passed }
})
