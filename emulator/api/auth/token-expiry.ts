import type { Conventions } from '../../model/contract/conventions.ts'
import { ApiError } from '../dialect/api-error.ts'
import { shortJson } from '../../tools/short-text.ts'
import { toIso } from '../../tools/time.ts'
import { expiryFormats } from './expiry-formats.ts'

const day = 86_400_000
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
  const { what, example, read } = expiryFormats[conventions.expiresAtFormat]
  const sent = read(value)
  if (sent === undefined) {
    throw new ApiError('refused', `/expires_at must be ${what}, such as ${example}; got ${shortJson(value)}.`, {
      requirement: 'pat.requires-expiry',
      details: [{ at: '/expires_at', message: 'is not a timestamp' }],
    })
  }
  const time = wholeSecond(sent)
  const creation = wholeSecond(now)
  const earliest = creation + 7 * day
  const latest = twoYearsAfter(creation)
  if (time >= earliest && time <= latest) return time
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

function wholeSecond(time: number): number {
  return Math.floor(time / 1000) * 1000
}

/** Returns the same day and time two years later; for 29 February, 28 February. */
function twoYearsAfter(time: number): number {
  const date = new Date(time)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() + 2)
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date.getTime()
}
