import { isSafe } from '../catalogue/methods.ts'
import { because } from '../conclusions/cause.ts'
import { phrase } from '../conclusions/phrase.ts'
import { Conclusion, insufficient } from '../conclusions/conclusion.ts'
import { isKitError, KitError } from '../kit-error.ts'
import type { Exchange, ReceivedResponse, SentRequest } from '../conclusions/exchange.ts'
import { failedFetchText } from './failed-fetch.ts'
import { type Enough, readBody } from './read-body.ts'
import { scheduleAfterRunning, type Time, raceWithAbort } from './time.ts'
import { isUnavailable, lastingOutage, RequestedWaits, type TargetWait } from './waiting.ts'

/** The rank of requests that others wait for. */
export const urgent = -1

interface WaitingTask {
  readonly rank: number
  readonly start: () => void
}

/** Runs a limited number of tasks at a time: the lowest rank first, and within a rank in the order of arrival. */
class ConcurrencyLimit {
  #free: number
  #reserved = 0
  readonly #waiting: WaitingTask[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** Keeps places free for urgent tasks. */
  reserve(places: number): void {
    this.#reserved = places
    this.#startNext()
  }

  async run<T>(work: () => Promise<T>, rank: number): Promise<T> {
    await new Promise<void>((start) => {
      const behind = this.#waiting.findIndex((other) => other.rank > rank)
      this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, { rank, start })
      this.#startNext()
    })
    try {
      return await work()
    } finally {
      this.#free++
      this.#startNext()
    }
  }

  #startNext(): void {
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      if (this.#free <= (next.rank === urgent ? 0 : this.#reserved)) return
      this.#waiting.shift()
      this.#free--
      next.start()
    }
  }
}

/** The limits of a run, for the target and for the machine that it runs on. */
export interface SenderLimits {
  /** The milliseconds for one request, from its start to the last byte of its body, in which this process ran. */
  readonly timeout: number
  /** The bytes of one body, after decompression. */
  readonly maxBytes: number
  /** The bytes of all bodies together. */
  readonly maxTotalBytes: number
  /** The requests in a whole run. */
  readonly maxRequests: number
  /** The requests at the same time. */
  readonly concurrency: number
  /** The requests per second; 0 for no limit. */
  readonly rate: number
  /**
   * The milliseconds that a request, with others in a row, waits for a target that answers 429, and one check for
   * something to expire.
   */
  readonly maxWait: number
}

/** The default limits of a run. */
export const defaultLimits: SenderLimits = {
  timeout: 10_000,
  maxBytes: 5_000_000,
  maxTotalBytes: 64_000_000,
  maxRequests: 4000,
  concurrency: 8,
  rate: 0,
  maxWait: 30_000,
}

/** Sends a request: the global `fetch`, or that of an emulator. */
export type FetchFunction = (request: Request) => Promise<Response>

/** Options of a sender. */
export interface SenderOptions {
  readonly fetch: FetchFunction
  readonly time: Time
  readonly limits: SenderLimits
  /** Ends all requests at once, as Ctrl-C does, except writes under way: their answers name the objects to delete. */
  readonly signal?: AbortSignal | undefined
  /** Called at the start of a wait of a second or more for the target. */
  readonly onWait?: ((wait: TargetWait) => void) | undefined
}

/** How a request is sent. */
export interface SendOptions {
  /** Stops reading a body before its end, since a stream of events may stay open. */
  readonly enough?: Enough | undefined
  /**
   * True if the request may be carried out twice, so that it is retried after a broken connection. Default: by the
   * method.
   */
  readonly repeatable?: boolean | undefined
  /** The priority among waiting requests; the lowest is sent first. Default: 0. */
  readonly rank?: number
  /** The number of requests that the limit of the run leaves for others. Default: 0. */
  readonly left?: number
  /** Called when the request no longer waits for others. Returns a function to call when it has ended. */
  readonly begin?: () => () => void
}

