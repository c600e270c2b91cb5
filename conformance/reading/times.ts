/** A day in milliseconds. */
export const day = 86_400_000

const hour = 3_600_000

/** The formats of a time. Clause 2.2 does not show the format of `expires_at`. */
export const timeFormats = [
  'rfc3339',
  'unix-seconds',
  'unix-milliseconds',
  'rfc3339-offset',
  'date',
  'http-date',
  'unix-seconds-text',
  'unix-milliseconds-text',
] as const

/** The format of a time. */
export type TimeFormat = (typeof timeFormats)[number]

/**
 * Numbers below this limit are seconds, those above it milliseconds. It is the year 5138 in seconds and 1973 in
 * milliseconds.
 */
const secondsBelow = 1e11

/** The last moment that a Date can represent. A target may return any number. */
const endOfTime = 8.64e15

/** The first and the last moment that RFC 3339 can express. */
const [firstYear, lastYear] = [-62_167_219_200_000, 253_402_300_799_000]

/** The format of a time; undefined for an unknown one. */
export function detectTimeFormat(value: unknown): TimeFormat | undefined {
  if (typeof value === 'number') return value > secondsBelow ? 'unix-milliseconds' : 'unix-seconds'
  if (typeof value !== 'string') return undefined
  if (/^\d{9,14}$/.test(value)) return Number(value) > secondsBelow ? 'unix-milliseconds-text' : 'unix-seconds-text'
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'date'
  if (/^\d{4}-\d\d-\d\d[T ]/.test(value)) return /(?!\+00:00)[+-]\d\d:\d\d$/.test(value) ? 'rfc3339-offset' : 'rfc3339'
  return /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(value) ? 'http-date' : undefined
}

/** Writes a time in each format, from milliseconds since 1970. */
const writers: Readonly<Record<TimeFormat, (time: number) => unknown>> = {
  rfc3339: (time) => clampedIsoTime(time).replace('.000Z', 'Z'),
  date: (time) => clampedIsoTime(time).slice(0, 10),
  'unix-seconds': wholeSeconds,
  'unix-milliseconds': (time) => wholeSeconds(time) * 1000,
  'unix-seconds-text': (time) => String(wholeSeconds(time)),
  'unix-milliseconds-text': (time) => String(wholeSeconds(time) * 1000),
  'rfc3339-offset': (time) => clampedIsoTime(time + 2 * hour).replace('.000Z', '+02:00'),
  'http-date': (time) => new Date(clampedIsoTime(time)).toUTCString(),
}

/** Writes a time, given in milliseconds since 1970. */
export function writeTime(time: number, format: TimeFormat): unknown {
  return writers[format](time)
}

function wholeSeconds(time: number): number {
  return Math.floor(time / 1000)
}

function clampedIsoTime(time: number): string {
  return new Date(Math.min(Math.max(wholeSeconds(time) * 1000, firstYear), lastYear)).toISOString()
}

/** Reads a time in any usual form, in milliseconds since 1970, in UTC; undefined for other values. */
export function readTime(text: unknown): number | undefined {
  const value = typeof text === 'string' && /^\d{9,14}$/.test(text) ? Number(text) : text
  if (typeof value === 'number') {
    const read = value > secondsBelow ? value : value * 1000
    return Math.abs(read) <= endOfTime ? read : undefined
  }
  const time = typeof value === 'string' ? Date.parse(isWithoutZone(value) ? `${value}Z` : value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Returns true if a value is a date and a time without a zone, which may be local time anywhere. */
export function isWithoutZone(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?$/.test(value)
}

/** The earliest and the latest moment of an ambiguous expiry, in milliseconds since 1970. */
export interface Moments {
  readonly first: number
  readonly last: number
}

/** The moments of a day: an expiry may mean its beginning or its end, in any time zone. */
export function momentsOfDay(time: number): Moments {
  const midnight = Math.floor(time / day) * day
  return { first: midnight - 14 * hour, last: midnight + 36 * hour }
}

/** The moments that a time may mean: a date is a whole day, and a time without a zone may be in any zone. */
export function possibleMoments(value: unknown): Moments | undefined {
  const time = readTime(value)
  if (time === undefined) return undefined
  if (detectTimeFormat(value) === 'date') return momentsOfDay(time)
  return isWithoutZone(value) ? { first: time - 14 * hour, last: time + 12 * hour } : { first: time, last: time }
}

/** The same day and time two years later, by the calendar. */
export function addTwoYears(time: number): number {
  const date = new Date(time)
  date.setUTCFullYear(date.getUTCFullYear() + 2)
  return date.getTime()
}
