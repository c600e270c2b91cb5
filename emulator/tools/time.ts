import { EmulatorError } from './emulator-error.ts'
import { shortJson } from './short-text.ts'

/**
 * The last time that a clock can show, in milliseconds since 1970. RFC 3339 cannot write the year 10000, and expiries
 * lie after the clock's time, so this leaves a hundred years.
 */
export const maxTime: number = Date.UTC(9899, 11, 31)
const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/**
 * Sticky: each part begins at the end of the previous one. Searching from every digit of a long string takes seconds.
 */
const durationPart = /(\d+(?:\.\d+)?)(ms|[smhdw])/gy

/**
 * Parses a duration into milliseconds: a number of milliseconds, or whole or decimal numbers with a unit
 * (`ms`, `s`, `m`, `h`, `d`, `w`), as in `8d` or `1h30m`. Fractions of a millisecond are rounded.
 * @throws EmulatorError `invalid_time` for anything else.
 */
export function parseDuration(duration: number | string): number {
  const parts = typeof duration === 'string' ? [...duration.matchAll(durationPart)] : []
  const milliseconds =
    typeof duration === 'number'
      ? duration
      : parts.length > 0 && parts.map((part) => part[0]).join('') === duration
        ? parts.reduce((sum, part) => sum + Number(part[1]) * units[part[2] as string]!, 0)
        : Number.NaN
  if (!Number.isFinite(milliseconds) || milliseconds < 0) {
    throw new EmulatorError(
      'invalid_time',
      `Expected a duration such as 8d, 1h30m, 90s or a number of milliseconds, not below 0; got ${shortJson(duration)}.`,
    )
  }
  return Math.round(milliseconds)
}

/**
 * Parses a point in time into whole milliseconds since 1970: a number of milliseconds, a Date, an RFC 3339 text or a
 * date such as 2026-01-31.
 * @throws EmulatorError `invalid_time` for anything else.
 */
export function parseTime(time: number | string | Date): number {
  const milliseconds =
    typeof time === 'number'
      ? time
      : time instanceof Date
        ? time.getTime()
        : (parseRfc3339(time) ?? parseRfc3339(`${time}T00:00:00Z`))
  if (milliseconds === undefined || !Number.isFinite(milliseconds) || milliseconds < 0 || milliseconds > maxTime) {
    throw new EmulatorError(
      'invalid_time',
      `Expected a time such as 2026-01-31T12:00:00Z or milliseconds since 1970, from 1970 to 9899; got ${shortJson(time)}.`,
    )
  }
  return Math.floor(milliseconds)
}

const rfc3339 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/**
 * Parses an RFC 3339 timestamp into milliseconds since 1970; undefined when it is malformed, or names a day, time or
 * offset that does not exist. Leap seconds are refused, since JavaScript's time cannot represent them.
 */
export function parseRfc3339(text: string): number | undefined {
  const [, day, time, fraction = '', sign, hours = 0, minutes = 0] = rfc3339.exec(text) ?? []
  const written = `${day}T${time}`
  const local = Date.parse(`${written}${fraction.slice(0, 4)}Z`)
  // Date.parse accepts 30 February and 24:00, as a later day.
  const exists = !Number.isNaN(local) && new Date(local).toISOString().startsWith(written)
  if (!exists || Number(hours) > 23 || Number(minutes) > 59) return undefined
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? local + offset : local - offset
}

/** Formats a time as RFC 3339 in UTC, without a fraction of a second when it is zero. */
export function toIso(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z')
}
