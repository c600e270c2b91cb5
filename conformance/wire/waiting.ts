import { insufficient } from '../catalogue/verdict.ts'
import type { ReceivedResponse } from './exchange.ts'
import type { Time } from './time.ts'

/** How long a target is to be left alone that says nothing of it, in milliseconds; twice as long each time. */
const firstBackoff = 250

/** So many requests in a row that were refused to the end: the target will not take more. */
const patience = 3

const given = ({ headers }: ReceivedResponse): string | undefined => headers['retry-after']

/**
 * What `Retry-After` asks for, in milliseconds: seconds, or a date by the target's own clock. Undefined when it is
 * not there or no such thing.
 */
function retryAfter(response: ReceivedResponse, now: number): number | undefined {
  const text = given(response)?.trim()
  if (text === undefined) return undefined
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000
  const until = Date.parse(text)
  if (Number.isNaN(until)) return undefined
  const here = Date.parse(response.headers['date'] ?? '')
  return Math.max(0, until - (Number.isNaN(here) ? now : here))
}

/**
 * Waits as a target asks, for all requests of a run together: who was told to wait must not be asked by another
 * request meanwhile.
 */
export class Waiting {
  readonly #time: Time
  readonly #maxWait: number
  #pausedUntil = 0
  #refused = 0
  #unavailable = 0

  constructor(time: Time, maxWait: number) {
    this.#time = time
    this.#maxWait = maxWait
  }

  /** Resolves when the target may be asked. */
  async turn(signal: AbortSignal | undefined): Promise<void> {
    for (let rest = this.#rest(); rest > 0; rest = this.#rest()) await this.#time.sleep(rest, signal)
  }

  #rest(): number {
    return this.#pausedUntil - this.#time.now()
  }

  /** Takes note of an answer that ended a request: the target answers again. */
  settled(response: ReceivedResponse): void {
    if (response.status !== 429) this.#refused = 0
    if (!isUnavailable(response)) this.#unavailable = 0
  }

  /**
   * Has every request wait after a 429.
   * @param waited Milliseconds that this request has waited so far.
   * @returns how long it will be.
   * @throws Conclusion `insufficientEvidence` when that is longer than a run may wait.
   */
  refused(response: ReceivedResponse, waited: number, what: string): number {
    if (this.#refused >= patience)
      insufficient(`the target answers nothing but 429 (${what}); lower --rate and --concurrency, or raise --max-wait`)
    const wait = Math.max(retryAfter(response, this.#time.now()) ?? 0, waited === 0 ? firstBackoff : waited)
    if (waited + wait > this.#maxWait) {
      this.#refused++
      const asked = given(response)
      insufficient(
        asked !== undefined && waited === 0
          ? `the target answers 429 and asks to wait ${asked} (Retry-After), longer than --max-wait allows (${what})`
          : `the target still answered 429 after ${waited / 1000} s (${what}); lower --rate, or raise --max-wait`,
      )
    }
    this.#pause(wait)
    return wait
  }

  /** Has every request wait after a 503 and its like, where the target may be back within the wait; false when it is not worth it. */
  unavailable(response: ReceivedResponse, waited: number): number | undefined {
    const wait = Math.max(retryAfter(response, this.#time.now()) ?? 0, waited === 0 ? firstBackoff : waited)
    if (this.#unavailable >= patience || waited + wait > this.#maxWait) return undefined
    this.#pause(wait)
    return wait
  }

  /** Takes note that a target stayed unavailable to the end of a request. */
  gaveUp(): void {
    this.#unavailable++
  }

  #pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#time.now() + milliseconds)
  }
}

/** Answers of a gateway, or of a service that restarts: nothing that the specification is about. */
export function isUnavailable({ status }: ReceivedResponse): boolean {
  return status === 502 || status === 503 || status === 504
}
