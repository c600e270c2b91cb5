import { because } from '../conclusions/cause.ts'
import { type Phrase, phrase } from '../conclusions/phrase.ts'
import { insufficient } from '../conclusions/conclusion.ts'
import type { ReceivedResponse } from '../conclusions/exchange.ts'
import type { Time } from './time.ts'

/** The milliseconds to wait for a target that does not say how long. The wait doubles each time. */
const firstBackoff = 250

/** Shorter waits, in milliseconds, are not reported. */
const shortestTold = 1000

/** A wait of a run for its target. */
export interface TargetWait {
  /** The status of the answer: 429, or one of an outage. */
  readonly status: number
  /** The milliseconds until the next request. */
  readonly milliseconds: number
  /** True if the target said how long to wait. */
  readonly asked: boolean
}

/** The number of finally refused requests in a row after which no more are sent. */
const patience = 3

/** The total time that a run waits for outages, as a multiple of the longest wait. */
const outagePatience = 3

/**
 * Statuses that mean that the API did not answer: those of gateways and CDNs, of a service that is not ready, and of a
 * request that did not reach it in time. The specification does not cover them.
 */
const ofOutages: ReadonlySet<number> = new Set([
  408, 425, 502, 503, 504, 509, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530, 540, 598, 599,
])

const retryAfterHeader = ({ headers }: ReceivedResponse): string | undefined => headers['retry-after']

const isSeconds = (text: string): boolean => /^\d+(?:\.\d+)?$/.test(text)

/**
 * The wait in `Retry-After` in milliseconds, from seconds or from a date by the target's own clock; undefined if it is
 * absent or malformed.
 */
export function retryAfterDelay(response: ReceivedResponse, now: number): number | undefined {
  const text = retryAfterHeader(response)?.trim()
  if (text === undefined) return undefined
  if (isSeconds(text)) return Number(text) * 1000
  const until = Date.parse(text)
  if (Number.isNaN(until)) return undefined
  const here = Date.parse(response.headers['date'] ?? '')
  return Math.max(0, until - (Number.isNaN(here) ? now : here))
}

/** The wait in `Retry-After`, in words: "60 s", or "until" a date; undefined if it is absent or malformed. */
function retryAfterPhrase(response: ReceivedResponse, now: number): Phrase | undefined {
  if (retryAfterDelay(response, now) === undefined) return undefined
  const text = retryAfterHeader(response)!.trim()
  return isSeconds(text) ? phrase`${text} s` : phrase`until ${text}`
}

/** Waits as a target asks. All requests of a run wait together: while one waits, no other is sent. */
export class RequestedWaits {
  readonly #time: Time
  readonly #maxWait: number
  readonly #remedy: string
  readonly #onWait: ((wait: TargetWait) => void) | undefined
  #pausedUntil = 0
  /** The total pauses after a 429 since the last other answer, in milliseconds. */
  #refusedFor = 0
  /** The longest requested wait since the last other answer. */
  #told = 0
  #refused = 0
  /** The milliseconds that the run has spent waiting for outages to end. */
  #outages = 0
  #pausesFor429 = 0
  /** The wait that the last 429 asked for and that was not waited. */
  #asked: Phrase | undefined

  /** The number of times that all requests had to wait after a 429. */
  get pausesFor429(): number {
    return this.#pausesFor429
  }

  constructor(
    time: Time,
    { maxWait, rate }: { readonly maxWait: number; readonly rate: number },
    onWait?: (wait: TargetWait) => void,
  ) {
    this.#time = time
    this.#maxWait = maxWait
    this.#remedy = rate > 0 ? 'lower --rate' : 'set --rate 2'
    this.#onWait = onWait
  }

  /** Resolves when a request may be sent. */
  async turn(signal: AbortSignal | undefined): Promise<void> {
    for (let rest = this.#rest(); rest > 0; rest = this.#rest()) await this.#time.sleep(rest, signal)
  }

  #rest(): number {
    return this.#pausedUntil - this.#time.now()
  }

