import type { Credentials } from '../contract/credentials.ts'
import type { Clock } from '../world/clock.ts'
import type { Draft } from './draft.ts'
import { type JournalEntry, lineOf, operationOf, toJournalEntry } from './journal-entry.ts'
import { joined, type RawHeaders } from '../tools/raw-headers.ts'
import { Redactor } from './redactor.ts'
import { assertSelector, describeSelector, differencesFrom, type RequestSelector } from './selector.ts'
import { type Unread, unreadOf } from './unread.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

/** How much a journal keeps: the oldest requests go first. */
export interface JournalLimits {
  /** How many requests are kept, the latest. Default: 1000; 0 keeps none. */
  readonly entries?: number | undefined
  /** How many bytes of addresses, headers and bodies are kept, about. Default: 4 MiB. */
  readonly bytes?: number | undefined
}

export interface JournalOptions extends JournalLimits {
  /** Secrets that are never shown, beside those that the emulator issues. */
  readonly credentials?: Credentials | undefined
  /** Real time in milliseconds, from whatever moment. */
  readonly stopwatch?: (() => number) | undefined
}

/** What an entry takes beside its texts. */
const overhead = 512
/** Requests that a message names. */
const shownRequests = 5

/** The requests that came to one world, the latest of them: bounded, and without secrets. */
export class Journal {
  readonly #limits: { readonly entries: number; readonly bytes: number }
  readonly #stopwatch: () => number
  readonly #credentials: Credentials | undefined
  #redactor: Redactor | undefined
  /** By index, without a gap from `#first` on. */
  readonly #drafts = new Map<number, Draft>()
  #bytes = 0
  #count = 0
  /** The index of the oldest request that is kept. */
  #first = 1
  #dropped = 0

  /** @throws EmulatorError `invalid_option` for a limit that is not a whole number from 0. @internal */
  constructor({
    entries = 1000,
    bytes = 4_194_304,
    credentials,
    stopwatch = () => performance.now(),
  }: JournalOptions = {}) {
    this.#limits = { entries: readLimit('entries', entries), bytes: readLimit('bytes', bytes) }
    this.#credentials = credentials
    this.#stopwatch = stopwatch
  }

  /** How many requests are kept. */
  get size(): number {
    return this.#drafts.size
  }

  /** Requests that were let go, as there were too many or too large ones. */
  get dropped(): number {
    return this.#dropped
  }

  get truncated(): boolean {
    return this.#dropped > 0
  }

  /** The requests, oldest first; those that a deviation changed as they reached the endpoint. @throws EmulatorError `unknown_operation`. */
  find(selector: RequestSelector = {}): readonly JournalEntry[] {
    return this.#matching(selector).map((draft) => toJournalEntry(draft, this.#redact))
  }

  /**
   * The one request that is like this.
   *
   * @example
   * ```ts
   * const { body } = emulator.requests.one({ operation: 'projects.create' })
   * ```
   * @throws EmulatorError `unexpected_requests` when there is none, with the nearest one, or more than one; `unknown_operation`.
   */
  one(selector: RequestSelector): JournalEntry {
    return this.exactly(1, selector)[0]!
  }

