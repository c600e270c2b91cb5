import type { NotedAnswer } from '../api/dialect/noted-response.ts'
import { IssuedCredentials, type IssuedRecord } from './issued-credentials.ts'
import type { EventLog } from './event-log.ts'
import { JournalDraft, type ReceivedRequest } from './journal-draft.ts'
import type { JournalOptions } from './journal-options.ts'
import { toJournalEntry } from './journal-entry.ts'
import { type JournalView, createOverlapFinder } from './journal-view.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { shortJson } from '../tools/short-text.ts'
import { packHeaders, toRawHeaders } from '../tools/raw-headers.ts'
import { Redactor } from './redactor.ts'
import { assertSelector, matchesSelector, type RequestSelector, unexpectedCountError } from './selector.ts'
import type { JournalEntry, Unread } from './request-schemas.ts'
import { listUnread } from './unread.ts'

/** The memory of an entry without its texts, in bytes. */
const overhead = 512

/** The latest requests that one world received, without secrets: it reads the event log of the world. */
export class Journal {
  readonly #log: () => EventLog
  readonly #stopwatch: () => number
  readonly #credentials: JournalOptions['credentials']
  readonly #scopes: () => readonly string[]
  #redactor: Redactor | undefined
  /** The address of the latest request. */
  #baseUrl = ''
  /** The credentials that the world has issued. @internal */
  readonly issuedCredentials: IssuedCredentials
  /** Called for each request. @internal */
  readonly observer: JournalOptions['observer']

  /**
   * @param log Returns the event log of the world. A reset replaces it.
   * @param issued The credentials of the world.
   * @param scopes The current names of scopes.
   * @internal
   */
  constructor(
    options: JournalOptions,
    log: () => EventLog,
    issued: () => readonly IssuedRecord[],
    scopes: () => readonly string[],
  ) {
    const { credentials, stopwatch = () => performance.now() } = options
    this.issuedCredentials = new IssuedCredentials(issued)
    this.observer = options.observer
    this.#log = log
    this.#credentials = credentials
    this.#scopes = scopes
    this.#stopwatch = stopwatch
  }

  /** The number of kept requests. */
  get size(): number {
    return this.#log().size
  }

  /** The number of requests that were dropped because of the limits. */
  get dropped(): number {
    return this.#log().droppedRequests
  }

  /** Returns true if requests were dropped because of the limits. */
  get truncated(): boolean {
    return this.dropped > 0
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
    throw unexpectedCountError(
      { count, selector, found, all: this.#log().requests, dropped: this.dropped },
      this.redactor,
    )
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
    return this.#log().requests.flatMap((draft) => listUnread(draft, this.redactor))
  }

  /** The index of the oldest kept request, or of the next one. @internal */
  get oldest(): number {
    return this.#log().oldest
  }

  /** The index of the latest request; 0 before the first. @internal */
  get latest(): number {
    return this.#log().latest
  }

  /** The record of a kept request. @internal */
  draftAt(index: number): JournalDraft | undefined {
    return this.#log().requestAt(index)
  }

  /** Removes all requests. Indexes continue. */
  clear(): void {
    this.#log().forgetRequests()
  }

  /**
   * Records a new request. Its headers are copied, because the client may change and reuse the Request.
   * @param at Virtual time.
   * @internal
   */
  begin({ request, path, search, baseUrl, sender }: ReceivedRequest, at: number): JournalDraft {
    // All requests of a client share one text.
    if (baseUrl !== this.#baseUrl) this.#baseUrl = baseUrl
    const kept = packHeaders(sender.rawHeaders ?? toRawHeaders(request.headers))
    const draft = new JournalDraft({
      index: this.latest + 1,
      at,
      begun: this.#stopwatch(),
      method: request.method,
      path,
      search,
      headers: kept,
      connection: sender.connection,
      baseUrl: this.#baseUrl,
      size: overhead + 2 * (path.length + search.length + kept.length),
    })
    this.#log().noteRequest(draft)
    return draft
  }

  /** Adds a request of another process, with the next index. @internal */
  adopt(draft: JournalDraft): void {
    this.#log().adopt(draft)
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
    this.#log().noteAnswer(draft, answer)
  }

  /** Replaces the secrets in shown requests. @internal */
  get redactor(): Redactor {
    return (this.#redactor ??= new Redactor(this.#credentials, this.issuedCredentials.secrets, undefined, this.#scopes))
  }

  /** The sources of entries, in addition to their drafts. @internal */
  get view(): JournalView {
    return {
      redactor: this.redactor,
      issuedCredentials: this.issuedCredentials,
      overlapped: createOverlapFinder(() => this.#log().requests),
    }
  }

  /** The drafts of the matching requests, oldest first. @throws EmulatorError `unknown_operation`. @internal */
  drafts(selector: RequestSelector = {}): readonly JournalDraft[] {
    assertSelector(selector)
    return this.#log().requests.filter((draft) => matchesSelector(draft, selector, this.redactor))
  }
}
