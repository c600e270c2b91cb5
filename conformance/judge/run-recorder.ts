import { Conclusion } from '../conclusions/conclusion.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { isKitError } from '../kit-error.ts'
import { headersWithoutCookies } from './redaction/redacted-exchange.ts'
import { isUnreadable } from '../reading/is-unreadable.ts'
import type { Redactor } from './redaction/redact.ts'
import { standInsOf } from './stand-ins.ts'
import { withoutSecrets } from './recorded-secrets.ts'
import type { RequestSender } from '../send/sender.ts'
import type { Time } from '../send/time.ts'
import type { BrowserTab, WebBrowser } from '../send/web-browser.ts'
import type { Outside } from './outside.ts'
import { Random } from './random.ts'
import { whenIdle } from './when-idle.ts'
import type { CallEnd, RecordedResponse, RunRecording } from './run-recording.ts'

/** The facts about a run that a recording has besides what the recorder saw. */
export interface RecordedRun extends Pick<RunRecording, 'selection' | 'limits'> {
  readonly target: unknown
  readonly seed: number
  readonly redactor: Redactor
  /** The kept exchanges, with secrets. */
  readonly exchanges: readonly Exchange[]
}

/**
 * Records a run, so that it can be judged again. What comes from outside is handed in one at a time, and the next only
 * when nothing is left to do: so a run depends on nothing but the order of what comes, and on the time that is noted
 * with it.
 */
export class RunRecorder implements Outside {
  readonly time: Time
  readonly #base: Time
  #clock: number
  #calls = 0
  #pauses = 0
  #hasBrowser = false
  /** False where something happened that cannot be repeated. */
  #isWhole = true
  readonly #order: number[] = []
  readonly #ends = new Map<number, CallEnd>()
  readonly #changedPauses = new Map<number, number>()
  readonly #handedIn: Exchange[] = []
  #kept = 0
  readonly #waiting: (() => void)[] = []