  /**
   * The requests that are like this, when there are as many as expected: 0 for none.
   * @throws EmulatorError `unexpected_requests` when there are fewer, with the nearest one, or more; `unknown_operation`.
   */
  exactly(count: number, selector: RequestSelector = {}): readonly JournalEntry[] {
    const found = this.#matching(selector)
    if (found.length === count) return found.map((draft) => toJournalEntry(draft, this.#redact))
    const expected = `Expected ${count === 1 ? 'one request' : `${count === 0 ? 'no' : count} requests`} with ${describeSelector(selector, this.#redact)}`
    const truncated = this.truncated ? ` ${this.#dropped} earlier ones are not kept any more.` : ''
    if (found.length > 0)
      throw new EmulatorError(
        'unexpected_requests',
        `${expected}; got ${found.length}: ${this.#lines(found)}.${truncated}`,
      )
    throw new EmulatorError('unexpected_requests', `${expected}; ${this.#nearest(selector)}.${truncated}`)
  }

  /**
   * What came and nothing read, as misspelt filters are.
   *
   * @example
   * ```ts
   * afterEach(() => expect(emulator.requests.unread()).toEqual([]))
   * ```
   */
  unread(): readonly Unread[] {
    return [...this.#drafts.values()].flatMap((draft) => unreadOf(draft, this.#redact))
  }

  clear(): void {
    this.#drafts.clear()
    this.#first = this.#count + 1
    this.#bytes = 0
    this.#dropped = 0
  }

  /** Notes a request that begins. Its headers are copied, as its client may change them and send it again. @internal */
  begin(
    request: Request,
    path: string,
    search: string,
    clock: Clock,
    headers: RawHeaders = [...request.headers].flat(),
  ): Draft {
    const kept = joined(headers)
    const size = overhead + 2 * (path.length + search.length + kept.length)
    const draft: Draft = {
      index: ++this.#count,
      at: clock.now(),
      begun: this.#stopwatch(),
      method: request.method,
      path,
      search,
      headers: kept,
      endpoint: undefined,
      credentials: undefined,
      body: undefined,
      bodyLength: 0,
      parameters: undefined,
      fault: undefined,
      refusal: undefined,
      status: undefined,
      ended: 0,
      size,
    }
    this.#drafts.set(draft.index, draft)
    this.#bytes += size
    this.#trim()
    return draft
  }

  /** Notes how it ended: with a status, or 0 for a connection that was dropped. @internal */
  end(draft: Draft, status: number): void {
    draft.ended = this.#stopwatch()
    draft.status = status
    // It may have been let go, or cleared away, while it was served.
    if (draft.index < this.#first) return
    const more = 2 * ((draft.body?.length ?? 0) + (draft.refusal?.message.length ?? 0))
    if (more === 0) return
    draft.size += more
    this.#bytes += more
    this.#trim()
  }

  #trim(): void {
    while (this.#drafts.size > this.#limits.entries || this.#bytes > this.#limits.bytes) {
      this.#bytes -= this.#drafts.get(this.#first)!.size
      this.#drafts.delete(this.#first++)
      this.#dropped++
    }
  }

  get #redact(): Redactor {
    return (this.#redactor ??= new Redactor(this.#credentials))
  }

  #matching(selector: RequestSelector): readonly Draft[] {
    assertSelector(selector)
    return [...this.#drafts.values()].filter((draft) => differencesFrom(draft, selector, this.#redact).length === 0)
  }

  #nearest(selector: RequestSelector): string {
    const candidates = [...this.#drafts.values()].map((draft) => ({
      draft,
      differences: differencesFrom(draft, selector, this.#redact),
      elsewhere: selector.operation !== undefined && operationOf(draft) !== selector.operation,
    }))
    // A request to another operation is further off than any other difference makes it.
    const [nearest] = candidates.toSorted(
      (left, right) =>
        Number(left.elsewhere) - Number(right.elsewhere) ||
        left.differences.length - right.differences.length ||
        right.draft.index - left.draft.index,
    )
    if (!nearest) return 'no request came'
    return `got none among ${candidates.length}. The nearest is ${lineOf(nearest.draft, this.#redact)}: ${nearest.differences.join('; ')}`
  }

  #lines(drafts: readonly Draft[]): string {
    const shown = drafts.slice(0, shownRequests).map((draft) => lineOf(draft, this.#redact))
    return drafts.length > shownRequests
      ? `${shown.join(', ')} and ${drafts.length - shownRequests} more`
      : shown.join(', ')
  }
}

function readLimit(name: string, limit: number): number {
  if (Number.isSafeInteger(limit) && limit >= 0) return limit
  throw new EmulatorError('invalid_option', `requests.${name} takes a whole number from 0; got ${String(limit)}.`)
}
