// The factor of the end of personal access tokens: clause 2.2 shows no format, and does not say how long a year is.
import type { Choices } from '../service/open-service.ts'
import { toText, addTwoYears } from '../service/usual-policy.ts'
import type { Factor, FactorValue } from './factor.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Expiry = NonNullable<Choices['expiry']>

/**
 * Takes and shows days of a place: a token of today and 7 days ends within that day, or at its beginning.
 * @param zone Hours by which the place is ahead of UTC.
 */
const days = (zone: number, ends: 'at its beginning' | 'at its end'): Expiry => {
  const dateAt = (time: number): string => toText(time + zone * hour).slice(0, 10)
  return {
    read: (value) => {
      if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined
      return Date.parse(value) - zone * hour + (ends === 'at its end' ? day - 1000 : 0)
    },
    show: dateAt,
    isAllowed: (expiry, now) => {
      const today = dateAt(now)
      const last = `${Number(today.slice(0, 4)) + 2}${today.slice(4)}`
      return dateAt(expiry) >= dateAt(now + 7 * day) && dateAt(expiry) <= last
    },
  }
}

const endOfDay = (zone: number, ends: 'at its beginning' | 'at its end'): FactorValue => ({
  choices: {
    expiry: days(zone, ends),
    // Half an hour before midnight somewhere.
    ...(ends === 'at its beginning' ? { moods: { skew: 13 * hour - 5 * minute, dated: true } } : {}),
  },
})

const utc = days(0, 'at its end')

const dayOf: Expiry = {
  ...utc,
  read: (value, now) => utc.read!(typeof value === 'string' ? value.slice(0, 10) : value, now),
}

const displayed = (show: (expiry: number) => unknown): FactorValue => ({ choices: { expiry: { show } } })

const counted = (unit: number, expiresAt: string): FactorValue => ({
  choices: {
    expiry: {
      read: (value) => (typeof value === 'number' ? value * unit : undefined),
      show: (expiry) => Math.floor(expiry / unit),
    },
  },
  target: () => ({ personalAccessTokens: { scopes: ['environments:read', 'resources:read'], expiresAt } }),
})

const expiryRange = (least: number, most: number): Expiry => ({
  isAllowed: (expiry, now) => expiry >= now + least * day && expiry <= now + most * day,
})

/** The clock of the service differs from that of the kit, and its answers show the time. */
const skewedStart = (...date: readonly [number, number, number, number, number]) => ({
  skew: Date.UTC(...date) - Date.UTC(2027, 2, 1, 10, 30),
  dated: true,
})

const offsetTime = (time: number, hours: number): string =>
  `${toText(time + hours * hour).slice(0, -1)}${hours < 0 ? '-' : '+'}0${Math.abs(hours)}:00`

/** The forms of `expires_at` that are allowed. */
export const expiries: Factor = {
  'RFC 3339': {},
  'Unix seconds': counted(1000, 'unix-seconds'),
  'Unix milliseconds': counted(1, 'unix-milliseconds'),
  'an offset': displayed((expiry) => offsetTime(expiry, 2)),
  'an offset to the west, and a blank': displayed((expiry) => offsetTime(expiry, -5).replace('T', ' ')),
  'six digits of a second': displayed((expiry) => toText(expiry).replace('Z', '.000000+00:00')),
  'taken as RFC 3339 and shown in seconds': displayed((expiry) => Math.floor(expiry / 1000)),
  'text of seconds': displayed((expiry) => String(Math.floor(expiry / 1000))),
  'no zone': displayed((expiry) => toText(expiry).slice(0, 19).replace('T', ' ')),
  'no zone, in local time': displayed((expiry) => toText(expiry + 5.5 * hour).slice(0, 19)),
  'to the minute': displayed((expiry) => toText(expiry).replace(/:\d\dZ$/, ':00Z')),
  ...Object.fromEntries(
    [-8, 0, 9, 13].flatMap((zone) =>
      (['at its end', 'at its beginning'] as const).map((ends) => [
        `a day ${zone} hours from UTC, ${ends}`,
        endOfDay(zone, ends),
      ]),
    ),
  ),
  'the day of a moment': { choices: { expiry: dayOf } },
  'two years of 365 days': { choices: { expiry: expiryRange(7, 730) } },
  'two years of 365 days and six hours': {
    choices: { expiry: expiryRange(7, 730.5), moods: skewedStart(2029, 5, 1, 0, 0) },
  },
  'two years from a leap day to a leap year': { choices: { moods: skewedStart(2028, 1, 29, 12, 0) } },
  'two years without a leap day': { choices: { moods: skewedStart(2029, 1, 28, 23, 59) } },
  'a minute of grace': {
    choices: {
      expiry: {
        isAllowed: (expiry, now) => expiry >= now + 7 * day - minute && expiry <= addTwoYears(now) + minute,
      },
    },
  },
}
