import type { Clock } from '../clock.ts'
import type { Draft } from './draft.ts'
import { type JournalEntry, lineOf, toJournalEntry } from './journal-entry.ts'
import { differencesFrom, type RequestSelector } from './selector.ts'
import { type Unread, unreadOf } from './unread.ts'

export interface JournalLimits {
  /** How many requests are kept, the latest. Default: 1000. */
  readonly entries?: number | undefined
  /** How many bytes of addresses and bodies are kept, about. Default: 4 MiB. */
  readonly bytes?: number | undefined
}

/** Thrown when not exactly one request is as it was expected. The message shows the nearest, and how it differs. */
export class JournalError extends Error {
  override readonly name = 'JournalError'
}

/** What an entry takes beside its texts. */
const overhead = 512
/** Requests that a message names. */
const shownRequests = 5

/** The requests that came to one world, the latest of them: bounded, and without secrets. */
export class Journal {
  readonly #limits: { readonly entries: number; readonly bytes: number }
  readonly #stopwatch: () => number
  #drafts: Draft[] = []
  #bytes = 0
  #count = 0
  /** The index of the oldest request that is kept. */
  #first = 1
  #dropped = 0

  constructor({ entries = 1000, bytes = 4_194_304 }: JournalLimits = {}, stopwatch: () => number = () => performance.now()) {
    this.#limits = { entries, bytes }
    this.#stopwatch = stopwatch
  }

  /** Requests that were let go, as there were too many or too large ones. */
  get dropped(): number {
    return this.#dropped
  }

  get truncated(): boolean {
    return this.#dropped > 0
  }

  /** The requests, oldest first. @throws UnknownOperationError. */
  find(selector: RequestSelector = {}): readonly JournalEntry[] {
    return this.#drafts.map(toJournalEntry).filter((entry) => differencesFrom(entry, selector).length === 0)
  }

  /**
   * The one request that is like this.
   * @throws JournalError when there is none, with the nearest one, or more than one; UnknownOperationError.
   */
  one(selector: RequestSelector): JournalEntry {
    const found = this.find(selector)
    if (found.length === 1) return found[0]!
    const expected = `Expected one request with ${JSON.stringify(selector)}`
    if (found.length > 1) throw new JournalError(`${expected}; got ${found.length}: ${this.#lines(found)}.`)
    const nearest = this.#drafts.map((draft) => ({ draft, differences: differencesFrom(toJournalEntry(draft), selector) })).toSorted((left, right) => left.differences.length - right.differences.length || right.draft.index - left.draft.index)[0]
    const truncated = this.truncated ? ` ${this.#dropped} earlier ones are not kept any more.` : ''
    if (!nearest) throw new JournalError(`${expected}; no request came.${truncated}`)
    throw new JournalError(`${expected}; got none among ${this.#drafts.length}. The nearest is ${lineOf(nearest.draft)}: ${nearest.differences.join('; ')}.${truncated}`)
  }

  /**
   * Parameters and members of bodies that no handler read, as misspelt filters are.
   *
   * @example
   * ```ts
   * afterEach(() => expect(emulator.requests.unread()).toEqual([]))
   * ```
   */
  unread(): readonly Unread[] {
    return this.#drafts.flatMap(unreadOf)
  }

  clear(): void {
    this.#drafts = []
    this.#first = this.#count + 1
    this.#bytes = 0
    this.#dropped = 0
  }

  /** Notes a request that begins. @internal */
  begin({ method, headers }: Request, path: string, search: string, clock: Clock): Draft {
    const draft: Draft = { index: ++this.#count, at: clock.now(), begun: this.#stopwatch(), method, path, search, headers, endpoint: undefined, credentials: undefined, body: undefined, fault: undefined, refusal: undefined, status: undefined, ended: 0 }
    this.#drafts.push(draft)
    return draft
  }

  /** Notes how it ended: with a status, or 0 for a connection that was dropped. @internal */
  end(draft: Draft, status: number): void {
    draft.ended = this.#stopwatch()
    draft.status = status
    // It may have been let go, or cleared away, while it was served.
    if (draft.index < this.#first) return
    this.#bytes += sizeOf(draft)
    while (this.#drafts.length > this.#limits.entries || (this.#bytes > this.#limits.bytes && this.#drafts.length > 0)) {
      const oldest = this.#drafts.shift()!
      if (oldest.status !== undefined) this.#bytes -= sizeOf(oldest)
      this.#first = oldest.index + 1
      this.#dropped++
    }
  }

  #lines(entries: readonly JournalEntry[]): string {
    const shown = entries.slice(0, shownRequests).map(({ index }) => lineOf(this.#drafts.find((draft) => draft.index === index)!))
    return entries.length > shownRequests ? `${shown.join(', ')} and ${entries.length - shownRequests} more` : shown.join(', ')
  }
}

function sizeOf({ path, search, body }: Draft): number {
  return overhead + 2 * (path.length + search.length + (body?.length ?? 0))
}
