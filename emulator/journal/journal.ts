import type { Credentials } from '../contract/credentials.ts'
import { JournalDraft } from './draft.ts'
import type { JournalBudget } from './journal-budget.ts'
import { type JournalLimits, readLimit } from './journal-limits.ts'
import { type JournalEntry, lineOf, operationOf, toJournalEntry } from './journal-entry.ts'
import { joined, type RawHeaders } from '../tools/raw-headers.ts'
import { Redactor } from './redactor.ts'
import { assertSelector, describeSelector, differencesFrom, type RequestSelector } from './selector.ts'
import { type Unread, unreadOf } from './unread.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

/** The options of a journal. */
export interface JournalOptions extends JournalLimits {
  /** Secrets that are never shown, in addition to those that the emulator issues. */
  readonly credentials?: Credentials | undefined
  /** Returns real time in milliseconds, from any starting point. Default: `performance.now`. */
  readonly stopwatch?: (() => number) | undefined
  /** The memory that it shares with other journals. */
  readonly budget?: JournalBudget | undefined
}

/** The memory of an entry without its texts, in bytes. */
const overhead = 512
/** How many of the latest issued secrets are looked for in any spelling. Older ones are known by their looks. */
const knownSecrets = 500
/** How many requests a message lists. */
const shownRequests = 5

/** The latest requests that one world received, without secrets. The journal is bounded by entries and bytes. */
export class Journal {
  readonly #limits: { readonly entries: number; readonly bytes: number }
  readonly #stopwatch: () => number
  readonly #credentials: Credentials | undefined
  #redactor: Redactor | undefined
  #issued: readonly string[] = []
  /** By index, with no gap after `#first`. */
  readonly #drafts = new Map<number, JournalDraft>()
  #bytes = 0
  #budget: JournalBudget | undefined
  #count = 0
  /** The index of the oldest kept request. */
  #first = 1
  #dropped = 0

  /** @throws EmulatorError `invalid_option` for a limit that is not a whole number of at least 0. @internal */
  constructor({
    entries = 1000,
    bytes = 4_194_304,
    credentials,
    stopwatch = () => performance.now(),
    budget,
  }: JournalOptions = {}) {
    this.#limits = { entries: readLimit('entries', entries), bytes: readLimit('bytes', bytes) }
    this.#credentials = credentials
    this.#stopwatch = stopwatch
    this.#budget = budget
  }

  /** The number of kept requests. */
  get size(): number {
    return this.#drafts.size
  }

  /** The approximate memory of the kept requests. @internal */
  get bytes(): number {
    return this.#bytes
  }

  /** The number of requests that were dropped because of the limits. */
  get dropped(): number {
    return this.#dropped
  }

  /** Whether requests were dropped because of the limits. */
  get truncated(): boolean {
    return this.#dropped > 0
  }

  /**
   * Returns the matching requests, oldest first. A request that a deviation changed is shown as changed.
   * @throws EmulatorError `unknown_operation`.
   */
  find(selector: RequestSelector = {}): readonly JournalEntry[] {
    return this.#matching(selector).map((draft) => toJournalEntry(draft, this.#redact))
  }

  /**
   * Returns the one matching request.
   *
   * @example
   * ```ts
   * const { body } = emulator.requests.one({ operation: 'projects.create' })
   * ```
   * @throws EmulatorError `unexpected_requests` when no request or more than one matches; `unknown_operation`.
   * The message lists the matches, or shows the nearest request and its differences.
   */
  one(selector: RequestSelector): JournalEntry {
    return this.exactly(1, selector)[0]!
  }

