// Imported, as a test that replaces the global timers must not block a run.
import { setImmediate } from 'node:timers'

/** The wait of a task for a moment of the target's clock. */
interface Wait {
  /** Milliseconds since 1970. */
  readonly moment: number
  /** Milliseconds by which the task may be woken late, so that it can share an advance of the clock. */
  readonly slack: number
  /** The ids of objects that must be kept meanwhile. */
  readonly kept: readonly string[]
  /** Moves the clock to a moment. */
  readonly move: (moment: number, kept: readonly string[]) => Promise<void>
}

interface PendingWait extends Wait {
  readonly settled: PromiseWithResolvers<void>
}

/**
 * Lets several tasks wait together for moments of a shared clock. The clock moves when every task is waiting, to the
 * earliest moment that one of them waits for.
 */
export class SharedWaits {
  /** The number of tasks that are not waiting. Negative if tasks that began outside of `together` wait. */
  #busy = 0
  #isMoving = false
  readonly #waiting = new Set<PendingWait>()

  /** Runs tasks side by side. The clock does not move until each of them waits or has ended. */
  async together(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
    this.#busy += tasks.length
    await Promise.all(tasks.map((task) => task().finally(() => this.#rest())))
  }

  /** Waits for work that several tasks share: it counts as one task. */
  async share<T>(work: (counted: (part: () => Promise<T>) => Promise<T>) => Promise<T>): Promise<T> {
    const counted = async (part: () => Promise<T>): Promise<T> => {
      this.#busy++
      return await part().finally(() => this.#rest())
    }
    const working = work(counted)
    this.#rest()
    return await working.finally(() => this.#busy++)
  }

  /** Resolves when the clock has reached a moment. Rejects if it could not be moved. */
  async until(wait: Wait): Promise<void> {
    const waiting = { ...wait, settled: Promise.withResolvers<void>() }
    this.#waiting.add(waiting)
    this.#rest()
    await waiting.settled.promise
  }

  #rest(): void {
    this.#busy--
    // Another task may continue with a promise that has just settled.
    setImmediate(() => void this.#move())
  }

  async #move(): Promise<void> {
    const [first] = [...this.#waiting].toSorted((left, right) => left.moment - right.moment)
    if (this.#busy > 0 || this.#isMoving || !first) return
    this.#isMoving = true
    const due = [...this.#waiting].filter(({ moment }) => moment <= first.moment + first.slack)
    const kept = [...this.#waiting].flatMap((waiting) => waiting.kept)
    const moved = first.move(Math.max(...due.map(({ moment }) => moment)), kept)
    const [outcome] = await Promise.allSettled([moved])
    this.#isMoving = false
    for (const waiting of due) {
      this.#waiting.delete(waiting)
      this.#busy++
      if (outcome.status === 'fulfilled') waiting.settled.resolve()
      else waiting.settled.reject(outcome.reason)
    }
  }
}
