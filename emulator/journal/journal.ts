import type { NotedAnswer } from '../api/dialect/noted-response.ts'
import { IssuedCredentials, type IssuedRecord } from './issued-credentials.ts'
import type { EventLog } from './event-log.ts'
import { JournalDraft, type Received } from './journal-draft.ts'
import { type JournalOptions, readLimits } from './journal-limits.ts'
import { type JournalEntry, toJournalEntry } from './journal-entry.ts'
import { type JournalView, createOverlapFinder } from './journal-view.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { shortJson } from '../tools/short-text.ts'
import { Queue } from '../tools/queue.ts'
import { packHeaders, toRawHeaders } from '../tools/raw-headers.ts'
import { Redactor } from './redactor.ts'
import { assertSelector } from './assert-selector.ts'
import { matchesSelector, type RequestSelector } from './selector.ts'
import { unexpectedCountError } from './unexpected-requests.ts'
import { type Unread, listUnread } from './unread.ts'

/** The memory of an entry without its texts, in bytes. */
const overhead = 512

/** The longest answer that is kept, in characters. */
const longestAnswer = 65_536

/** The memory of an answer without its text, in bytes. */
const answerOverhead = 200

/** The latest requests that one world received, without secrets. The journal is bounded by entries and bytes. */
export class Journal {
  readonly #limits: { readonly entries: number; readonly bytes: number }
  readonly #stopwatch: () => number
  readonly #credentials: JournalOptions['credentials']
  #redactor: Redactor | undefined
  /** The drafts from the index `#first` on, without gaps. */
  readonly #drafts = new Queue<JournalDraft>()
  #bytes = 0
  /** The bytes of the kept answers. Answers have a separate limit, so that long ones do not displace requests. */
  #answerBytes = 0
  /** No request before this index has a kept answer. */
  #firstAnswer = 1
  #budget: JournalOptions['budget']
  /** The address of the latest request. */
  #baseUrl = ''
  #count = 0
  /** The index of the oldest kept request. */
  #first = 1
  #dropped = 0
  readonly #log: () => EventLog
  /** The credentials that the world has issued. @internal */
  readonly issuedCredentials: IssuedCredentials
  /** Called for each request. @internal */
  readonly observer: JournalOptions['observer']

