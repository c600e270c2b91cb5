import { Type, type TUnsafe } from 'typebox'
import type { Conventions } from '../../model/contract/conventions.ts'
import { parseRfc3339, toIso } from '../../tools/time.ts'

/** A form of `expires_at`: times are in milliseconds since 1970. */
interface ExpiryFormat<Sent> {
  readonly schema: TUnsafe<Sent>
  /** Reads a value that matches the schema. Returns NaN for a time that does not exist, such as a leap second. */
  read(sent: Sent): number
  /** Writes a time, which is a whole second. */
  write(time: number): Sent
}

const number = (unit: number, units: string): ExpiryFormat<number> => ({
  schema: Type.Unsafe(Type.Integer({ description: `${units} since 1970.`, examples: [1_801_353_600_000 / unit] })),
  read: (sent) => sent * unit,
  write: (time) => time / unit,
})

const digits = (unit: number, units: string): ExpiryFormat<string> => ({
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

const timestamp = (write: (time: number) => string): ExpiryFormat<string> => ({
  schema: Type.Unsafe(Type.String({ format: 'date-time', examples: [write(Date.UTC(2027, 0, 31))] })),
  read: (sent) => parseRfc3339(sent) ?? Number.NaN,
  write,
})

const twoHours = 7_200_000

/** The forms of `expires_at` that the convention `expiresAtFormat` chooses from. */
export const expiryFormats: Readonly<Record<Conventions['expiresAtFormat'], ExpiryFormat<string | number>>> = {
  rfc3339: timestamp(toIso),
  'unix-seconds': number(1000, 'Seconds'),
  'unix-milliseconds': number(1, 'Milliseconds'),
  'rfc3339-offset': timestamp((time) => `${new Date(time + twoHours).toISOString().slice(0, 19)}+02:00`),
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
  'unix-seconds-text': digits(1000, 'Seconds'),
  'unix-milliseconds-text': digits(1, 'Milliseconds'),
}
