import type { Conventions } from '../../model/contract/conventions.ts'
import { ApiError } from '../dialect/api-error.ts'
import { shortJson } from '../../tools/short-text.ts'
import { parseRfc3339, toIso } from '../../tools/time.ts'

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
 * Reads the requested expiry, in milliseconds since 1970. It must be 7 days to 2 calendar years after creation, both
 * limits included (clause 2.2). Creation and expiry are truncated to the second, as `created_at` shows it.
 * @throws ApiError `refused` when it is not a timestamp in the convention `expiresAtFormat`, or is out of range.
 */
export function readTokenExpiry(
  value: unknown,
  now: number,
  conventions: Pick<Conventions, 'expiresAtFormat'>,
): number {
  const format = conventions.expiresAtFormat
  const time = timeOf(value, format)
  if (time === undefined) {
    throw new ApiError(
      'refused',
      `/expires_at must be ${formats[format]}, such as ${examples[format]}; got ${shortJson(value)}.`,
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
    `/expires_at ${fault}: it must be from ${toIso(earliest)} to ${toIso(latest)}, 7 days to 2 years after creation; got ${shortJson(value)}.`,
    {
      requirement: time < earliest ? 'pat.expiry-minimum' : 'pat.expiry-maximum',
      details: [{ at: '/expires_at', message: fault }],
    },
  )
}

function timeOf(sent: unknown, format: Conventions['expiresAtFormat']): number | undefined {
  if (format === 'rfc3339') return typeof sent === 'string' ? parseRfc3339(sent) : undefined
  // A value from the query string is text (clause 4).
  const value = typeof sent === 'string' && /^-?\d{1,15}$/.test(sent) ? Number(sent) : sent
  if (typeof value !== 'number' || !Number.isInteger(value)) return undefined
  return format === 'unix-seconds' ? value * 1000 : value
}

function wholeSecond(time: number): number {
  return Math.floor(time / 1000) * 1000
}

/** Returns the same day and time two years later; for 29 February, 28 February. */
export function twoYearsAfter(time: number): number {
  const date = new Date(time)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() + 2)
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date.getTime()
}
