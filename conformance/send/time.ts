// Imported from modules, so that a test that replaces the global timers and clock does not block a run.
import { performance } from 'node:perf_hooks'
import { clearTimeout, setTimeout } from 'node:timers'

/** The kit's source of time. It is injected, so that tests need not wait. */
export interface Time {
  /** The time in milliseconds since 1970. */
  now(): number
  /** Resolves after a number of milliseconds, or rejects when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** Bound immediately, since the fake timers of Vitest also replace the method of this object. */
const realNow = performance.now.bind(performance)

/** The wall clock and its timers. Nothing else in the kit reads the time. */
export const systemTime: Time = {
  now: () => Math.floor(performance.timeOrigin + realNow()),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        reject(signal!.reason as Error)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, milliseconds)
      if (signal?.aborted) stop()
      else signal?.addEventListener('abort', stop, { once: true })
    }),
}

/** Tries after each pause, in milliseconds, until a result is good. Resolves with the last result. */
export async function retryWithPauses<T>(
  time: Time,
  pauses: readonly number[],
  attempt: () => Promise<T>,
  isGood: (result: T) => boolean,
): Promise<T> {
  let result: T | undefined
  for (const pause of pauses) {
    if (pause > 0) await time.sleep(pause)
    result = await attempt()
    if (isGood(result)) break
  }
  return result!
}

/** A wait consists of this many parts. When a suspended process resumes, only one of them has elapsed. */
const parts = 10

/**
 * Calls back after a number of milliseconds in which this process ran. A process that was suspended, or that runs on a
 * busy machine, must not mistake its own pauses for the silence of a target.
 * @returns a function that ends the wait.
 */
export function scheduleAfterRunning(milliseconds: number, callBack: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = (left: number): void => {
    timer = setTimeout(() => (left > 1 ? wait(left - 1) : callBack()), milliseconds / parts)
  }
  wait(parts)
  return () => clearTimeout(timer)
}

/**
 * Waits for a promise until a signal aborts, then rejects with the signal's reason and drops the promise. Work that
 * ignores its signal must not block the run.
 */
export function raceWithAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
