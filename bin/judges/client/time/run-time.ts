// The time of one run of a client: it jumps to the next timer when the client waits for nothing else.
import { clearReal, setReal, soon } from './real-time.ts'

/** The idle time before virtual time jumps, in milliseconds of real time. Reading a file takes less. */
const grace = 15

interface Entry {
  readonly timer: RunTimer
  readonly run: () => void
  /** Undefined for a timer that runs once. */
  readonly every: number | undefined
  delay: number
  at: number
}

/** A timer like the one that Node's `setTimeout` returns. */
export class RunTimer {
  readonly #time: RunTime

  constructor(time: RunTime) {
    this.#time = time
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  hasRef(): boolean {
    return true
  }

  refresh(): this {
    this.#time.refresh(this)
    return this
  }

  close(): this {
    this.#time.clear(this)
    return this
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

/** The virtual time of one run, which is ahead of real time by the time that its client has slept. */
export class RunTime {
  readonly #entries = new Map<RunTimer, Entry>()
  #waiting: ReturnType<typeof setTimeout> | undefined
  #activity = 0
  #ended = false
  readonly #now: () => number
  readonly #shift: { ahead: number }
  readonly #before: number
  /** The present in milliseconds since 1970. */
  readonly present: () => number

  /**
   * @param now Real time in milliseconds, from any starting point.
   * @param shift Stores how far it is ahead of real time, in milliseconds.
   */
  constructor(now: () => number, shift: { ahead: number }, present: () => number) {
    this.#now = now
    this.#shift = shift
    this.#before = shift.ahead
    this.present = present
  }

  /** Its lead over real time since it began, in milliseconds. */
  get ahead(): number {
    return this.#shift.ahead - this.#before
  }

  /** Records activity, so that time does not jump for a while. */
  touch(): void {
    this.#activity++
  }

  /** Sets a timer. */
  set(run: () => void, delay: number, repeats = false): RunTimer {
    const timer = new RunTimer(this)
    const milliseconds = Number.isFinite(delay) && delay > 1 ? Math.min(delay, 2 ** 31 - 1) : 1
    if (this.#ended) return timer
    const at = this.#elapsed() + milliseconds
    this.#entries.set(timer, { timer, run, delay: milliseconds, at, every: repeats ? milliseconds : undefined })
    this.touch()
    this.#wait()
    return timer
  }

  clear(timer: RunTimer): void {
    this.#entries.delete(timer)
  }

  refresh(timer: RunTimer): void {
    const entry = this.#entries.get(timer)
    if (entry) entry.at = this.#elapsed() + entry.delay
  }

  /** Ends all timers. */
  end(): void {
    this.#ended = true
    this.#entries.clear()
    clearReal(this.#waiting)
  }

  #wait(): void {
    if (this.#waiting !== undefined || this.#ended) return
    const before = this.#activity
    this.#waiting = setReal(
      () =>
        // Available input is read first.
        soon(() => {
          this.#waiting = undefined
          if (this.#entries.size === 0) return
          try {
            if (before === this.#activity || this.#next().at <= this.#elapsed()) this.#jump()
          } finally {
            // An error in a timer is an uncaught error of the process, as usual. The other timers still run.
            this.#wait()
          }
        }),
      grace,
    )
  }

  #elapsed(): number {
    return this.#now() + this.#shift.ahead
  }

  #next(): Entry {
    return [...this.#entries.values()].reduce((first, entry) => (entry.at < first.at ? entry : first))
  }

  #jump(): void {
    const next = this.#next()
    this.#shift.ahead += Math.max(0, next.at - this.#elapsed())
    if (next.every === undefined) this.#entries.delete(next.timer)
    else next.at += next.every
    this.touch()
    next.run()
  }
}
