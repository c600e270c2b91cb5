// Ends a run that would not end by itself.
import { type Phrase, phrase } from '../../../conformance/conclusions/phrase.ts'
import type { TimedOut } from '../../../conformance/client/judge/endless-runs.ts'
import { ClientSilence } from './time/client-silence.ts'
import { clearReal, setReal } from './time/real-time.ts'

/** The longest plain walk takes about ten requests, so this is a hundred times what it needs. */
const mostRequests = 1000

/** How many times one run may send the same request. */
const mostRepeats = 100

/** How many timeouts one run may take with all its requests. */
const mostTimeouts = 30

/** Calls back once, when no request came for too long, or when there were too many. */
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
   * @param option The user's name for it.
   */
  constructor(timeout: number, option: string, onExceeded: (timedOut: TimedOut) => void) {
    this.#onExceeded = onExceeded
    const seconds = timeout / 1000
    this.#silence = new ClientSilence(timeout, () => {
      const todo = this.#requests === 0 ? '; where it takes longer to begin, give it more time' : ''
      this.#exceed(phrase`it sent no request for ${seconds} s and had not ended (${option})${todo}`, 'silence')
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

  /** Returns true if it has ended, by itself or as it came to its bounds. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** How it came to its bounds; undefined while it has not. */
  get timedOut(): TimedOut | undefined {
    return this.#timedOut
  }

  /** The run goes on: time without a request begins anew. */
  heard(): void {
    if (!this.#isOver) this.#silence.heard()
  }

  /** A request is sent. @param address What tells it from others with its method. */
  sent(method: string, address: string): void {
    this.heard()
    const line = `${method} ${address}`
    const repeats = (this.#repeats.get(line) ?? 0) + 1
    this.#repeats.set(line, repeats)
    if (++this.#requests > mostRequests) this.#exceed(phrase`it sent ${mostRequests} requests and had not ended`)
    if (repeats > mostRepeats)
      this.#exceed(phrase`it sent ${line.slice(0, 200)} ${mostRepeats} times and had not ended`)
  }

  /** The run has ended. */
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
