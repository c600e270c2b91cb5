import {
  day,
  isWithoutZone,
  type Moments,
  momentsOfDay,
  readTime,
  timeFormatOf,
  twoYearsAfter,
} from '../../reading/times.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { targetClock, targetNow } from '../target-clock.ts'

const hour = 3_600_000

/** How far beyond what is known of the target's clock an expiry must be from a bound to be judged, in milliseconds. */
export const minute = 60_000

/** The least that an expiry may be after creation (clause 2.2). */
export const leastLifetime: number = 7 * day

/** The most that an expiry may be after creation. */
interface TwoYears {
  /** Years of 365 days. */
  readonly shortest: number
  /** By the calendar, with a leap day; or two average years. */
  readonly longest: number
}

/** The shortest and the longest reading of two years from a moment. */
export const twoYears = (from: number): TwoYears => ({
  shortest: 730 * day,
  longest: Math.max(twoYearsAfter(from) - from, 730.5 * day),
})

/** The precision of an expiry: a moment, or a day whose time zone is unknown. */
export type Precision = 'moment' | 'day'

/** The latest expiry that surely comes before a limit. */
const before = (limit: number, precision: Precision): number =>
  precision === 'moment' ? limit : Math.floor((limit - 36 * hour) / day) * day + 12 * hour

/** The earliest expiry that surely comes after a limit. */
const behind = (limit: number, precision: Precision): number =>
  precision === 'moment' ? limit : Math.ceil((limit + 14 * hour) / day) * day + 12 * hour

/** A side of a bound: values there must be taken, or refused. */
export type BoundSide = 'above 7 days' | 'below 7 days' | 'below 2 years' | 'above 2 years'

const usualDelay = 5000

/** The delays to try one after the other, where an answer came too late to be judged, in milliseconds. */
export const delays: readonly number[] = [usualDelay, 120_000, 1_200_000]

/**
 * The expiry that is nearest to a bound, on one side of it, and can be told from it.
 * @param delay Milliseconds that the request may take to reach the target.
 */
export async function expiryAt(
  session: Session,
  side: BoundSide,
  precision: Precision,
  delay: number = usualDelay,
): Promise<number> {
  const now = await targetNow(session)
  const margin = minute + (await targetClock(session)).uncertainty
  switch (side) {
    case 'above 7 days':
      return behind(now + leastLifetime + margin + delay, precision)
    case 'below 7 days':
      return before(now + leastLifetime - margin, precision)
    case 'below 2 years':
      return before(now + twoYears(now).shortest - margin, precision)
    case 'above 2 years':
      return behind(now + twoYears(now).longest + margin + delay, precision)
  }
}

/** The time between the creation of a token and its expiry, in milliseconds. */
export interface Lifetime {
  readonly least: number
  readonly most: number
}

/** How long a token lasts that an exchange was to create, as far as the target's clock is known. */
export async function lifetimeOf(
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

/** The moments that an expiry means when it is asked for. */
export const momentsOfExpiry = (expiry: number, precision: Precision): Moments =>
  precision === 'day' ? momentsOfDay(expiry) : { first: expiry, last: expiry }

/**
 * Returns true if a shown expiry is the one that was sent, to the minute, or as far as a date or a time without a zone
 * tells; undefined when it is no time.
 */
export function isAsSent(reported: unknown, sent: unknown): boolean | undefined {
  const [time, wanted] = [readTime(reported), readTime(sent)]
  if (time === undefined || wanted === undefined) return undefined
  const difference = time - wanted
  const [isDate, wasDate] = [reported, sent].map((value) => timeFormatOf(value) === 'date')
  if (isDate && wasDate) return Math.abs(difference) <= day
  if (isDate) return difference >= -36 * hour && difference <= day
  if (wasDate) return difference >= -14 * hour && difference <= 36 * hour
  if (Math.abs(difference) <= minute) return true
  // The zones of places differ by quarters of an hour.
  const beside = Math.abs(difference - Math.round(difference / (hour / 4)) * (hour / 4))
  return isWithoutZone(reported) && Math.abs(difference) <= 14 * hour && beside <= minute
}

/** When a token expires or did expire, such as `expires in 7 days and 61 s`. @param span In milliseconds from now. */
export function expiryInWords(span: number): string {
  return span < 0 ? `expired ${spanInWords(-span)} ago` : `expires in ${spanInWords(span)}`
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
