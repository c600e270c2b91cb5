import { day, twoYearsAfter } from '../../reading/times.ts'
import type { Session } from '../../run/session.ts'
import { learnTime, targetNow } from '../target-clock.ts'

const hour = 3_600_000

/** What is known of the expiries that a target takes. */
export interface TakenExpiries {
  /** Whether it refused 9 days, by its clock as far as that is known. */
  readonly isShortRefused: boolean
  /** Whether it refused 2 years less 2 days. */
  readonly isLongRefused: boolean
  /** Asks for one more token; milliseconds since 1970. */
  readonly takes: (expiry: number) => Promise<boolean>
}

/**
 * Learns the clock of a target that shows no time, for example because an earlier run has advanced its clock. Both ends
 * of what it takes as `expires_at` are then days off in the same direction, and the nearer end says how many. A target
 * that has only one end wrong has the other one right.
 * @returns whether another time was learned.
 */
export async function learnClockByExpiry(
  session: Session,
  { isShortRefused, isLongRefused, takes }: TakenExpiries,
): Promise<boolean> {
  if (isShortRefused === isLongRefused) return false
  const now = await targetNow(session)
  if (!(await takes(isShortRefused ? twoYearsAfter(now) + 2 * day : now + 5 * day))) return false
  // The earliest expiry that is taken lies between these.
  let [refused, taken] = isShortRefused ? [now + 9 * day, now + 365 * day] : [now - 358 * day, now + 5 * day]
  while (taken - refused > hour) {
    const middle = (refused + taken) / 2
    if (await takes(middle)) taken = middle
    else refused = middle
  }
  await learnTime(session, (refused + taken) / 2 - 7 * day)
  return true
}
