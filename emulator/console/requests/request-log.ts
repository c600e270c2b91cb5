// The requests in the table: the kept ones when the view opened, and all later ones.
import { type Signal, signal } from '@preact/signals'
import { askControl, type Problem } from '../state/control.ts'
import { followEvents, type ServerEvent } from '../state/follow-events.ts'
import type { ConsoleState } from '../state/console-state.ts'
import type { Rows } from '../kit/table.tsx'
import type { JournalTotals, RequestBatch } from '../../journal/journal-watch.ts'
import type { RequestLine } from '../../journal/request-line.ts'

/** The filters of the view, in the form of the control API. */
export type RequestFilters = Readonly<Record<'find' | 'only', string | undefined>>

/** The number of lines in one answer. */
const pageSize = 200
/** The number of lines that the page keeps. The journal of an emulator keeps 10,000 by default. */
const mostLines = 100_000

/** The requests of a world, newest first. */
export class RequestLog implements Rows<RequestLine> {
  readonly problem: Signal<Problem | undefined> = signal(undefined)
  /** The number of requests that arrived too fast to be listed. */
  readonly missed: Signal<number> = signal(0)
  /** The number of lines that were inserted at the top. */
  readonly prepended: Signal<number> = signal(0)
  /** The requests of the whole journal, whatever the filters. */
  readonly totals: Signal<JournalTotals | undefined> = signal(undefined)
  /** True if the world of this view is gone. */
  readonly gone: Signal<boolean> = signal(false)
  readonly #consoleState: ConsoleState
  readonly #filters: RequestFilters
  /** Oldest first. The array is replaced when lines are added. */
  readonly #lines: Signal<readonly RequestLine[]> = signal([])
  readonly #isReady = signal(false)
  readonly #hasOlder = signal(true)
  readonly #aborting = new AbortController()
  #isLoading = false
  #stop: (() => void) | undefined
  #ended = false

  constructor(consoleState: ConsoleState, filters: RequestFilters) {
    this.#consoleState = consoleState
    this.#filters = filters
  }

  get isReady(): boolean {
    return this.#isReady.value
  }

  get count(): number {
    return this.#lines.value.length
  }

  /** Returns true if the server may have older requests than those that were loaded. */
  get hasOlder(): boolean {
    return this.#hasOlder.value
  }

  at(index: number): RequestLine | undefined {
    return this.#lines.value.at(-1 - index)
  }

  /** The place of a request in the table; -1 when it is not there. */
  placeOf(index: number): number {
    const lines = this.#lines.value
    const place = lines.findLastIndex((line) => line.index === index)
    return place < 0 ? -1 : lines.length - 1 - place
  }

  want(_from: number, to: number): void {
    if (to >= this.count && this.count > 0) void this.#loadOlder()
  }

  /** Loads the latest requests and follows new ones. */
  async start(): Promise<void> {
    this.gone.value = false
    const batch = await this.#load({})
    if (this.#ended || !batch) return
    this.#lines.value = batch.requests
    this.#isReady.value = true
    const last = Math.max(batch.oldest - 1, batch.requests.findLast(({ open }) => !open)?.index ?? 0)
    const open = batch.requests.find(({ open }) => open)?.index
    this.#stop = followEvents(this.#consoleState, '/events', {
      after: String(open === undefined ? last : Math.min(last, open - 1)),
      query: this.#filters,
      onEvent: (event) => this.#take(event),
      onState: (problem) => {
        const wasBroken = this.problem.peek() !== undefined
        this.problem.value = problem
        // The emulator may have been started again, with a journal of its own.
        if (wasBroken && !problem) this.#restart()
      },
    })
  }

  /** Starts over when a world was replaced or created again. */
  #restart(): void {
    this.#stop?.()
    if (!this.#ended) void this.start()
  }

  /** Ends the stream. */
  end(): void {
    this.#ended = true
    this.#aborting.abort()
    this.#stop?.()
  }

  async #load(query: Readonly<Record<string, number>>): Promise<RequestBatch | undefined> {
    const all = { ...this.#filters, limit: pageSize, ...query }
    const { signal } = this.#aborting
    const outcome = await askControl<RequestBatch>(this.#consoleState, '/requests/lines', { query: all, signal }).catch(
      () => undefined,
    )
    if (!outcome || this.#ended) return undefined
    this.problem.value = outcome.ok ? undefined : outcome.problem
    if (!outcome.ok) return undefined
    this.#hasOlder.value = outcome.value.requests.length === pageSize
    this.totals.value = outcome.value.totals
    return outcome.value
  }

  async #loadOlder(): Promise<void> {
    if (this.#isLoading || !this.#hasOlder.peek() || this.#lines.value.length >= mostLines) return
    this.#isLoading = true
    const batch = await this.#load({ before: this.#lines.value[0]!.index })
    this.#isLoading = false
    if (batch && !this.#ended) this.#lines.value = [...batch.requests, ...this.#lines.value]
  }

  /** Continues if the world was replaced, as tests do before each run, and ends if it was dropped. */
  async #leave(): Promise<void> {
    this.#stop?.()
    const outcome = await askControl(
      this.#consoleState,
      `/worlds/${encodeURIComponent(this.#consoleState.world.peek())}`,
    )
    if (outcome.ok) this.#restart()
    else this.gone.value = true
  }

  #take({ type, data }: ServerEvent): void {
    if (type === 'gone') return void this.#leave()
    if (type !== 'requests') return
    const { requests, missed, oldest, totals } = JSON.parse(data) as RequestBatch
    this.totals.value = totals
    const before = this.#lines.peek()
    const last = before.at(-1)?.index ?? 0
    const known = new Map(requests.filter(({ index }) => index <= last).map((line) => [line.index, line]))
    const added = requests.filter(({ index }) => index > last)
    // The journal has dropped older requests, so they could not be opened.
    const kept = before.filter(({ index }) => index >= oldest).slice(-mostLines)
    this.#lines.value = [...kept.map((line) => known.get(line.index) ?? line), ...added]
    this.missed.value += missed
    this.prepended.value += added.length
  }
}
