// Expiries at other distances from a bound, sent after a failure: they show where the bound of a target lies.
import { unlessConcluded } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { findMember } from '../../reading/find-list.ts'
import { day } from '../../reading/times.ts'
import { findBound, joinWords, type Similar } from '../similar.ts'
import { type Creation, findCreated } from '../tokens/create-token.ts'
import { type BoundSide, hour, isAsSent, leastLifetime, minute, twoYears, wholeSpan } from '../tokens/expiry-bounds.ts'
import { mainToken, spareToken } from '../tokens/main-token.ts'
import type { Sight } from '../tokens/sights.ts'
import { targetClock, targetNow } from '../tokens/target-clock.ts'
import { listTokens } from '../tokens/token-list.ts'
import { assertQuotaLeft, dropToken } from '../tokens/token-quota.ts'

type Point = readonly [words: string, distance: number]

const days = (...numbers: readonly number[]): readonly number[] => numbers.map((number) => number * day)
const short = [10 * minute, hour, 12 * hour]
const long = days(1, 2, 3, 5, 7, 30)

/** An expiry by the time until it, and by its distance from the minimum. */
const ahead = (span: number): Point => [`${wholeSpan(span)} ahead`, Math.abs(leastLifetime - span)]

/** Distances from a bound, nearest first; the nearest is as close as can be judged. */
const points: Readonly<Record<BoundSide, readonly Point[]>> = {
  'below 7 days': [
    ...[minute, ...short].map((span): Point => [`${wholeSpan(span)} short of 7 days`, span]),
    ...[...days(6, 5, 4, 3, 2, 1), 12 * hour, 6 * hour, hour].map(ahead),
    ['in the past', leastLifetime + hour],
  ],
  'above 7 days': [
    ...[minute, ...short].map((span): Point => [`${wholeSpan(span)} more than 7 days ahead`, span]),
    ...days(8, 9, 10, 12, 14, 30).map(ahead),
  ],
  'below 2 years': [minute, ...long].map((span) => [`${wholeSpan(span)} short of 2 years`, span]),
  'above 2 years': [
    ['little more than 2 years ahead', 0],
    ...long.map((span): Point => [`2 years and ${wholeSpan(span)} ahead`, span]),
    ['3 years ahead', 365 * day],
    ['10 years ahead', 8 * 365 * day],
  ],
}

/** Milliseconds before a request reaches the target, at most. */
const delay = 5000

/** The expiry at a distance from a bound, closer to a year from now by the uncertainty of the clock and the request. */
async function expiryAt(session: Session, side: BoundSide, distance: number): Promise<number> {
  const now = await targetNow(session)
  const margin = minute + (await targetClock(session)).uncertainty
  const { shortest, longest } = twoYears(now)
  const isMinimum = side.endsWith('7 days')
  const isBelow = side.startsWith('below')
  const bound = isMinimum ? leastLifetime : isBelow ? shortest : longest
  return now + bound + (isBelow ? -distance : distance) + (isMinimum ? margin + delay : -margin)
}

/** A creation with an expiry near a bound, and its token, if there is any. */
interface NearExpiry {
  readonly creation: Creation
  readonly made: Sight | undefined
}

/** @throws Conclusion if a quota is known. */
async function createAt(session: Session, use: string, expiry: number): Promise<NearExpiry> {
  await assertQuotaLeft(session)
  const creation = await spareToken(session, use, { expiry })
  const made = findCreated(session, creation, await listTokens(session, (await mainToken(session)).id))
  if (made) await dropToken(session, made.id)
  // A service may move an expiry into the range.
  const isMoved = made && isAsSent(findMember(made.record, 'expires_at'), creation.sent['expires_at']) === false
  return { creation, made: isMoved ? undefined : made }
}

/** The words about the neighbours of a wrong expiry. */
interface NearWords extends Similar {
  /** The wrong expiry that is farthest from the bound, unless that is the closest to it. */
  readonly example?: NearExpiry
}

/**
 * Where the bound of a target lies.
 * @param isClosest True if the wrong expiry was as close to the bound as can be judged.
 */
export async function nearExpiries(session: Session, side: BoundSide, isClosest: boolean): Promise<NearWords> {
  return (await unlessConcluded(askNear(session.fork(), side, isClosest))) ?? {}
}

async function askNear(session: Session, side: BoundSide, isClosest: boolean): Promise<NearWords> {
  const fewest = (await mainToken(session)).precision === 'day' ? 2 * day : 0
  const near = points[side].filter(([, distance], index) => index === 0 || distance >= fewest)
  const isOutside = side === 'below 7 days' || side === 'above 2 years'
  const asked: (NearExpiry & { readonly words: string; readonly isWrong: boolean })[] = []
  const isWrongAt = async (index: number): Promise<boolean> => {
    const [words, distance] = near[index]!
    const expiry = await createAt(session, `near${index}`, await expiryAt(session, side, distance))
    const isWrong = (expiry.made !== undefined) === isOutside
    asked.push({ ...expiry, words, isWrong })
    return isWrong
  }
  // The mistake begins at the bound, or ends at the farthest expiry.
  const [wrong, right] = await findBound(isClosest ? 0 : near.length, isClosest ? near.length : -1, isWrongAt)
  const example = asked.findLast(({ isWrong }) => isWrong)
  const last = near[wrong]?.[0]
  if (last === undefined) return {}
  const status = example?.creation.exchange.response.status ?? 200
  // A service may create a token and then answer with a refusal.
  const isQuiet = isOutside && status >= 300
  const [does, keeps] = isQuiet
    ? [phrase`creates a token in spite of the ${status}`, phrase`creates none`]
    : isOutside
      ? [phrase`is accepted`, phrase`is refused`]
      : [phrase`is refused`, phrase`is accepted`]
  const first = near[right]?.[0]
  const [bound, years] = side.endsWith('7 days') ? ['minimum', '7 days'] : ['maximum', '2 years']
  const named = (side: boolean) =>
    joinWords(asked.filter(({ isWrong, words }) => isWrong === side && words !== last).map(({ words }) => words))
  const [alike, beside] = [named(true), named(false)]
  return {
    symptom: phrase`an expires_at ${last} ${does}${first === undefined ? '' : phrase`, ${first} ${keeps}`}`,
    alike: alike && phrase`an expires_at ${alike}`,
    beside: beside && phrase`an expires_at ${beside}: each ${keeps}`,
    ...(first !== undefined &&
      isClosest &&
      !isQuiet && {
        remedy: phrase`Set the ${bound!} to ${years!}, to the second. Now it is between ${last} and ${first}.`,
      }),
    ...(example && { example }),
  }
}