  /**
   * @param log Returns the event log of the world. A reset replaces it.
   * @param issued The credentials of the world.
   * @throws EmulatorError `invalid_option` for a limit.
   * @internal
   */
  constructor(options: JournalOptions, log: () => EventLog, issued: () => readonly IssuedRecord[]) {
    const { credentials, stopwatch = () => performance.now(), budget } = options
    this.issuedCredentials = new IssuedCredentials(issued)
    this.observer = options.observer
    this.#log = log
    this.#limits = readLimits(options)
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

  /** Returns true if requests were dropped because of the limits. */
  get truncated(): boolean {
    return this.#dropped > 0
  }

  /**
   * Returns the matching requests, oldest first. A request that a deviation changed is shown as changed.
   * @throws EmulatorError `unknown_operation`.
   */
  find(selector: RequestSelector = {}): readonly JournalEntry[] {
    const { view } = this
    return this.drafts(selector).map((draft) => toJournalEntry(draft, view))
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
    const found = this.drafts(selector)
    if (!Number.isInteger(count) || count < 0)
      throw new EmulatorError(
        'invalid_option',
        `exactly takes a whole number of requests first; got ${shortJson(count)}.`,
      )
    const { view } = this
    if (found.length === count) return found.map((draft) => toJournalEntry(draft, view))
    throw unexpectedCountError({ count, selector, found, all: this.#drafts.all, dropped: this.#dropped }, this.redactor)
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
    return this.#drafts.all.flatMap((draft) => listUnread(draft, this.redactor))
  }

  /** The index of the oldest kept request, or of the next one. @internal */
  get oldest(): number {
    return this.#first
  }

  /** The index of the latest request; 0 before the first. @internal */
  get latest(): number {
    return this.#count
  }

  /** The record of a kept request. @internal */
  draftAt(index: number): JournalDraft | undefined {
    return this.#drafts.at(index - this.#first)
  }

  /** Removes all requests. Indexes continue. */
  clear(): void {
    this.#drafts.clear()
    this.#answerBytes = 0
    this.#log().forgetRequests()
    this.#first = this.#count + 1
    this.#grow(-this.#bytes)
    this.#dropped = 0
  }

  /**
   * Records a new request. Its headers are copied, because the client may change and reuse the Request.
   * @param at Virtual time.
   * @internal
   */
  begin({ request, path, search, baseUrl, sender }: Received, at: number): JournalDraft {
    // All requests of a client share one text.
    if (baseUrl !== this.#baseUrl) this.#baseUrl = baseUrl
    const kept = packHeaders(sender.rawHeaders ?? toRawHeaders(request.headers))
    const size = overhead + 2 * (path.length + search.length + kept.length)
    const draft = new JournalDraft({
      index: ++this.#count,
      at,
      begun: this.#stopwatch(),
      method: request.method,
      path,
      search,
      headers: kept,
      connection: sender.connection,
      baseUrl: this.#baseUrl,
      size,
    })
    this.#drafts.push(draft)
    this.#log().noteRequest(draft)
    this.#bytes += size
    this.#trim(size)
    return draft
  }

  /** Adds a request of another process, with the next index. @internal */
  adopt(draft: JournalDraft): void {
    this.#count = draft.index
    this.#drafts.push(draft)
    this.#bytes += draft.size
    this.#log().adopt(draft)
    this.#trim(draft.size)
  }

  /** Remembers a secret that was issued, to hide it in every form. @internal */
  noteSecret(secret: string): void {
    this.issuedCredentials.noteSecret(secret)
    this.#redactor = undefined
  }

  /** Records the status of the answer, or 0 for a dropped connection. @internal */
  end(draft: JournalDraft, status: number, answer?: NotedAnswer): void {
    draft.ended = this.#stopwatch()
    draft.status = status
    this.#log().noteAnswer(draft)
    // The draft may have been dropped or cleared while the request was served, and its own size may drop it now.
    if (draft.index < this.#first) return
    const more = 2 * ((draft.body?.length ?? 0) + (draft.refusal?.message.length ?? 0))
    if (more > 0) {
      draft.size += more
      this.#bytes += more
      this.#trim(more)
    }
    if (answer && draft.index >= this.#first) this.#keepAnswer(draft, answer)
  }

  /** Keeps an answer. Of a long answer, only the headers are kept. */
  #keepAnswer(draft: JournalDraft, answer: NotedAnswer): void {
    const { text, headers } = answer
    draft.answer = text.length > longestAnswer ? { text: undefined, headers } : answer
    draft.answerSize = answerOverhead + 2 * (draft.answer.text?.length ?? 0)
    this.#firstAnswer = Math.min(this.#firstAnswer, draft.index)
    this.#growAnswers(draft.answerSize)
    this.#shrinkAnswers(this.#limits.bytes / 4)
  }

  #shrinkAnswers(bytes: number): void {
    while (this.#answerBytes > bytes && this.#firstAnswer <= this.#count)
      this.#forgetAnswer(this.draftAt(this.#firstAnswer++))
  }

  #forgetAnswer(draft: JournalDraft | undefined): void {
    if (!draft?.answer) return
    draft.answer = undefined
    // The size is stored separately: reading the old text would be slow.
    this.#growAnswers(-draft.answerSize)
  }

  #growAnswers(bytes: number): void {
    this.#answerBytes += bytes
    this.#grow(bytes)
  }

  /** Drops the oldest requests beyond the limits. @param grown The number of bytes that the journal has grown. */
  #trim(grown: number): void {
    const { entries, bytes } = this.#limits
    let spent = grown
    while (this.#drafts.size > entries || this.#bytes - this.#answerBytes > bytes) spent -= this.#dropOldest()
    this.#budget?.spend(this, spent)
  }

  /** Returns the dropped bytes, which the caller returns to the budget. */
  #dropOldest(): number {
    const draft = this.#drafts.shift()!
    this.#forgetAnswer(draft)
    this.#first++
    this.#dropped++
    this.#bytes -= draft.size
    // A case cannot begin before the oldest kept request.
    this.#log().dropBefore(this.#drafts.at(0)?.arrived ?? Number.POSITIVE_INFINITY)
    return draft.size
  }

  /** Drops the oldest requests until the journal has at most this many bytes. @internal */
  shrinkTo(bytes: number): void {
    this.#shrinkAnswers(bytes / 4)
    let freed = 0
    while (this.#drafts.size > 0 && this.#bytes > bytes) freed += this.#dropOldest()
    this.#budget?.spend(this, -freed)
  }

  /** Returns its share of the budget when its world is dropped. @internal */
  release(): void {
    this.#budget?.release(this)
    this.#budget = undefined
  }

  #grow(bytes: number): void {
    this.#bytes += bytes
    this.#budget?.spend(this, bytes)
  }

  /** Replaces the secrets in shown requests. @internal */
  get redactor(): Redactor {
    return (this.#redactor ??= new Redactor(this.#credentials, this.issuedCredentials.secrets))
  }

  /** The sources of entries, in addition to their drafts. @internal */
  get view(): JournalView {
    return {
      redactor: this.redactor,
      issuedCredentials: this.issuedCredentials,
      overlapped: createOverlapFinder(() => this.#drafts.all),
    }
  }

  /** The drafts of the matching requests, oldest first. @throws EmulatorError `unknown_operation`. @internal */
  drafts(selector: RequestSelector = {}): readonly JournalDraft[] {
    assertSelector(selector)
    return this.#drafts.all.filter((draft) => matchesSelector(draft, selector, this.redactor))
  }
}
