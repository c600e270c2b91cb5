// Right servers whose personal access tokens end by other rules, clocks and calendars.
import type { RightServer } from './right-server.ts'
import { type Choices, openService } from './service/open-service.ts'
import { twoYearsAfter } from './service/usual-policy.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Expiry = NonNullable<Choices['expiry']>

const server = (name: string, description: string, choices: Choices, withHooks = true): RightServer => ({
  name,
  description,
  make: () => openService(choices, { withHooks }),
})

// oxlint-disable-next-line clock/no-new-date -- it converts a time of the service, and reads no clock.
const isoAt = (time: number): string => new Date(time).toISOString()

const dateAt = (time: number): string => isoAt(time).slice(0, 10)

/**
 * Takes and shows days of a place: a token of today and 7 days ends within that day, or at its beginning.
 * @param zone Hours by which the place is ahead of UTC.
 */
const days = (zone: number, ends: 'at its beginning' | 'at its end'): Expiry => ({
  read: (value) => {
    if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined
    return Date.parse(value) - zone * hour + (ends === 'at its end' ? day - 1000 : 0)
  },
  show: (expiry) => dateAt(expiry + zone * hour),
  isAllowed: (expiry, now) => {
    const date = dateAt(expiry + zone * hour)
    const today = dateAt(now + zone * hour)
    return date >= dateAt(now + zone * hour + 7 * day) && date <= `${Number(today.slice(0, 4)) + 2}${today.slice(4)}`
  },
})

const withinDays = (least: number, most: number): Expiry => ({
  isAllowed: (expiry, now) => expiry >= now + least * day && expiry <= now + most * day,
})

const unixSeconds: Expiry = {
  read: (value) => (typeof value === 'number' && Number.isInteger(value) ? value * 1000 : undefined),
  show: (expiry) => expiry / 1000,
}

const skewTo = (time: number): number => time - Date.UTC(2027, 2, 1, 10, 30)

const usualDays = 'Services for people end a token with a day. Clause 2.2 does not show the format of expires_at.'
const usualClock = 'No clock is exact: what is known of the clock of the target is part of the margin.'

/** Right servers whose tokens end by other rules, clocks and calendars. */
export const tokenServers: readonly RightServer[] = [
  ...([-8, 0, 9, 13] as const).flatMap((zone) => [
    server(`tokens until the end of a day, ${zone} hours from UTC`, usualDays, { expiry: days(zone, 'at its end') }),
    server(`tokens until the beginning of a day, ${zone} hours from UTC`, usualDays, {
      expiry: days(zone, 'at its beginning'),
      moods: { skew: 13 * hour - 5 * minute },
    }),
  ]),
  server('expiries in Unix seconds', 'As in a JWT. Clause 2.2 does not show the format.', { expiry: unixSeconds }),
  server('expiries without a zone', 'As databases write a time: "2027-03-01 10:30:00", in UTC.', {
    expiry: { show: (expiry) => isoAt(expiry).slice(0, 19).replace('T', ' ') },
  }),
  server('expiries without a zone, in local time', 'As databases write a time, five and a half hours ahead of UTC.', {
    expiry: { show: (expiry) => isoAt(expiry + 5.5 * hour).slice(0, 19) },
  }),
  server('expiries to the minute', 'Forms ask for no seconds.', {
    expiry: { show: (expiry) => isoAt(expiry).replace(/:\d\d\.\d+Z$/, ':00Z') },
  }),
  server('two years of 365 days', 'Clause 2.2 says 2 years, and not how long a year is.', {
    expiry: withinDays(7, 730),
  }),
  server('two years of 365 days and six hours', 'Libraries of durations count average years.', {
    expiry: withinDays(7, 730.5),
    moods: { skew: skewTo(Date.UTC(2029, 5, 1)) },
  }),
  server('two years from a leap day to a leap year', 'By the calendar, they contain one leap day.', {
    moods: { skew: skewTo(Date.UTC(2028, 1, 29, 12)) },
  }),
  server('two years without a leap day', 'By the calendar, they have 730 days.', {
    moods: { skew: skewTo(Date.UTC(2029, 1, 28, 23, 59)) },
  }),
  server('expiries with a minute of grace', 'Both ends of the range leave a minute for clocks that differ.', {
    expiry: {
      isAllowed: (expiry, now) => expiry >= now + 7 * day - minute && expiry <= twoYearsAfter(now) + minute,
    },
  }),
  server('a clock 7 minutes ahead', usualClock, { moods: { skew: 7 * minute } }),
  server('a clock 12 minutes behind', usualClock, { moods: { skew: -12 * minute } }, false),
  server('a clock 50 seconds behind that nothing shows', usualClock, {
    moods: { skew: -50_000, dated: false },
  }),
  server('a clock 20 minutes ahead that nothing shows', usualClock, {
    moods: { skew: 20 * minute, dated: false },
  }),
  server('answers that take 4 seconds', 'A service that starts again with each request.', { moods: { latency: 4000 } }),
]
