import type { Conventions } from '../../model/contract/conventions.ts'
import { ApiError } from '../dialect/api-error.ts'
import { shortJson } from '../../tools/short-text.ts'
import { toIso } from '../../tools/time.ts'
import { expiryFormats } from './expiry-formats.ts'

const day = 86_400_000

/**
 * Reads the requested expiry, in milliseconds since 1970. It must be 7 days to 2 calendar years after creation, both
 * limits included (clause 2.2). Creation and expiry are truncated to the second, as `created_at` shows it.
 * @throws ApiError `refused` when it is out of range, or a time that does not exist, such as a leap second.
 */
export function readTokenExpiry(
  sent: string | number,
  now: number,
  conventions: Pick<Conventions, 'expiresAtFormat'>,
): number {
  const time = wholeSecond(expiryFormats[conventions.expiresAtFormat].read(sent))
  const creation = wholeSecond(now)
  const earliest = creation + 7 * day
  const latest = twoYearsAfter(creation)
  if (time >= earliest && time <= latest) return time
  const [fault, requirement] =
    time < earliest
      ? (['is too early', 'pat.expiry-minimum'] as const)
      : time > latest
        ? (['is too late', 'pat.expiry-maximum'] as const)
        : (['is no moment of the calendar', 'pat.requires-expiry'] as const)
  throw new ApiError(
    'refused',
    `/expires_at ${fault}: it must be from ${toIso(earliest)} to ${toIso(latest)}, 7 days to 2 years after creation; got ${shortJson(sent)}.`,
    { requirement, details: [{ at: '/expires_at', message: fault }] },
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
