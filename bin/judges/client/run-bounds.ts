// Ends a run that exceeds its limits.
import { type Phrase, phrase } from '../../../conformance/conclusions/phrase.ts'
import type { TimedOut } from '../../../conformance/client/judge/endless-runs.ts'
import { clearReal, setReal } from './time/real-time.ts'

/** The limit of requests: a hundred times as many as the longest plain walk, which takes about ten. */
const mostRequests = 1000

/** The limit of identical requests in one run. */
const mostRepeats = 100

/** The limit of a whole run, in timeouts. */
const mostTimeouts = 30

/** Calls back once, if no request came for too long or there were too many. */
export class RunBounds {
  readonly #onExceeded: (timedOut: TimedOut) => void
  readonly #whole: ReturnType<typeof setReal>
  readonly #silence: ClientSilence
  readonly #repeats = new Map<string, number>()
  #requests = 0
  #timedOut: TimedOut | undefined
  #isOver = false

  /**
   * @param timeout Milliseconds of real time without a request.
   * @param option The option's name, as the user writes it.
   */
  constructor(timeout: number, option: string, onExceeded: (timedOut: TimedOut) => void) {
    this.#onExceeded = onExceeded
    const seconds = timeout / 1000
    this.#silence = new ClientSilence(timeout, () => {
      const todo = this.#requests === 0 ? '; where it takes longer to begin, give it more time' : ''
      this.#exceed(phrase`Timed out: no request for ${seconds} s (${option})${todo}`, 'silence')
    })
    this.#whole = setReal(
      () =>
        this.#exceed(phrase`it still sent requests after ${mostTimeouts * seconds} s and had not ended (${option})`),
      mostTimeouts * timeout,
    )
  }

  /** The number of requests that were sent. */
  get requests(): number {
    return this.#requests
  }

  /** Returns true if the run has ended, by itself or at a limit. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** The limit that the run reached; undefined if it reached none. */
  get timedOut(): TimedOut | undefined {
    return this.#timedOut
  }

  /** Records activity: the time without a request starts again. */
  heard(): void {
    if (!this.#isOver) this.#silence.heard()
  }

  /** Records a request. @param address Identifies the request, together with its method. */
  sent(method: string, address: string): void {
    this.heard()
    const line = `${method} ${address}`
    const repeats = (this.#repeats.get(line) ?? 0) + 1
    this.#repeats.set(line, repeats)
    if (++this.#requests > mostRequests) this.#exceed(phrase`it sent ${mostRequests} requests and had not ended`)
    if (repeats > mostRepeats)
      this.#exceed(phrase`it sent ${line.slice(0, 200)} ${mostRepeats} times and had not ended`)
  }

  /** Ends the run. */
  end(): void {
    this.#isOver = true
    this.#silence.end()
    clearReal(this.#whole)
  }

  #exceed(why: Phrase, cause: 'silence' | 'bounds' = 'bounds'): void {
    if (this.#isOver) return
    this.#timedOut = { kind: 'timeout', why, cause }
    this.end()
    this.#onExceeded(this.#timedOut)
  }
}

/**
 * The timeout is split into this many timers. After a stop, as by Ctrl-Z, only the current one has run out, not the
 * whole timeout.
 */
const parts = 10

/** Calls back after a time without activity in which this process ran. */
export class ClientSilence {
  readonly #part: number
  readonly #onSilence: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param timeout Milliseconds of real time, starting at once. */
  constructor(timeout: number, onSilence: () => void) {
    this.#part = timeout / parts
    this.#onSilence = onSilence
    this.heard()
  }

  /** Starts the time again. */
  heard(): void {
    this.end()
    this.#wait(parts)
  }

  /** Cancels the callback. */
  end(): void {
    clearReal(this.#timer)
  }

  #wait(left: number): void {
    this.#timer = setReal(() => (left > 1 ? this.#wait(left - 1) : this.#onSilence()), this.#part)
  }
}
