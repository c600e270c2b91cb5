/** A day in milliseconds. */
export const day = 86_400_000

/** How a time is written, which clause 2.2 does not show for `expires_at`. */
export type TimeFormat =
  | 'rfc3339'
  | 'date'
  | 'unix-seconds'
  | 'unix-milliseconds'
  | 'unix-seconds as text'
  | 'unix-milliseconds as text'

/** Below it a number counts seconds, above it milliseconds: it is the year 5138 in seconds, 1973 in milliseconds. */
const secondsBelow = 1e11

/** The last moment that a Date can hold; a target may show any number. */
const endOfTime = 8.64e15

/** The years that RFC 3339 can write. */
const [firstYear, lastYear] = [-62_167_219_200_000, 253_402_300_799_000]

/** The format of a time that a target shows; undefined for an unknown one. */
export function timeFormatOf(shown: unknown): TimeFormat | undefined {
  if (typeof shown === 'number') return shown > secondsBelow ? 'unix-milliseconds' : 'unix-seconds'
  if (typeof shown !== 'string') return undefined
  if (/^\d{9,14}$/.test(shown))
    return Number(shown) > secondsBelow ? 'unix-milliseconds as text' : 'unix-seconds as text'
  return /^\d{4}-\d\d-\d\d$/.test(shown) ? 'date' : /^\d{4}-\d\d-\d\d[T ]/.test(shown) ? 'rfc3339' : undefined
}

/** How a time is written in each format, given in milliseconds since 1970. */
const writers: Readonly<Record<TimeFormat, (time: number) => unknown>> = {
  rfc3339: (time) => isoTime(time).replace('.000Z', 'Z'),
  date: (time) => isoTime(time).slice(0, 10),
  'unix-seconds': wholeSeconds,
  'unix-milliseconds': (time) => wholeSeconds(time) * 1000,
  'unix-seconds as text': (time) => String(wholeSeconds(time)),
  'unix-milliseconds as text': (time) => String(wholeSeconds(time) * 1000),
}

/** Writes a time, given in milliseconds since 1970. */
export function writeTime(time: number, format: TimeFormat): unknown {
  return writers[format](time)
}

function wholeSeconds(time: number): number {
  return Math.floor(time / 1000)
}

function isoTime(time: number): string {
  return new Date(Math.min(Math.max(wholeSeconds(time) * 1000, firstYear), lastYear)).toISOString()
}

/** Reads a time in any usual form, in milliseconds since 1970, in UTC; undefined for what is not a time. */
export function readTime(shown: unknown): number | undefined {
  const value = typeof shown === 'string' && /^\d{9,14}$/.test(shown) ? Number(shown) : shown
  if (typeof value === 'number') {
    const read = value > secondsBelow ? value : value * 1000
    return Math.abs(read) <= endOfTime ? read : undefined
  }
  const time = typeof value === 'string' ? Date.parse(isWithoutZone(value) ? `${value}Z` : value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Whether a value is a day and a time without a zone, which may be that of any place. */
export function isWithoutZone(shown: unknown): boolean {
  return typeof shown === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?$/.test(shown)
}

const hour = 3_600_000

/** The earliest and the latest moment that a shown expiry may mean, in milliseconds since 1970. */
export interface Moments {
  readonly first: number
  readonly last: number
}

/** A day as an expiry may mean its beginning or its end, in any time zone. */
export function momentsOfDay(time: number): Moments {
  const midnight = Math.floor(time / day) * day
  return { first: midnight - 14 * hour, last: midnight + 36 * hour }
}

/** What a shown time may mean: a date is a whole day, and a time without a zone may be that of any place. */
export function momentsOf(shown: unknown): Moments | undefined {
  const time = readTime(shown)
  if (time === undefined) return undefined
  if (timeFormatOf(shown) === 'date') return momentsOfDay(time)
  return isWithoutZone(shown) ? { first: time - 14 * hour, last: time + 12 * hour } : { first: time, last: time }
}

/** The same day and time two years later, by the calendar. */
export function twoYearsAfter(time: number): number {
  const date = new Date(time)
  date.setUTCFullYear(date.getUTCFullYear() + 2)
  return date.getTime()
}
