import { Type, type TUnsafe } from 'typebox'
import type { Conventions } from '../../model/contract/conventions.ts'
import { ApiError } from '../dialect/api-error.ts'
import { shortJson } from '../../tools/short-text.ts'
import { parseRfc3339, toIso } from '../../tools/time.ts'

/** A form of `expires_at`: times are in milliseconds since 1970. */
interface ExpiryFormat<Sent> {
  readonly schema: TUnsafe<Sent>
  /** Reads a value that matches the schema. Returns NaN for a time that does not exist, such as a leap second. */
  read(sent: Sent): number
  /** Writes a time, which is a whole second. */
  write(time: number): Sent
}

const numberFormat = (unit: number, units: string): ExpiryFormat<number> => ({
  schema: Type.Unsafe(Type.Integer({ description: `${units} since 1970.`, examples: [1_801_353_600_000 / unit] })),
  read: (sent) => sent * unit,
  write: (time) => time / unit,
})

const digitsFormat = (unit: number, units: string): ExpiryFormat<string> => ({
  schema: Type.Unsafe(
    Type.String({
      pattern: String.raw`^\d{1,15}$`,
      description: `${units} since 1970.`,
      examples: [String(1_801_353_600_000 / unit)],
    }),
  ),
  read: (sent) => Number(sent) * unit,
  write: (time) => String(time / unit),
})

const timestampFormat = (write: (time: number) => string): ExpiryFormat<string> => ({
  schema: Type.Unsafe(Type.String({ format: 'date-time', examples: [write(Date.UTC(2027, 0, 31))] })),
  read: (sent) => parseRfc3339(sent) ?? Number.NaN,
  write,
})

const twoHours = 7_200_000

/** The forms of `expires_at` that the convention `expiresAtFormat` chooses from. */
export const expiryFormats: Readonly<Record<Conventions['expiresAtFormat'], ExpiryFormat<string | number>>> = {
  rfc3339: timestampFormat(toIso),
  'unix-seconds': numberFormat(1000, 'Seconds'),
  'unix-milliseconds': numberFormat(1, 'Milliseconds'),
  'rfc3339-offset': timestampFormat((time) => `${new Date(time + twoHours).toISOString().slice(0, 19)}+02:00`),
  // A date means the beginning of its day in UTC.
  date: {
    schema: Type.Unsafe(Type.String({ format: 'date', examples: ['2027-01-31'] })),
    read: (sent: string) => Date.parse(sent),
    write: (time) => toIso(time).slice(0, 10),
  },
  // RFC 9110 section 5.6.7.
  'http-date': {
    schema: Type.Unsafe(
      Type.String({
        pattern: String.raw`^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$`,
        examples: ['Sun, 31 Jan 2027 00:00:00 GMT'],
      }),
    ),
    read: (sent: string) => (new Date(sent).toUTCString() === sent ? Date.parse(sent) : Number.NaN),
    write: (time) => new Date(time).toUTCString(),
  },
  'unix-seconds-text': digitsFormat(1000, 'Seconds'),
  'unix-milliseconds-text': digitsFormat(1, 'Milliseconds'),
}

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
  const latest = addTwoYears(creation)
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
function addTwoYears(time: number): number {
  const date = new Date(time)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() + 2)
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date.getTime()
}
