// Ends a run that takes too long.
import { because } from '../conclusions/cause.ts'
import { phrase } from '../conclusions/phrase.ts'
import { Conclusion } from '../conclusions/conclusion.ts'
import type { Time } from '../send/time.ts'

/** The longest time that a run may take, in milliseconds. */
export const longestDuration = 7_200_000

/** The end of a run. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Stops the timer. */
  clear(): void
}

/** A signal that aborts when the run has taken too long, or when the caller's signal does. */
export function createDeadline(milliseconds: number, time: Time, outer: AbortSignal | undefined): Deadline {
  const deadline = new AbortController()
  const timer = new AbortController()
  time.sleep(milliseconds, timer.signal).then(
    () =>
      deadline.abort(
        new Conclusion('insufficientEvidence', {
          cause: because.limit,
          remark: phrase`the run reached its limit of ${milliseconds / 1000} s; choose what to ask by --only`,
        }),
      ),
    () => undefined,
  )
  return {
    signal: outer ? AbortSignal.any([outer, deadline.signal]) : deadline.signal,
    clear: () => timer.abort(new Error('the run ended')),
  }
}

/** A source of time whose sleeps end when a signal aborts. */
export function abortableTime(signal: AbortSignal, time: Time): Time {
  return {
    now: () => time.now(),
    sleep: (milliseconds, other) => time.sleep(milliseconds, other ? AbortSignal.any([other, signal]) : signal),
  }
}

/** Resolves when a signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
