import type { Exchange, ReceivedResponse, SentRequest } from './exchange.ts'
import type { Time } from './time.ts'
import { insufficient } from './verdict.ts'

export interface SenderLimits {
  /** Milliseconds for one request, from its start to the last byte of its body. */
  readonly timeout: number
  /** Bytes of one body, after decompression. */
  readonly maxBytes: number
  readonly maxRequests: number
  readonly concurrency: number
  /** Requests a second; 0 for no limit. */
  readonly rate: number
  /** Milliseconds to wait for `Retry-After` at most. */
  readonly maxWait: number
}

export const defaultLimits: SenderLimits = { timeout: 10_000, maxBytes: 5_000_000, maxRequests: 2000, concurrency: 8, rate: 0, maxWait: 30_000 }

export type FetchFunction = (request: Request) => Promise<Response>

export interface SenderOptions {
  readonly fetch: FetchFunction
  readonly time: Time
  readonly limits: SenderLimits
  /** Ends everything at once: Ctrl-C. */
  readonly signal?: AbortSignal | undefined
}

/** Thrown when the target does not answer at all: no connection, or one that breaks each time. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

const attempts = 3

/**
 * Sends requests within the limits of a run. Redirects are never followed, so credentials never reach another
 * origin; connections that break are tried again where that cannot do anything twice; 429 is waited for.
 */
export class Sender {
  readonly #options: SenderOptions
  #sent = 0
  #running = 0
  readonly #waiting: (() => void)[] = []
  #nextSlot = 0

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** How many requests went out. */
  get sent(): number {
    return this.#sent
  }

  /**
   * @throws Conclusion `insufficientEvidence` when a limit of the run is reached.
   * @throws Unreachable when no response comes.
   */
  async send(request: SentRequest): Promise<Exchange> {
    await this.#acquire()
    try {
      for (let attempt = 1; ; attempt++) {
        const exchange = await this.#attempt(request, attempt)
        if (exchange === undefined) continue
        if (exchange.response.status !== 429 || attempt === attempts) {
          if (exchange.response.status === 429) insufficient(`the target still answered 429 after ${attempts} attempts at ${request.method} ${request.url}; lower --rate`)
          return exchange
        }
        await this.#waitFor(exchange.response)
      }
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }

  async #acquire(): Promise<void> {
    while (this.#running >= this.#options.limits.concurrency) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#running++
  }

  async #attempt(request: SentRequest, attempt: number): Promise<Exchange | undefined> {
    const { limits, signal, time } = this.#options
    signal?.throwIfAborted()
    if (this.#sent >= limits.maxRequests) insufficient(`the limit of ${limits.maxRequests} requests was reached; raise --max-requests`)
    this.#sent++
    await this.#keepRate()
    const startedAt = time.now()
    try {
      const response = await this.#exchange(request)
      return { request, response, startedAt, durationMs: time.now() - startedAt }
    } catch (error) {
      signal?.throwIfAborted()
      const safe = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
      if (safe && attempt < attempts) {
        await time.sleep(50 * attempt, signal)
        return undefined
      }
      throw new Unreachable(`${request.method} ${request.url} got no response: ${reasonOf(error)}`)
    }
  }

  async #keepRate(): Promise<void> {
    const { limits, time, signal } = this.#options
    if (limits.rate === 0) return
    const now = time.now()
    const slot = Math.max(now, this.#nextSlot)
    this.#nextSlot = slot + 1000 / limits.rate
    if (slot > now) await time.sleep(slot - now, signal)
  }

  async #waitFor(response: ReceivedResponse): Promise<void> {
    const { limits, time, signal } = this.#options
    const given = response.headers['retry-after'] ?? '1'
    const wait = /^\d+$/.test(given) ? Number(given) * 1000 : Math.max(0, Date.parse(given) - time.now())
    if (!(wait <= limits.maxWait)) insufficient(`the target asks to wait ${given} (Retry-After), longer than --max-wait allows`)
    await time.sleep(wait, signal)
  }

  async #exchange({ method, url, headers, body }: SentRequest): Promise<ReceivedResponse> {
    const { limits, signal } = this.#options
    const timeout = AbortSignal.timeout(limits.timeout)
    const signals = signal ? AbortSignal.any([timeout, signal]) : timeout
    const response = await untilAborted(this.#options.fetch(new Request(url, { method, headers, body: body ?? null, redirect: 'manual', signal: signals })), signals)
    const received = await readBody(response, limits, signals)
    return { status: response.status, headers: Object.fromEntries(response.headers), ...received }
  }
}

/** A fetch that does not heed its signal must not hold up the run. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

async function readBody(response: Response, limits: SenderLimits, signal: AbortSignal): Promise<Pick<ReceivedResponse, 'text' | 'json' | 'trouble'>> {
  if (!response.body) return { text: '', json: undefined }
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  let trouble: string | undefined
  try {
    for (;;) {
      const { done, value } = await untilAborted(reader.read(), signal)
      if (done) break
      bytes += value.byteLength
      if (bytes > limits.maxBytes) {
        trouble = `the body has more than ${limits.maxBytes} bytes`
        break
      }
      chunks.push(value)
    }
  } catch (error) {
    trouble = signal.aborted ? `the body was not complete after ${limits.timeout / 1000} s` : `the body broke off: ${reasonOf(error)}`
  }
  if (trouble) void reader.cancel().catch(() => undefined)
  const whole = new Uint8Array(trouble ? 0 : bytes)
  let offset = 0
  for (const chunk of trouble ? [] : chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  const text = decode(whole)
  if (text === undefined) return { text: '', json: undefined, trouble: 'the body is not UTF-8' }
  return { text, json: parseJson(text), trouble }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || String(error)
}
