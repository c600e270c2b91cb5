// Expiries at other distances from a bound, sent after a failure: they show where the bound of a target lies.
import { unlessConcluded } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { findMember } from '../../reading/find-list.ts'
import { day } from '../../reading/times.ts'
import { findBound, joinWords, type Similar } from '../similar.ts'
import { type Creation, findCreated } from '../tokens/create-token.ts'
import { type BoundSide, hour, isAsSent, leastLifetime, minute, twoYears, wholeSpan } from '../tokens/expiry-bounds.ts'
import { assertDecided, mainToken, spareToken } from '../tokens/main-token.ts'
import type { ShownToken } from '../tokens/sights.ts'
import { targetClock, targetNow } from '../tokens/target-clock.ts'
import { listTokens } from '../tokens/token-list.ts'
import { assertQuotaLeft, dropToken } from '../tokens/token-quota.ts'

const days = (...numbers: readonly number[]): readonly number[] => numbers.map((number) => number * day)
const short = [minute, 10 * minute, hour, 12 * hour]
const long = days(1, 2, 3, 5, 7, 30)

/** Distances from a bound, nearest first; the nearest is as close as can be judged. */
const distances: Readonly<Record<BoundSide, readonly number[]>> = {
  'below 7 days': [...short, ...days(1, 2, 3, 4, 5, 6, 6.5), leastLifetime - hour, leastLifetime + hour],
  'above 7 days': [...short, ...days(1, 2, 3, 5, 7, 23)],
  'below 2 years': [minute, ...long],
  'above 2 years': [0, ...long, ...days(365, 8 * 365)],
}

/** An expires_at in words. */
function expiryWords(side: BoundSide, distance: number): string {
  const isBelow = side.startsWith('below')
  if (side === 'above 2 years')
    return distance === 0 ? 'little more than 2 years ahead' : `2 years and ${wholeSpan(distance)} ahead`
  if (side === 'below 2 years') return `${wholeSpan(distance)} short of 2 years`
  if (distance < day) return `${wholeSpan(distance)} ${isBelow ? 'short of 7 days' : 'more than 7 days ahead'}`
  if (isBelow && distance > leastLifetime) return 'in the past'
  return `${wholeSpan(leastLifetime + (isBelow ? -distance : distance))} ahead`
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
  readonly made: ShownToken | undefined
}

/** @throws Conclusion if a quota may be the reason of a refusal. */
async function createAt(session: Session, use: string, expiry: number): Promise<NearExpiry> {
  await assertQuotaLeft(session)
  const creation = await spareToken(session, use, { expiry })
  const made = findCreated(session, creation, await listTokens(session, (await mainToken(session)).id))
  if (made) await dropToken(session, made.id)
  else assertDecided(session, creation.exchange, true)
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
  const near = distances[side].filter((distance, index) => index === 0 || distance >= fewest)
  const wordsAt = (index: number) => (near[index] === undefined ? undefined : expiryWords(side, near[index]))
  const isOutside = side === 'below 7 days' || side === 'above 2 years'
  const asked: (NearExpiry & { readonly words: string; readonly isWrong: boolean })[] = []
  const isWrongAt = async (index: number): Promise<boolean> => {
    const expiry = await createAt(session, `near${index}`, await expiryAt(session, side, near[index]!))
    const isWrong = (expiry.made !== undefined) === isOutside
    asked.push({ ...expiry, words: wordsAt(index)!, isWrong })
    return isWrong
  }
  // The mistake begins at the bound, or ends at the farthest expiry.
  const [wrong, right] = await findBound(isClosest ? 0 : near.length, isClosest ? near.length : -1, isWrongAt)
  const example = asked.findLast(({ isWrong }) => isWrong)
  const last = wordsAt(wrong)
  if (last === undefined) return {}
  const status = example?.creation.exchange.response.status ?? 200
  // A service may create a token and then answer with a refusal.
  const isQuiet = isOutside && status >= 300
  const [does, keeps] = isQuiet
    ? [phrase`creates a token in spite of the ${status}`, phrase`creates none`]
    : isOutside
      ? [phrase`is accepted`, phrase`is refused`]
      : [phrase`is refused`, phrase`is accepted`]
  const first = wordsAt(right)
  const [bound, years] = side.endsWith('7 days') ? ['minimum', '7 days'] : ['maximum', '2 years']
  const named = (side: boolean) =>
    joinWords(asked.filter(({ isWrong, words }) => isWrong === side && words !== last).map(({ words }) => words))
  const [alike, beside] = [named(true), named(false)]
  return {
    symptom: phrase`an expires_at ${last} ${does}${first === undefined ? '' : phrase`, ${first} ${keeps}`}`,
    alike: alike && phrase`an expires_at ${alike}`,
    beside: beside && phrase`an expires_at ${beside}`,
    ...(first !== undefined &&
      isClosest &&
      !isQuiet && {
        remedy: phrase`Set the ${bound!} to ${years!}, to the second. Now it is between ${last} and ${first}.`,
      }),
    ...(example && { example }),
  }
}
