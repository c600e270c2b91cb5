// Expiries at other distances from a bound, sent after a failure: they show where the bound of a target lies.
import { unlessConcluded } from '../../conclusions/conclusion.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { findMember } from '../../reading/find-list.ts'
import { day } from '../../reading/times.ts'
import { type Creation, findCreated } from '../tokens/create-token.ts'
import { type BoundSide, isAsSent, leastLifetime, minute, twoYears } from '../tokens/expiry-bounds.ts'
import { hasQuota, mainToken, spareToken } from '../tokens/main-token.ts'
import type { Sight, Similar } from '../tokens/sights.ts'
import { targetClock, targetNow } from '../tokens/target-clock.ts'
import { listTokens } from '../tokens/token-list.ts'
import { dropToken, isFull } from '../tokens/token-quota.ts'

const hour = 60 * minute

/** Distances from a bound in words and in milliseconds, nearest first. */
const points: Readonly<Record<BoundSide, readonly (readonly [words: string, distance: number])[]>> = {
  'below 7 days': [
    ['10 minutes short of 7 days', 10 * minute],
    ['1 hour short of 7 days', hour],
    ['12 hours short of 7 days', 12 * hour],
    ...[6, 5, 4, 3, 2].map((days) => [`${days} days ahead`, (7 - days) * day] as const),
    ['1 day ahead', 6 * day],
    ...[23, 12, 8, 6].map((hours) => [`${hours} hours ahead`, 7 * day - hours * hour] as const),
    ['1 hour ahead', 7 * day - hour],
    ['in the past', 7 * day + hour],
  ],
  'above 7 days': [
    ['10 minutes more than 7 days ahead', 10 * minute],
    ['1 hour more than 7 days ahead', hour],
    ['12 hours more than 7 days ahead', 12 * hour],
    ...[8, 9, 10, 12, 14, 30].map((days) => [`${days} days ahead`, (days - 7) * day] as const),
  ],
  'below 2 years': [
    ['1 day short of 2 years', day],
    ...[2, 3, 5, 7, 30].map((days) => [`${days} days short of 2 years`, days * day] as const),
  ],
  'above 2 years': [
    ['2 years and 1 day ahead', day],
    ...[2, 3, 5, 7, 30].map((days) => [`2 years and ${days} days ahead`, days * day] as const),
    ['3 years ahead', 365 * day],
    ['10 years ahead', 8 * 365 * day],
  ],
}

/** The bound, and the word for the closest expiry that can be judged. */
const bounds = {
  'below 7 days': ['minimum', '1 minute short of 7 days'],
  'above 7 days': ['minimum', '1 minute more than 7 days ahead'],
  'below 2 years': ['maximum', '1 minute short of 2 years'],
  'above 2 years': ['maximum', 'little more than 2 years ahead'],
} as const satisfies Readonly<Record<BoundSide, readonly [bound: string, closest: string]>>

/** Milliseconds before a request reaches the target, at most. */
const delay = 5000

/** An expiry near a bound, and the token with it, if there is any. */
interface NearExpiry {
  readonly words: string
  readonly creation: Creation
  readonly made: Sight | undefined
}

/**
 * Asks for tokens at all distances from a bound that an expiry of the target's precision can show. Each is deleted
 * before the next, and a refusal like that of a quota shows nothing.
 */
async function askNear(session: Session, side: BoundSide): Promise<readonly NearExpiry[]> {
  if (await isFull(session)) return []
  const { id, precision } = await mainToken(session)
  const fewest = precision === 'day' ? 2 * day : 0
  const asked: NearExpiry[] = []
  for (const [words, distance] of points[side].filter(([, far]) => far >= fewest)) {
    const expiry = await expiryAt(session, side, distance)
    const creation = await spareToken(session, `near${asked.length}`, { expiry })
    const made = creation.id === undefined ? undefined : findCreated(session, creation, undefined)
    if (made) await dropToken(session, creation.id)
    asked.push({ words, creation, made })
  }
  const list = await listTokens(session, id)
  return asked.flatMap(({ words, creation, made: answered }) => {
    const made = answered ?? findCreated(session, creation, list)
    // A service may move an expiry into the range.
    const isMoved = made && isAsSent(findMember(made.record, 'expires_at'), creation.sent['expires_at']) === false
    return isMoved || (!made && hasQuota(creation.exchange)) ? [] : [{ words, creation, made }]
  })
}

/** The expiry at a distance from a bound, closer to a year from now by the uncertainty of the clock and the request. */
async function expiryAt(session: Session, side: BoundSide, distance: number): Promise<number> {
  const now = await targetNow(session)
  const margin = minute + (await targetClock(session)).uncertainty
  const { shortest, longest } = twoYears(now)
  switch (side) {
    case 'below 7 days':
      return now + leastLifetime - distance + margin + delay
    case 'above 7 days':
      return now + leastLifetime + distance + margin + delay
    case 'below 2 years':
      return now + shortest - distance - margin
    case 'above 2 years':
      return now + longest + distance - margin
  }
}

/** The words about the neighbours of a wrong expiry. */
interface NearWords extends Similar {
  readonly symptom: Phrase
  /** The wrong expiry that is farthest from the bound, unless that is the closest to it. */
  readonly example: { readonly creation: Creation; readonly made: Sight | undefined } | undefined
}

/** The most expiries that are named. */
const mostNamed = 4

/**
 * Where the bound of a target lies.
 * @param isClosest True if the wrong expiry was as close to the bound as can be judged.
 */
export async function nearExpiries(
  session: Session,
  side: BoundSide,
  isClosest: boolean,
): Promise<NearWords | undefined> {
  const near = (await unlessConcluded(askNear(session.fork(), side))) ?? []
  const isOutside = side === 'below 7 days' || side === 'above 2 years'
  const isWrong = ({ made }: NearExpiry): boolean => (made !== undefined) === isOutside
  const [bound, closest] = bounds[side]
  const wrong = near.filter(isWrong)
  const right = near.filter((other) => !isWrong(other))
  const example = wrong.at(-1)
  const farthest = example?.words ?? (isClosest ? closest : undefined)
  if (farthest === undefined) return undefined
  const [nearest] = right
  const status = example?.creation.exchange.response.status ?? 200
  // A service may create a token and then answer with a refusal.
  const isQuiet = isOutside && status >= 300
  const [does, keeps] = isQuiet
    ? [phrase`creates a token in spite of the ${status}`, phrase`creates none`]
    : isOutside
      ? [phrase`is accepted`, phrase`is refused`]
      : [phrase`is refused`, phrase`is accepted`]
  const isMoved = isClosest && nearest !== undefined && (!example || near.indexOf(example) < near.indexOf(nearest))
  const others = [...(isClosest ? [closest] : []), ...wrong.map(({ words }) => words)].slice(0, -1).slice(-mostNamed)
  return {
    symptom: phrase`an expires_at ${farthest} ${does}${isMoved ? phrase`, ${nearest.words} ${keeps}` : ''}`,
    alike: others.length === 0 ? undefined : phrase`an expires_at ${{ list: others }}`,
    beside: nearest
      ? phrase`an expires_at ${{ list: right.slice(0, mostNamed).map(({ words }) => words) }}: each ${keeps}`
      : undefined,
    remedy:
      isMoved && !isQuiet
        ? phrase`Set the ${bound} to ${bound === 'minimum' ? '7 days' : '2 years'}, to the second. Now it is between ${farthest} and ${nearest.words}.`
        : undefined,
    example,
  }
}
