import { findMember } from '../../reading/find-list.ts'
import { day, isWithoutZone, readTime, detectTimeFormat } from '../../reading/times.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { phrase } from '../../conclusions/phrase.ts'
import {
  clockAdvance,
  type ClockReading,
  hasHook,
  learnClock,
  estimateClock,
  targetClock,
  targetNow,
} from './target-clock.ts'
import type { Creation } from './create-token.ts'
import { type BoundSide, boundaryExpiry, minute, type Precision } from './expiry-bounds.ts'

/** Learns the target's clock from the answer to a creation: by the time of creation in its record, or by its `Date`. */
export async function learnClockByCreation(session: Session, creation: Creation): Promise<void> {
  const byRecord = clockOfRecord(creation)
  const byHeader = clockOfDate(creation.exchange)
  const clock = byRecord ?? byHeader
  if (!clock) return
  // A hook may move the clock of the service but not the clock of the server that writes Date.
  const isMovable = hasHook(session)
  const areAlike = !byRecord || !byHeader || isMovable || readingsAgree(byRecord, byHeader)
  await learnClock(session, { ...clock, isSure: areAlike && (byRecord !== undefined || !isMovable) })
}

/**
 * Returns true if the answer to a creation contradicts what is known of the target's clock. The answer may also show a
 * clock that the run's hook does not move.
 */
export async function showsOtherTime(session: Session, creation: Creation): Promise<boolean> {
  const seen = clockOfRecord(creation) ?? clockOfDate(creation.exchange)
  if (!seen) return false
  const { offset, uncertainty } = await targetClock(session)
  const isOff = (known: number) => Math.abs(seen.offset - known) > minute / 2 + seen.uncertainty + uncertainty
  return isOff(offset) && isOff(offset - (await clockAdvance(session)))
}

function clockOfRecord({ exchange, record }: Creation): ClockReading | undefined {
  const created = ['created_at', 'createdAt', 'created', 'issued_at']
    .map((name) => findMember(record, name))
    .find((value) => readTime(value) !== undefined && detectTimeFormat(value) !== 'date' && !isWithoutZone(value))
  const reported = readTime(created)
  return reported === undefined ? undefined : { ...clockOfCreation(exchange, reported), from: 'created_at' }
}

function clockOfDate(exchange: Exchange): ClockReading | undefined {
  const reported = Date.parse(exchange.response.headers['date'] ?? '')
  if (!Number.isFinite(reported)) return undefined
  const reading = estimateClock(exchange, reported, 1000)
  const ahead = Math.abs(reading.offset)
  if (ahead <= minute || ahead > mostDrift) return reading
  // The clock of a gateway may be wrong and the clock of the service right.
  return { ...reading, offset: reading.offset / 2, uncertainty: reading.uncertainty + ahead / 2 }
}

/** A clock that is off by more than this was set deliberately, for the whole service. Milliseconds. */
const mostDrift = 15 * minute

/**
 * A time of creation without milliseconds or seconds may have been truncated or rounded. At a whole minute of this
 * machine's clock, a right clock shows zero seconds.
 */
function clockOfCreation(exchange: Exchange, reported: number): ClockReading {
  if (reported % 1000 !== 0) return estimateClock(exchange, reported, 1)
  const bySeconds = estimateClock(exchange, reported, 1000)
  const isMinute = reported % minute === 0 && Math.abs(bySeconds.offset) > bySeconds.uncertainty
  return isMinute ? estimateClock(exchange, reported, minute) : bySeconds
}

const readingsAgree = (reading: ClockReading, other: ClockReading): boolean =>
  Math.abs(reading.offset - other.offset) <= minute + reading.uncertainty + other.uncertainty

/** The end of the range at which a target refused an expiry, by its clock as far as that is known. */
export type RefusedEnd = 'the least' | 'the most' | 'none'

/** The known facts about the expiries that a target accepts. */
export interface TakenExpiries {
  readonly precision: Precision
  readonly refused: RefusedEnd
  /** Requests one more token and resolves to true if it is created. The expiry is in milliseconds since 1970. */
  readonly takes: (expiry: number) => Promise<boolean>
}

/**
 * Resolves to true if the accepted expiries may show the target's clock, because answers do not show it beyond doubt.
 */
export async function mayTellClock(session: Session, refused: RefusedEnd): Promise<boolean> {
  const { isSure, from } = await targetClock(session)
  return !isSure && (refused !== 'none' || from === 'nothing')
}

/** The precision to which the clock is learned from expiries, in milliseconds. */
const nearEnough = 20_000

/**
 * Learns the clock of a target that does not show its time, for example if an earlier run has advanced it. Both ends of
 * the accepted range of `expires_at` are then off by the same time, and the nearer end shows by how much. If only one
 * end is wrong, the other one is right. If the two years include a leap day, a clock that is less than a day slow
 * refuses neither end.
 */
export async function learnClockByExpiry(
  session: Session,
  { refused, precision, takes }: TakenExpiries,
): Promise<void> {
  const beyond: BoundSide = refused === 'the least' ? 'above 2 years' : 'below 7 days'
  if (!(await takes(await boundaryExpiry(session, beyond, precision)))) return
  const now = await targetNow(session)
  // The earliest accepted expiry lies between these, in days.
  const between = { 'the least': [7, 365], 'the most': [-358, 7], none: [6, 7] } as const
  let [no, yes] = between[refused].map((days) => now + days * day) as [number, number]
  if (refused === 'none' && (await takes(no))) return
  while (yes - no > (precision === 'day' ? day : nearEnough)) {
    const middle = (no + yes) / 2
    if (await takes(middle)) yes = middle
    else no = middle
  }
  const ahead = (no + yes) / 2 - 7 * day - now
  if (refused === 'none' && (await takes((await boundaryExpiry(session, 'above 2 years', precision)) + ahead))) return
  const offset = now + ahead - session.run.time.now()
  await learnClock(session, { offset, uncertainty: (yes - no) / 2, from: 'the expiries that it takes' })
}

/** Records the known clock and the resulting margin for the report. */
export async function noteClock(session: Session, precision: Precision): Promise<void> {
  const { run } = session
  const { offset, uncertainty, from } = await targetClock(session)
  const [ahead, either] = [Math.trunc(offset / 1000), Math.ceil(uncertainty / 1000)]
  run.findings.describe(
    'clock',
    from === 'nothing'
      ? phrase`shown by nothing: taken to be this machine's`
      : phrase`${ahead} s ahead of this machine's, give or take ${either} s, by ${from}`,
  )
  const whole = Math.round((minute + uncertainty) / 1000)
  const margin = phrase`${whole} s beyond 7 days and 2 years, of which 60 s are left to every target`
  const ofDay = precision === 'day' ? phrase`; an expiry is a date: its day in any time zone` : phrase``
  run.findings.describe('expiryMargin', phrase`${margin}${ofDay}; 2 years are 730 days, or with a leap day 731`)
}
