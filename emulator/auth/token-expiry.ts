import type { Conventions } from '../contract/conventions.ts'
import { ApiError } from '../dialect/api-error.ts'
import { shown } from '../tools/shown.ts'
import { parseRfc3339, toIso } from '../tools/time.ts'

const day = 86_400_000
const examples = {
  rfc3339: '"2027-01-31T00:00:00Z"',
  'unix-seconds': '1801353600',
  'unix-milliseconds': '1801353600000',
} as const
const formats = {
  rfc3339: 'an RFC 3339 timestamp',
  'unix-seconds': 'a whole number of seconds since 1970',
  'unix-milliseconds': 'a whole number of milliseconds since 1970',
} as const

/**
 * The expiry that a request asks for, in milliseconds since 1970. Clause 2.2: from 7 days to 2 years after
 * creation, by the calendar, both ends included. Creation is the second of the clock that it falls into, as
 * `created_at` shows it; the expiry is kept to the second.
 * @throws ApiError `refused` when it is no timestamp of the convention `expiresAtFormat` or lies outside.
 */
export function readTokenExpiry(
  given: unknown,
  now: number,
  conventions: Pick<Conventions, 'expiresAtFormat'>,
): number {
  const format = conventions.expiresAtFormat
  const time = timeOf(given, format)
  if (time === undefined) {
    throw new ApiError(
      'refused',
      `/expires_at must be ${formats[format]}, such as ${examples[format]}; got ${shown(given)}.`,
      { requirement: 'pat.requires-expiry', details: [{ at: '/expires_at', message: 'is not a timestamp' }] },
    )
  }
  const creation = wholeSecond(now)
  const earliest = creation + 7 * day
  const latest = twoYearsAfter(creation)
  if (time >= earliest && time <= latest) return wholeSecond(time)
  const fault = time < earliest ? 'is too early' : 'is too late'
  throw new ApiError(
    'refused',
    `/expires_at ${fault}: it must lie from ${toIso(earliest)} to ${toIso(latest)}, which is 7 days to 2 years after creation; got ${shown(given)}.`,
    {
      requirement: time < earliest ? 'pat.expiry-minimum' : 'pat.expiry-maximum',
      details: [{ at: '/expires_at', message: fault }],
    },
  )
}

function timeOf(given: unknown, format: Conventions['expiresAtFormat']): number | undefined {
  if (format === 'rfc3339') return typeof given === 'string' ? parseRfc3339(given) : undefined
  // As text it comes from a query string (clause 4).
  const value = typeof given === 'string' && /^-?\d{1,15}$/.test(given) ? Number(given) : given
  if (typeof value !== 'number' || !Number.isInteger(value)) return undefined
  return format === 'unix-seconds' ? value * 1000 : value
}

function wholeSecond(time: number): number {
  return Math.floor(time / 1000) * 1000
}

/** The same day and time two years on; from 29 February, 28 February. */
export function twoYearsAfter(time: number): number {
  const date = new Date(time)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() + 2)
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date.getTime()
}
