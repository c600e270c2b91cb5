import { once } from '../run/once.ts'
import type { Session } from '../run/session.ts'

/** The target's clock, as far as it is known. */
interface TargetClock {
  /** Milliseconds by which an answer's body showed it ahead of this machine's clock, before any advance. */
  offset: number | undefined
  /** Milliseconds by which the run has advanced it. */
  advanced: number
}

const clockOf = once(async (): Promise<TargetClock> => ({ offset: undefined, advanced: 0 }))

/** Milliseconds. Smaller differences come from the network or from rounding. */
const noticed = 3_600_000

/**
 * The target's time in milliseconds since 1970. It is this machine's time unless an answer showed another, in its body
 * or else in its `Date`.
 */
export async function targetNow(session: Session): Promise<number> {
  const { offset = session.run.clockAhead, advanced } = await clockOf(session)
  return session.run.time.now() + (Math.abs(offset) > noticed ? offset : 0) + advanced
}

/** Learns the target's time from an answer that shows it. */
export async function learnTime(session: Session, shown: number): Promise<void> {
  const clock = await clockOf(session)
  clock.offset = shown - session.run.time.now() - clock.advanced
}

/** Takes into account that the run has moved the target's clock. */
export async function learnAdvance(session: Session, seconds: number): Promise<void> {
  const clock = await clockOf(session)
  clock.advanced += seconds * 1000
}