  constructor(base: Time) {
    this.#base = base
    this.#clock = base.now()
    this.time = {
      now: () => this.#clock,
      sleep: (milliseconds, signal) =>
        this.#call(
          () => base.sleep(milliseconds, signal),
          () => ({ kind: 'slept', at: this.#tick() }),
        ),
    }
  }

  sender(sender: RequestSender): RequestSender {
    const pauses = () => this.#pauses
    return {
      get sent() {
        return sender.sent
      },
      get pausesFor429() {
        return pauses()
      },
      send: (request, ...how) =>
        this.#call(
          () => sender.send(request, ...how),
          (exchange) => {
            this.#clock = Math.max(this.#clock, exchange.startedAt + exchange.durationMs)
            this.#pauses = sender.pausesFor429
            const before = [...this.#changedPauses.values()].at(-1) ?? 0
            if (this.#pauses !== before) this.#changedPauses.set(this.#handedIn.length, this.#pauses)
            this.#handedIn.push(exchange)
            return undefined
          },
        ),
      isUndone: (error) => sender.isUndone(error),
      idle: async () => {
        await sender.idle()
        while (this.#waiting.length > 0) await new Promise<void>((resolve) => whenIdle(resolve))
      },
    }
  }

  browser(browser: WebBrowser | undefined): WebBrowser | undefined {
    if (!browser) return undefined
    this.#hasBrowser = true
    const seen = <T>(work: () => Promise<T>, told: (value: T) => unknown) =>
      this.#call(work, (value) => ({ kind: 'seen', at: this.#tick(), value: told(value) }))
    const recorded = (tab: BrowserTab): BrowserTab => ({
      isSandboxed: tab.isSandboxed,
      view: () =>
        seen(
          () => tab.view(),
          (view) => view,
        ),
      press: (control) =>
        seen(
          () => tab.press(control),
          (view) => view,
        ),
      close: () =>
        seen(
          () => tab.close(),
          () => null,
        ),
    })
    return {
      open: async (address, options) =>
        recorded(
          await seen(
            () => browser.open(address, options),
            ({ isSandboxed = null }) => ({ isSandboxed }),
          ),
        ),
    }
  }

  begin(): void {}

  kept(exchange: Exchange): void {
    if (this.#handedIn[this.#kept++] !== exchange) this.#isWhole = false
  }

  /** The recording; undefined for a run that cannot be repeated. */
  recording({ target, selection, limits, seed, redactor, exchanges }: RecordedRun): RunRecording | undefined {
    if (!this.#isWhole || this.#kept !== this.#handedIn.length) return undefined
    const bare = withoutSecrets(target, redactor)
    const ends = [...this.#ends].map(([call, end]) => {
      const value = end.value === undefined ? undefined : withoutSecrets(end.value, redactor)
      return [call, { ...end, ...(value === undefined ? {} : { value }) }] as const
    })
    if (bare === undefined) return undefined
    const responses = exchanges.map((exchange, index) => [index, recordedResponse(exchange, redactor)] as const)
    const random = new Random(seed)
    return {
      target: bare,
      selection,
      limits,
      hasBrowser: this.#hasBrowser,
      standIns: standInsOf(redactor, () => random.next()),
      order: this.#order.join(' '),
      ends: Object.fromEntries(ends),
      responses: Object.fromEntries(responses.filter(([, response]) => response !== undefined)) as Readonly<
        Record<string, RecordedResponse>
      >,
      pauses: Object.fromEntries(this.#changedPauses),
    }
  }

  #tick(): number {
    return (this.#clock = Math.max(this.#clock, this.#base.now()))
  }

  /** Hands in the end of a call. @param told What the recording has of it besides an exchange. */
  #call<T>(work: () => Promise<T>, told: (value: T) => CallEnd | undefined): Promise<T> {
    const call = this.#calls++
    return new Promise((resolve, reject) => {
      const end = (noted: CallEnd | undefined) => {
        this.#order.push(call)
        if (noted) this.#ends.set(call, noted)
      }
      work().then(
        (value) =>
          this.#handIn(() => {
            end(told(value))
            resolve(value)
          }),
        (error: unknown) =>
          this.#handIn(() => {
            end(this.#brokenEnd(error))
            reject(error as Error)
          }),
      )
    })
  }

  #brokenEnd(error: unknown): CallEnd {
    const at = this.#tick()
    if (isKitError(error, 'unreachable')) return { kind: 'unreachable', at, value: error.message }
    if (!(error instanceof Conclusion)) this.#isWhole = false
    const { verdict, cause, remark } = error as Conclusion
    return { kind: 'concluded', at, value: { verdict, cause, remark } }
  }

  #handIn(work: () => void): void {
    this.#waiting.push(work)
    if (this.#waiting.length === 1) whenIdle(() => this.#next())
  }

  #next(): void {
    this.#waiting[0]!()
    this.#waiting.shift()
    if (this.#waiting.length > 0) whenIdle(() => this.#next())
  }
}

/** The parts of a response that the redacted one does not have; undefined if it has all. */
function recordedResponse({ response }: Exchange, redactor: Redactor): RecordedResponse | undefined {
  const { text, headers, length, cutShort } = response
  if (length !== undefined || isUnreadable(text)) return { isLost: true }
  const [bareText, bareHeaders] = [
    withoutSecrets(text, redactor),
    withoutSecrets(headersWithoutCookies(headers), redactor),
  ]
  const bareReason = cutShort === undefined ? undefined : withoutSecrets(cutShort, redactor)
  if (bareText === undefined || bareHeaders === undefined) return { isLost: true }
  const isSame = (bare: unknown, redacted: unknown) => JSON.stringify(bare) === JSON.stringify(redacted)
  const recorded = {
    ...(isSame(bareText, redactor.text(text)) ? {} : { text: bareText }),
    ...(isSame(bareHeaders, redactor.value(headersWithoutCookies(headers))) ? {} : { headers: bareHeaders }),
    ...(bareReason === undefined ? {} : { cutShort: bareReason }),
  }
  return Object.keys(recorded).length === 0 ? undefined : recorded
}
