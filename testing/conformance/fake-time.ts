import type { FetchFunction } from '../../conformance/send/sender.ts'
import type { Time } from '../../conformance/send/time.ts'

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** Turns of the event loop in which work that waits for nothing comes to its end. */
const turns = 50

/** Time for tests: when nothing else is left to do, it jumps to the moment that is waited for next. */
export class FakeTime implements Time {
  #now: number
  readonly #sleepers = new Set<Sleeper>()
  #moving = false
  #answering = 0
  /** True if an answer came since the turns of the event loop were counted last. */
  #hasAnswered = false

  constructor(start = 1_000_000) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { at: this.#now + milliseconds, wake: resolve }
      const stop = () => {
        this.#sleepers.delete(sleeper)
        reject(signal!.reason as Error)
      }
      if (signal?.aborted) return stop()
      signal?.addEventListener('abort', stop, { once: true })
      this.#sleepers.add(sleeper)
      void this.#move()
    })
  }

  /** A `fetch` during which the clock is stopped: an answer may take more turns of the event loop than a sleep waits. */
  fetch(fetch: FetchFunction): FetchFunction {
    return async (request) => {
      this.#answering++
      try {
        return await fetch(request)
      } finally {
        this.#answering--
        this.#hasAnswered = true
      }
    }
  }

  async #move(): Promise<void> {
    if (this.#moving) return
    this.#moving = true
    while (this.#sleepers.size > 0) {
      // First runs everything that does not wait for time.
      this.#hasAnswered = false
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      if (this.#answering > 0) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        continue
      }
      // Work that follows an answer has all its turns, too.
      if (this.#hasAnswered) continue
      const next = [...this.#sleepers].sort((left, right) => left.at - right.at)[0]
      if (!next) break
      this.#sleepers.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.wake()
    }
    this.#moving = false
  }
}