/** Sends requests. */
export interface RequestSender {
  /** The number of requests sent. */
  readonly sent: number
  /** The number of times that all requests had to wait after a 429. */
  readonly pausesFor429: number
  /** The number of answers before the target stopped answering anything; undefined if it never did. */
  readonly stoppedAfter: number | undefined
  /** Sends a request: see `Sender`. */
  send(request: SentRequest, options?: SendOptions): Promise<Exchange>
  /**
   * Returns true if `send` threw this error for a request that was certainly not carried out: not sent, or refused by
   * 429.
   */
  isUndone(error: unknown): boolean
  /** Keeps places for urgent requests. */
  reserve(places: number): void
  /** Resolves when no answer is outstanding. */
  idle(): Promise<void>
}

const attempts = 3
/**
 * The milliseconds before each retry after a broken connection: a target that restarts is back within a few seconds.
 */
const patience = [50, 150, 600, 1500]
/**
 * The number of broken requests in a row after which the target counts as gone. Then only the first waits are
 * worthwhile.
 */
const abandoned = 4
/**
 * The statuses of an outage that mean that a request was not carried out: too late, too early, not ready, and those of
 * an edge that could not connect to the service.
 */
const refusedWhole: ReadonlySet<number> = new Set([408, 425, 503, 521, 522, 523, 525, 526, 530])
/** Returns true if a request may be repeated. Deleting an object twice is harmless. */
const isRepeatable = (method: string): boolean => isSafe(method) || method === 'DELETE'

/**
 * Sends requests within the limits of a run. Redirects are never followed, so credentials never reach another origin. A
 * request whose connection broke is retried if repeating it is harmless. After a 429 and in an outage, the sender waits
 * and retries.
 */
export class Sender implements RequestSender {
  readonly #options: SenderOptions
  readonly #limit: ConcurrencyLimit
  readonly #waiting: RequestedWaits
  #sent = 0
  #bytes = 0
  #nextSlot = 0
  /** The number of requests in a row that took the whole timeout. */
  #silent = 0
  /** The number of requests in a row whose connections broke each time. */
  #broken = 0
  #answered = 0
  #stoppedAfter: number | undefined
  /** The operations of the requests in a row that ended without an answer. */
  #unanswered: (string | undefined)[] = []
  readonly #pending = new Set<Promise<unknown>>()
  /** The errors of requests that were not carried out. */
  readonly #undone = new WeakSet<Conclusion>()

  constructor(options: SenderOptions) {
    this.#options = options
    this.#limit = new ConcurrencyLimit(options.limits.concurrency)
    this.#waiting = new RequestedWaits(options.time, options.limits, options.onWait)
  }

  /** The number of requests sent. */
  get sent(): number {
    return this.#sent
  }

  /** The number of times that all requests had to wait after a 429. */
  get pausesFor429(): number {
    return this.#waiting.pausesFor429
  }

  /** The number of answers before the target stopped answering anything; undefined if it never did. */
  get stoppedAfter(): number | undefined {
    return this.#stoppedAfter
  }

