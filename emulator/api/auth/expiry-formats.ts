import { Type, type TSchema } from 'typebox'
import type { Conventions } from '../../model/contract/conventions.ts'
import { parseRfc3339, toIso } from '../../tools/time.ts'

/** A form of `expires_at`: times are in milliseconds since 1970. */
interface ExpiryFormat {
  /** The form in words, for refusals. */
  readonly what: string
  readonly example: string
  readonly schema: () => TSchema
  /** Reads what a client sent; undefined for what has another form. */
  readonly read: (sent: unknown) => number | undefined
  /** Writes a time that is a whole second. */
  readonly write: (time: number) => unknown
}

/** A value from the query string is text (clause 4), also where a number is expected. */
const number = (unit: number, what: string, example: string): ExpiryFormat => ({
  what,
  example,
  schema: () => Type.Integer(),
  read: (sent) => {
    const value = typeof sent === 'string' && /^-?\d{1,15}$/.test(sent) ? Number(sent) : sent
    return typeof value === 'number' && Number.isInteger(value) ? value * unit : undefined
  },
  write: (time) => time / unit,
})

const digits = (unit: number, what: string, example: string): ExpiryFormat => ({
  what,
  example,
  schema: () => Type.String({ pattern: String.raw`^\d{1,15}$` }),
  read: (sent) => (typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) * unit : undefined),
  write: (time) => String(time / unit),
})

const timestamp = (write: (time: number) => string, example: string): ExpiryFormat => ({
  what: 'an RFC 3339 timestamp',
  example,
  schema: () => Type.String({ format: 'date-time' }),
  read: (sent) => (typeof sent === 'string' ? parseRfc3339(sent) : undefined),
  write,
})

const twoHours = 7_200_000

/** The forms of `expires_at` that the convention `expiresAtFormat` chooses from. */
export const expiryFormats: Readonly<Record<Conventions['expiresAtFormat'], ExpiryFormat>> = {
  rfc3339: timestamp(toIso, '"2027-01-31T00:00:00Z"'),
  'unix-seconds': number(1000, 'a whole number of seconds since 1970', '1801353600'),
  'unix-milliseconds': number(1, 'a whole number of milliseconds since 1970', '1801353600000'),
  'rfc3339-offset': timestamp(
    (time) => `${new Date(time + twoHours).toISOString().slice(0, 19)}+02:00`,
    '"2027-01-31T02:00:00+02:00"',
  ),
  // A date stands for the moment at which its day begins in UTC.
  date: {
    what: 'a date',
    example: '"2027-01-31"',
    schema: () => Type.String({ format: 'date' }),
    read: (sent) => (typeof sent === 'string' ? parseRfc3339(`${sent}T00:00:00Z`) : undefined),
    write: (time) => toIso(time).slice(0, 10),
  },
  'http-date': {
    what: 'an HTTP date (RFC 9110 section 5.6.7)',
    example: '"Sun, 31 Jan 2027 00:00:00 GMT"',
    schema: () =>
      Type.String({ pattern: String.raw`^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$` }),
    read: (sent) => {
      const time = typeof sent === 'string' ? Date.parse(sent) : Number.NaN
      return Number.isNaN(time) || new Date(time).toUTCString() !== sent ? undefined : time
    },
    write: (time) => new Date(time).toUTCString(),
  },
  'unix-seconds-text': digits(1000, 'a text with a whole number of seconds since 1970', '"1801353600"'),
  'unix-milliseconds-text': digits(1, 'a text with a whole number of milliseconds since 1970', '"1801353600000"'),
}
