import { Conclusion, type Statement, type Verdict } from '../conclusions/conclusion.ts'
import type { Exchange, SentRequest } from '../conclusions/exchange.ts'
import { KitError } from '../kit-error.ts'
import type { Redactor } from './redaction/redact.ts'
import { isObject } from '../reading/find-list.ts'
import { withSecrets } from './recorded-secrets.ts'
import { parseJson } from '../send/parse-json.ts'
import type { RequestSender } from '../send/sender.ts'
import type { Time } from '../send/time.ts'
import type { BrowserTab, BrowserView, WebBrowser } from '../send/web-browser.ts'
import type { Outside } from './outside.ts'
import type { CallEnd, RunRecording } from './run-recording.ts'
import { whenIdle } from './when-idle.ts'

/** A call to the outside of the run that is judged again. */
interface OutsideCall {
  readonly kind: 'send' | 'sleep' | 'see'
  readonly request?: SentRequest
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** The reason why a run does not go as its recording says. */
export type Divergence = 'lost' | 'other'

/** Hands in what a recording has, in its order, instead of the outside. Nothing is sent, and nothing is waited for. */
export class RunReplay implements Outside {
  readonly time: Time
  readonly #recording: RunRecording
  readonly #exchanges: readonly Exchange[]
  readonly #order: readonly number[]
  readonly #calls = new Map<number, OutsideCall>()
  readonly #stop = new AbortController()
  #redactor: Redactor | undefined
  #clock: number
  #called = 0
  #ended = 0
  #answered = 0
  #pauses = 0
  #isMoving = false
  #divergence: Divergence | undefined

  constructor(recording: RunRecording, exchanges: readonly Exchange[], startedAt: number) {
    this.#recording = recording
    this.#exchanges = exchanges
    this.#order = recording.order === '' ? [] : recording.order.split(' ').map(Number)
    this.#clock = startedAt
    this.time = {
      now: () => this.#clock,
      sleep: async (_milliseconds, signal) => {
        signal?.throwIfAborted()
        await this.#call('sleep')
      },
    }
  }

  /** Aborts when the run no longer goes as the recording says. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  /** The reason why the run did not go as the recording says; undefined if it did, to the end. */
  get divergence(): Divergence | undefined {
    const isOver = this.#ended === this.#order.length && this.#answered === this.#exchanges.length
    return this.#divergence ?? (isOver ? undefined : 'other')
  }

  begin(redactor: Redactor): void {
    this.#redactor = redactor
  }

  kept(): void {}

  sender(): RequestSender {
    const [answered, pauses] = [() => this.#answered, () => this.#pauses]
    return {
      get sent() {
        return answered()
      },
      get pausesFor429() {
        return pauses()
      },
      send: (request) => this.#call('send', request) as Promise<Exchange>,
      isUndone: () => false,
      idle: () => Promise.resolve(),
    }
  }

  browser(): WebBrowser | undefined {
    if (!this.#recording.hasBrowser) return undefined
    const see = async () => (await this.#call('see')) as BrowserView
    return {
      open: async (): Promise<BrowserTab> => {
        const { isSandboxed } = (await this.#call('see')) as { readonly isSandboxed: boolean | null }
        return {
          isSandboxed: isSandboxed ?? undefined,
          view: see,
          press: see,
          close: async () => void (await this.#call('see')),
        }
      },
    }
  }

  /** A value of the recording with the secrets of this run. */
  valueOf(value: unknown): unknown {
    return withSecrets(value, (number) => this.#redactor?.secrets[number] ?? this.#recording.standIns[number]!)
  }

  #call(kind: OutsideCall['kind'], request?: SentRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#divergence) return reject(gone())
      this.#calls.set(this.#called++, { kind, resolve, reject, ...(request ? { request } : {}) })
      if (this.#isMoving) return
      this.#isMoving = true
      whenIdle(() => this.#next())
    })
  }

  #next(): void {
    try {
      if (this.#ended < this.#order.length) this.#end(this.#order[this.#ended]!)
      else if (this.#calls.size > 0) this.#diverge('other')
    } catch {
      // This kit did not write the recording.
      this.#diverge('other')
    }
    this.#isMoving = this.#calls.size > 0
    if (this.#isMoving) whenIdle(() => this.#next())
  }

  #end(number: number): void {
    const call = this.#calls.get(number)
    if (!call) return this.#diverge('other')
    const { ends, responses, pauses } = this.#recording
    if (Object.hasOwn(ends, number)) {
      this.#endBy(call, ends[number]!)
    } else {
      const exchange = this.#exchanges[this.#answered]
      const response = Object.hasOwn(responses, this.#answered) ? responses[this.#answered]! : {}
      if (!exchange || !call.request || exchange.request.method !== call.request.method) return this.#diverge('other')
      if (response.isLost) return this.#diverge('lost')
      const text = 'text' in response ? this.valueOf(response.text) : exchange.response.text
      const headers = 'headers' in response ? this.valueOf(response.headers) : exchange.response.headers
      const cutShort = 'cutShort' in response ? { cutShort: String(this.valueOf(response.cutShort)) } : {}
      if (typeof text !== 'string' || !isTexts(headers)) return this.#diverge('other')
      if (Object.hasOwn(pauses, this.#answered)) this.#pauses = pauses[this.#answered]!
      this.#answered++
      this.#clock = Math.max(this.#clock, exchange.startedAt + exchange.durationMs)
      const { status, trouble } = exchange.response
      call.resolve({
        request: call.request,
        response: {
          status,
          headers,
          text,
          json: 'cutShort' in response ? undefined : parseJson(text),
          ...(trouble === undefined ? {} : { trouble }),
          ...cutShort,
        },
        startedAt: exchange.startedAt,
        durationMs: exchange.durationMs,
      })
    }
    this.#calls.delete(number)
    this.#ended++
  }

  #endBy({ kind, resolve, reject }: OutsideCall, end: CallEnd): void {
    this.#clock = Math.max(this.#clock, end.at)
    const value = this.valueOf(end.value)
    if (end.kind === 'unreachable') return reject(new KitError('unreachable', value as string))
    if (end.kind === 'concluded') {
      const { verdict, ...statement } = value as Statement & { readonly verdict: Verdict }
      return reject(new Conclusion(verdict, statement))
    }
    if ((end.kind === 'slept') !== (kind === 'sleep') || kind === 'send') return this.#diverge('other')
    resolve(value)
  }

  #diverge(divergence: Divergence): void {
    this.#divergence ??= divergence
    this.#stop.abort(gone())
    const calls = [...this.#calls.values()]
    this.#calls.clear()
    for (const { reject } of calls) reject(gone())
  }
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((text) => typeof text === 'string')
}

function gone(): KitError {
  return new KitError('unreachable', 'the recording has no more answers')
}