  /**
   * Returns the matching requests, which must be exactly `count`.
   * @throws EmulatorError `unexpected_requests` when fewer or more requests match; `unknown_operation`.
   * The message lists the matches, or shows the nearest request and its differences.
   */
  exactly(count: number, selector: RequestSelector = {}): readonly JournalEntry[] {
    const found = this.#matching(selector)
    if (found.length === count) return found.map((draft) => toJournalEntry(draft, this.#redact))
    const amount = count === 1 ? 'one request' : `${count === 0 ? 'no' : count} requests`
    const expected = `Expected ${amount} with ${describeSelector(selector, this.#redact)}`
    const truncated = this.truncated ? ` ${this.#dropped} earlier requests were dropped.` : ''
    const got = found.length > 0 ? `got ${found.length}: ${this.#lines(found)}` : this.#nearest(selector)
    throw new EmulatorError('unexpected_requests', `${expected}; ${got}.${truncated}`)
  }

  /**
   * Returns the parameters, body members and bodies that no endpoint read, such as misspelt filters.
   *
   * @example
   * ```ts
   * afterEach(() => expect(emulator.requests.unread()).toEqual([]))
   * ```
   */
  unread(): readonly Unread[] {
    return [...this.#drafts.values()].flatMap((draft) => unreadOf(draft, this.#redact))
  }

  /** Removes all requests. Indexes continue. */
  clear(): void {
    this.#drafts.clear()
    this.#first = this.#count + 1
    this.#grow(-this.#bytes)
    this.#dropped = 0
  }

  /**
   * Records a new request. Its headers are copied, because the client may change and reuse the Request.
   * @param at Virtual time.
   * @internal
   */
  begin(
    request: Request,
    path: string,
    search: string,
    at: number,
    headers: RawHeaders = [...request.headers].flat(),
  ): JournalDraft {
    const kept = joined(headers)
    const size = overhead + 2 * (path.length + search.length + kept.length)
    const draft = new JournalDraft({
      index: ++this.#count,
      at,
      begun: this.#stopwatch(),
      method: request.method,
      path,
      search,
      headers: kept,
      size,
    })
    this.#drafts.set(draft.index, draft)
    this.#grow(size)
    this.#trim()
    return draft
  }

  /** Remembers a secret that was issued, to hide it in any spelling. @internal */
  noteSecret(secret: string): void {
    this.#issued = [...this.#issued.slice(1 - knownSecrets), secret]
    this.#redactor = undefined
  }

  /** Records the status of the answer, or 0 for a dropped connection. @internal */
  end(draft: JournalDraft, status: number): void {
    draft.ended = this.#stopwatch()
    draft.status = status
    // The draft may have been dropped or cleared while the request was served.
    if (draft.index < this.#first) return
    const more = 2 * ((draft.body?.length ?? 0) + (draft.refusal?.message.length ?? 0))
    if (more === 0) return
    draft.size += more
    this.#grow(more)
    this.#trim()
  }

  #trim(): void {
    while (this.#drafts.size > this.#limits.entries || this.#bytes > this.#limits.bytes) this.#dropOldest()
  }

  #dropOldest(): void {
    const { size } = this.#drafts.get(this.#first)!
    this.#drafts.delete(this.#first++)
    this.#dropped++
    this.#grow(-size)
  }

  /** Drops the oldest requests until the journal has at most so many bytes. @internal */
  shrinkTo(bytes: number): void {
    while (this.#drafts.size > 0 && this.#bytes > bytes) this.#dropOldest()
  }

  /** Gives its share of the budget back, when its world is gone. @internal */
  release(): void {
    this.#budget?.release(this)
    this.#budget = undefined
  }

  #grow(bytes: number): void {
    this.#bytes += bytes
    this.#budget?.spend(this, bytes)
  }

  get #redact(): Redactor {
    return (this.#redactor ??= new Redactor(this.#credentials, this.#issued))
  }

  #matching(selector: RequestSelector): readonly JournalDraft[] {
    assertSelector(selector)
    return [...this.#drafts.values()].filter((draft) => differencesFrom(draft, selector, this.#redact).length === 0)
  }

  #nearest(selector: RequestSelector): string {
    const candidates = [...this.#drafts.values()].map((draft) => ({
      draft,
      differences: differencesFrom(draft, selector, this.#redact),
      elsewhere: selector.operation !== undefined && operationOf(draft) !== selector.operation,
    }))
    // A request to another operation is further off than one with any number of other differences.
    const [nearest] = candidates.toSorted(
      (left, right) =>
        Number(left.elsewhere) - Number(right.elsewhere) ||
        left.differences.length - right.differences.length ||
        right.draft.index - left.draft.index,
    )
    if (!nearest) return 'no requests were received'
    const line = lineOf(nearest.draft, this.#redact)
    return `none of ${candidates.length} matches. The nearest is ${line}: ${nearest.differences.join('; ')}`
  }

  #lines(drafts: readonly JournalDraft[]): string {
    const shown = drafts.slice(0, shownRequests).map((draft) => lineOf(draft, this.#redact))
    return drafts.length > shownRequests
      ? `${shown.join(', ')} and ${drafts.length - shownRequests} more`
      : shown.join(', ')
  }
}