  /**
   * @throws Conclusion `insufficientEvidence` if a limit of the run is reached or an outage lasts.
   * @throws KitError `unreachable` if no complete response arrives.
   */
  send(
    request: SentRequest,
    { enough, repeatable = isRepeatable(request.method), rank = 0, left = 0, begin }: SendOptions = {},
  ): Promise<Exchange> {
    const sending = this.#limit.run(() => {
      const end = begin?.()
      return this.#deliver(request, { enough, repeatable, left })
        .then(
          (exchange) => this.#noteAnswer(exchange),
          (error: unknown) => this.#noteNoAnswer(request, error),
        )
        .finally(end)
    }, rank)
    const settled = Promise.allSettled([sending]).finally(() => this.#pending.delete(settled))
    this.#pending.add(settled)
    return sending
  }

  /** Keeps places for urgent requests, which others wait for, unless too few would remain for the others. */
  reserve(places: number): void {
    const others = this.#options.limits.concurrency - places
    this.#limit.reserve(others < 3 ? 0 : places)
  }

  isUndone(error: unknown): boolean {
    return error instanceof Conclusion && this.#undone.has(error)
  }

  /** Resolves when no answer is outstanding. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  #noteAnswer(exchange: Exchange): Exchange {
    this.#answered++
    this.#unanswered = []
    this.#stoppedAfter = undefined
    return exchange
  }

  /** Only several requests in a row, for more than one operation, or a closed port mean that the whole target is gone. */
  #noteNoAnswer({ operation }: SentRequest, error: unknown): never {
    const isGone = isKitError(error, 'unreachable')
    if (isGone || (error instanceof Conclusion && error.cause?.kind === 'outage')) {
      this.#unanswered.push(operation)
      const isWhole = this.#unanswered.length >= abandoned && new Set(this.#unanswered).size > 1
      if (isWhole || (isGone && neverSent(error.cause))) this.#stoppedAfter ??= this.#answered
    }
    throw error
  }

  async #deliver(
    request: SentRequest,
    {
      enough,
      repeatable,
      left,
    }: { readonly enough: Enough | undefined; readonly repeatable: boolean; readonly left: number },
  ): Promise<Exchange> {
    const what = `${request.method} ${request.url}`
    let waited = 0
    let lost: string | undefined
    // It is unknown whether a request with a broken connection was carried out. An abort may end others in flight.
    const noteUndone = (error: unknown): never => {
      const isAbort = error === this.#options.signal?.reason
      if (lost === undefined && !isAbort && error instanceof Conclusion) this.#undone.add(error)
      throw error
    }
    for (let attempt = 1; ; attempt++) {
      await this.#permission(left).catch(noteUndone)
      const exchange = await this.#attempt(request, { attempt, enough, repeatable })
      if (typeof exchange === 'string') {
        lost ??= exchange
        continue
      }
      const { response } = exchange
      // The request whose answer was lost may have been carried out. Then the new answer is not that of a first
      // request.
      if (lost !== undefined && request.method === 'DELETE' && response.status >= 400 && response.status !== 429)
        throw new KitError(
          'unreachable',
          `${what} got no response: ${lost}; a second try got ${response.status}, as if the first had been carried out`,
        )
      if (response.status === 429) {
        try {
          waited += this.#waiting.refused(response, waited, what)
        } catch (error) {
          noteUndone(error)
        }
        continue
      }
      if (isUnavailable(response)) {
        // A gateway that got no answer does not know whether the request was carried out.
        if (!repeatable && !refusedWhole.has(response.status))
          insufficient(because.outage, lastingOutage(response, what, { waited }))
        if (!refusedWhole.has(response.status)) lost ??= `the answer was ${response.status}`
        waited += this.#waiting.unavailable(response, waited, what)
        continue
      }
      this.#waiting.settled(response)
      return exchange
    }
  }

  /** An exchange, or the reason for the broken connection if the request should be retried. */
  async #attempt(
    request: SentRequest,
    {
      attempt,
      enough,
      repeatable,
    }: { readonly attempt: number; readonly enough: Enough | undefined; readonly repeatable: boolean },
  ): Promise<Exchange | string> {
    const { signal, time } = this.#options
    const startedAt = time.now()
    try {
      const response = await this.#exchange(request, enough)
      this.#broken = 0
      return { request, response, startedAt, durationMs: time.now() - startedAt }
    } catch (error) {
      signal?.throwIfAborted()
      const timedOut = isKitError(error, 'timed_out')
      const reason = timedOut ? error.message : failedFetchText(error)
      if (
        !timedOut &&
        (repeatable || neverSent(error)) &&
        attempt < (this.#broken < abandoned ? patience.length + 1 : attempts)
      ) {
        await time.sleep(patience[attempt - 1]!, signal)
        return reason
      }
      this.#broken++
      const missing = isKitError(error, 'broken_body') ? 'no whole response' : 'no response'
      throw new KitError('unreachable', `${request.method} ${request.url} got ${missing}: ${reason}`, { cause: error })
    }
  }

  /** Resolves when a request may be sent, and counts it. */
  async #permission(left: number): Promise<void> {
    const { limits, signal } = this.#options
    signal?.throwIfAborted()
    await this.#waiting.turn(signal)
    if (this.#sent >= limits.maxRequests - left)
      insufficient(because.limit, phrase`the limit of ${limits.maxRequests} requests was reached; raise --max-requests`)
    if (this.#bytes >= limits.maxTotalBytes)
      insufficient(because.limit, phrase`the target's answers exceed ${limits.maxTotalBytes} bytes, the limit of a run`)
    if (this.#silent >= 2 * limits.concurrency)
      throw new KitError(
        'unreachable',
        `the target no longer answers: ${this.#silent} requests in a row took longer than ${limits.timeout / 1000} s`,
      )
    this.#sent++
    await this.#keepRate()
  }

  async #keepRate(): Promise<void> {
    const { limits, time, signal } = this.#options
    if (limits.rate === 0) return
    const now = time.now()
    const slot = Math.max(now, this.#nextSlot)
    this.#nextSlot = slot + 1000 / limits.rate
    if (slot > now) await time.sleep(slot - now, signal)
  }

  async #exchange(request: SentRequest, enough: Enough | undefined): Promise<ReceivedResponse> {
    const { limits } = this.#options
    // AbortSignal.timeout is not used, because thousands of timers would outlive their answers.
    const late = new AbortController()
    const end = scheduleAfterRunning(limits.timeout, () => late.abort())
    try {
      return await this.#within(request, enough, late.signal)
    } finally {
      end()
    }
  }

  /** Sends a request and reads its answer within the time limit. */
  async #within(
    { method, url, headers, body }: SentRequest,
    enough: Enough | undefined,
    timedOut: AbortSignal,
  ): Promise<ReceivedResponse> {
    const { limits, signal } = this.#options
    const either = signal && isSafe(method) ? AbortSignal.any([timedOut, signal]) : timedOut
    let response: Response
    try {
      response = await raceWithAbort(
        this.#options.fetch(
          new Request(url, { method, headers, body: body ?? null, redirect: 'manual', signal: either }),
        ),
        either,
      )
    } catch (error) {
      if (hidesProxyRefusal(error)) return { status: 407, headers: {}, text: '', json: undefined }
      if (!timedOut.aborted) throw error
      this.#silent++
      // A retry would not help.
      throw new KitError('timed_out', `none within ${limits.timeout / 1000} s; raise --timeout`)
    }
    const { bytes, ...received } = await readBody(response, { ...limits, enough }, timedOut, either).catch(
      (error: unknown) => {
        throw isKitError(error, 'broken_body')
          ? new KitError('broken_body', `${error.message}: ${failedFetchText(error.cause)}`)
          : error
      },
    )
    this.#bytes += bytes
    this.#silent = timedOut.aborted ? this.#silent + 1 : 0
    return { status: response.status, headers: headersByName(response), ...received }
  }
}

/** The headers of a response. Cookies are joined like other headers; `fromEntries` would keep only the last one. */
function headersByName({ headers }: Response): Readonly<Record<string, string>> {
  const cookies = headers.getSetCookie()
  return { ...Object.fromEntries(headers), ...(cookies.length > 1 ? { 'set-cookie': cookies.join(', ') } : {}) }
}

/** Returns true if no server listened, so that the request was not even sent. */
function neverSent(error: unknown): boolean {
  return (error as { cause?: { code?: string } } | undefined)?.cause?.code === 'ECONNREFUSED'
}

/**
 * Returns true if an error of `fetch` hides an answer 407. The Fetch standard makes it a network error, since it
 * concerns a browser and its proxy, and Node's cause for it is empty. All other broken connections have a reason.
 */
function hidesProxyRefusal(error: unknown): boolean {
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return false
  const { message, code }: Error & { readonly code?: string } = error.cause
  return message === '' && code === undefined
}
