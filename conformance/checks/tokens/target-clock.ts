import { oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'

/** The time of the target's clock that an answer showed. */
export interface ClockReading {
  /** Milliseconds by which it is ahead of this machine's clock, before any advance by the run. */
  readonly offset: number
  /** Milliseconds by which the offset may be wrong in either direction. */
  readonly uncertainty: number
  /** The source of the offset, for a report. */
  readonly from: string
  /** True if answers show it beyond doubt. Otherwise, the expiries that the target accepts may show it. */
  readonly isSure?: boolean
}

/** The target's clock, as far as it is known. */
interface TargetClock {
  reading: ClockReading | undefined
  /** Milliseconds by which the run has advanced it. */
  advanced: number
}

const sharedClock = oncePerRun(async (): Promise<TargetClock> => ({ reading: undefined, advanced: 0 }))

/** Milliseconds. A smaller difference in the first `Date` of a run may be due to the network or a cache. */
const noticed = 3_600_000

/** The target's clock as far as it is known: the time that answers showed, or else this machine's time. */
export async function targetClock(session: Session): Promise<ClockReading> {
  const { reading, advanced } = await sharedClock(session)
  const { clockAhead } = session.run
  const offset = reading?.offset ?? (Math.abs(clockAhead) > noticed ? clockAhead : 0)
  return { from: 'nothing', uncertainty: 0, ...reading, offset: offset + advanced }
}

/** The target's time in milliseconds since 1970, as far as it is known. */
export async function targetNow(session: Session): Promise<number> {
  return session.run.time.now() + (await targetClock(session)).offset
}

/**
 * Reads the target's clock from a time that an answer shows.
 * @param resolution Milliseconds to which the time is truncated or rounded.
 */
export function estimateClock({ startedAt, durationMs }: Exchange, reported: number, resolution: number): ClockReading {
  return {
    offset: reported + resolution / 2 - (startedAt + durationMs / 2),
    uncertainty: resolution + durationMs / 2,
    from: 'Date',
  }
}

/** Returns true if the target file declares a hook that moves the clock. */
export const hasHook = ({ run }: Session): boolean => run.target.hooks?.advanceClock !== undefined

/** Stores a reading of the target's clock. */
export async function learnClock(session: Session, reading: ClockReading): Promise<void> {
  const clock = await sharedClock(session)
  clock.reading = { ...reading, offset: reading.offset - clock.advanced }
}

/** Milliseconds by which the run has advanced the target's clock. */
export async function clockAdvance(session: Session): Promise<number> {
  return (await sharedClock(session)).advanced
}

/** Milliseconds by which the run has advanced the target's clock if the Date header did not move with it; else 0. */
export async function hiddenAdvance(session: Session, { startedAt }: Exchange, date: number): Promise<number> {
  const { advanced } = await sharedClock(session)
  const moved = date - startedAt - session.run.clockAhead
  return moved < advanced / 2 ? advanced : 0
}

/** Records that the run has moved the target's clock. */
export async function learnAdvance(session: Session, seconds: number): Promise<void> {
  const clock = await sharedClock(session)
  clock.advanced += seconds * 1000
}