  /** Records an answer that ended a request: the target answers again. */
  settled(response: ReceivedResponse): void {
    if (response.status !== 429) {
      this.#refused = 0
      this.#refusedFor = 0
    }
    this.#told = 0
  }

  /**
   * Makes all requests wait after a 429. After a finally refused request, the following ones wait only for the rest of
   * the longest wait.
   * @param waited Milliseconds that this request has waited so far.
   * @returns the milliseconds to wait.
   * @throws Conclusion `insufficientEvidence` if that is longer than a run may wait.
   */
  refused(response: ReceivedResponse, waited: number, what: string): number {
    if (this.#refused >= patience)
      insufficient(
        because.quota,
        phrase`the target answers only 429 (${what})${this.#asked === undefined ? phrase`` : phrase`, and last asked to wait ${this.#asked} (Retry-After)`}; ${this.#remedy}, or raise --max-wait`,
      )
    const told = retryAfterDelay(response, this.#time.now())
    const wait = Math.max(told ?? 0, waited === 0 ? firstBackoff : waited)
    const before = this.#refused > 0 ? this.#refusedFor - Math.max(0, this.#rest()) : 0
    const spent = Math.max(waited, before)
    if (spent + wait > this.#maxWait) {
      this.#refused++
      this.#asked = retryAfterPhrase(response, this.#time.now())
      insufficient(
        because.quota,
        this.#asked !== undefined && told! > this.#maxWait
          ? phrase`the target answers 429 and asks to wait ${this.#asked} (Retry-After), longer than --max-wait allows (${what}); raise it, or ${this.#remedy}`
          : phrase`the target ${spent === 0 ? phrase`answered 429` : phrase`still answered 429 after ${Math.round(spent / 100) / 10} s`} (${what}); ${this.#remedy}, or raise --max-wait`,
      )
    }
    if (this.#rest() <= 0) this.#pausesFor429++
    this.#pause(wait, response.status, told !== undefined)
    return wait
  }

  /**
   * Makes all requests wait until an outage may be over.
   * @param waited Milliseconds that this request has waited so far.
   * @throws Conclusion `insufficientEvidence` if the outage lasts longer than a run may wait.
   */
  unavailable(response: ReceivedResponse, waited: number, what: string): number {
    const told = retryAfterDelay(response, this.#time.now())
    const wait = Math.max(told ?? 0, waited === 0 ? firstBackoff : waited)
    if (waited + wait > this.#maxWait || this.#outages >= outagePatience * this.#maxWait)
      insufficient(
        because.outage,
        lastingOutage(response, what, { waited, asked: retryAfterPhrase(response, this.#time.now()) }),
      )
    this.#pause(wait, response.status, told !== undefined)
    return wait
  }

  #pause(milliseconds: number, status: number, asked: boolean): void {
    const until = this.#time.now() + milliseconds
    const longer = Math.max(0, until - Math.max(this.#pausedUntil, this.#time.now()))
    if (status === 429) this.#refusedFor += longer
    else this.#outages += longer
    this.#pausedUntil = Math.max(this.#pausedUntil, until)
    if (longer < shortestTold || milliseconds <= this.#told) return
    this.#told = milliseconds
    this.#onWait?.({ status, milliseconds, asked })
  }
}

/** Returns true if an answer shows an outage and nothing about the API. */
export function isUnavailable({ status }: Pick<ReceivedResponse, 'status'>): boolean {
  return ofOutages.has(status)
}

/** The remark that an outage lasts. */
export function lastingOutage(
  { status }: ReceivedResponse,
  what: string,
  { waited, asked }: { readonly waited: number; readonly asked?: Phrase | undefined },
): Phrase {
  const still =
    waited === 0
      ? phrase`the target answered ${status}`
      : phrase`the target still answered ${status} after ${Math.round(waited / 100) / 10} s`
  const until = asked === undefined ? phrase`` : phrase` and asked to wait ${asked} (Retry-After)`
  return phrase`${still}${until} (${what}): an outage, which says nothing about the API; try again, or raise --max-wait`
}
