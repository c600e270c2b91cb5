import {
  day,
  isWithoutZone,
  type Moments,
  momentsOfDay,
  readTime,
  detectTimeFormat,
  addTwoYears,
} from '../../reading/times.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { targetClock, targetNow } from './target-clock.ts'

/** In milliseconds. */
export const hour = 3_600_000

/**
 * The distance of a judged expiry from a bound, in milliseconds, in addition to the uncertainty of the target's clock.
 */
export const minute = 60_000

/** The shortest allowed time from creation to expiry (clause 2.2). */
export const leastLifetime: number = 7 * day

/** The longest allowed time from creation to expiry. */
interface TwoYears {
  /** Years of 365 days. */
  readonly shortest: number
  /** Calendar years with a leap day, or two average years. */
  readonly longest: number
}

/** The shortest and the longest reading of two years from a moment. */
export const twoYears = (from: number): TwoYears => ({
  shortest: 730 * day,
  longest: Math.max(addTwoYears(from) - from, 730.5 * day),
})

/** The precision of an expiry: a moment, or a day whose time zone is unknown. */
export type Precision = 'moment' | 'day'

/** The latest expiry that is certainly before a limit. */
const latestEarlierExpiry = (limit: number, precision: Precision): number =>
  precision === 'moment' ? limit : Math.floor((limit - 36 * hour) / day) * day + 12 * hour

/** The earliest expiry that is certainly after a limit. */
const earliestLaterExpiry = (limit: number, precision: Precision): number =>
  precision === 'moment' ? limit : Math.ceil((limit + 14 * hour) / day) * day + 12 * hour

/** A side of a bound. Values on it must be accepted, or refused. */
export type BoundSide = 'above 7 days' | 'below 7 days' | 'below 2 years' | 'above 2 years'

const usualDelay = 5000

/** The delays to try in turn if an answer came too late to be judged, in milliseconds. */
export const delays: readonly number[] = [usualDelay, 120_000, 1_200_000]

/**
 * The expiry closest to a bound, on one side of it, that is certain to be on that side.
 * @param delay Milliseconds that the request may take to reach the target.
 */
export async function boundaryExpiry(
  session: Session,
  side: BoundSide,
  precision: Precision,
  delay: number = usualDelay,
): Promise<number> {
  const now = await targetNow(session)
  const margin = minute + (await targetClock(session)).uncertainty
  switch (side) {
    case 'above 7 days':
      return earliestLaterExpiry(now + leastLifetime + margin + delay, precision)
    case 'below 7 days':
      return latestEarlierExpiry(now + leastLifetime - margin, precision)
    case 'below 2 years':
      return latestEarlierExpiry(now + twoYears(now).shortest - margin, precision)
    case 'above 2 years':
      return earliestLaterExpiry(now + twoYears(now).longest + margin + delay, precision)
  }
}

/** The time between the creation of a token and its expiry, in milliseconds. */
export interface Lifetime {
  readonly least: number
  readonly most: number
}

/** The lifetime of a token that an exchange requests, as far as the target's clock is known. */
export async function requestedLifetime(
  session: Session,
  { startedAt, durationMs }: Exchange,
  { first, last }: Moments,
): Promise<Lifetime> {
  const { offset, uncertainty } = await targetClock(session)
  return {
    least: first - (startedAt + durationMs + offset + uncertainty),
    most: last - (startedAt + offset - uncertainty),
  }
}

/** The moments that a requested expiry may mean. */
export const momentsOfExpiry = (expiry: number, precision: Precision): Moments =>
  precision === 'day' ? momentsOfDay(expiry) : { first: expiry, last: expiry }

/**
 * Returns true if a shown expiry is the one that was sent, to the minute, or to the precision of a date or a time
 * without a zone; undefined if it is not a time.
 */
export function isAsSent(reported: unknown, sent: unknown): boolean | undefined {
  const [time, wanted] = [readTime(reported), readTime(sent)]
  if (time === undefined || wanted === undefined) return undefined
  const difference = time - wanted
  const [isDate, wasDate] = [reported, sent].map((value) => detectTimeFormat(value) === 'date')
  if (isDate && wasDate) return Math.abs(difference) <= day
  if (isDate) return difference >= -36 * hour && difference <= day
  if (wasDate) return difference >= -14 * hour && difference <= 36 * hour
  if (Math.abs(difference) <= minute) return true
  // Time zones differ by multiples of a quarter of an hour.
  const beside = Math.abs(difference - Math.round(difference / (hour / 4)) * (hour / 4))
  return isWithoutZone(reported) && Math.abs(difference) <= 14 * hour && beside <= minute
}

/**
 * The past or future expiry of a token in words, such as `expires in 7 days and 61 s`. @param span In milliseconds from
 * now.
 */
export function expiryInWords(span: number): string {
  return span < 0 ? `expired ${spanInWords(-span)} ago` : `expires in ${spanInWords(span)}`
}

/** A span of one unit, such as `12 hours`. */
export function wholeSpan(span: number): string {
  const [unit, size] =
    span % day === 0 ? ['day', day] : span % hour === 0 ? ['hour', hour] : (['minute', minute] as const)
  return `${span / size} ${unit}${span === size ? '' : 's'}`
}

function spanInWords(span: number): string {
  const days = Math.floor(span / day)
  const rest = span - days * day
  const more =
    rest < hour
      ? `${Math.round(rest / 1000)} s`
      : `${Math.floor(rest / hour)} h ${Math.floor((rest % hour) / minute)} min`
  return days === 0 ? more : `${days} ${days === 1 ? 'day' : 'days'} and ${more}`
}
