// The marks by which people look for requests: those with a problem, with unread parts, with a fault.
import type { JournalDraft } from './journal-draft.ts'
import { countUnread } from './unread.ts'

/** A kind of request that people look for. */
export type RequestMark = 'problems' | 'unread' | 'faulted'

/** The number of kept requests with each mark. */
export type MarkCounts = Readonly<Record<RequestMark, number>>

const bits = { problems: 1, unread: 2, faulted: 4 } as const satisfies Record<RequestMark, number>

/** Every mark. */
export const requestMarks = Object.keys(bits) as readonly RequestMark[]

/** Returns true if a request had no success: an error, a dropped connection, or an error in a 200 of MCP. */
export function isProblem({ status, mcp }: JournalDraft): boolean {
  return status !== undefined && (status === 0 || status >= 400 || typeof mcp?.error === 'string')
}

/** The marks of a request, as bits. They are kept with the request once it is answered. */
function marksOf(draft: JournalDraft): number {
  if (draft.marks !== undefined) return draft.marks
  const marks =
    (isProblem(draft) ? bits.problems : 0) |
    (countUnread(draft) > 0 ? bits.unread : 0) |
    (draft.fault === undefined ? 0 : bits.faulted)
  if (draft.status !== undefined) draft.marks = marks
  return marks
}

/** Returns true if a request has a mark. */
export function hasMark(draft: JournalDraft, mark: RequestMark): boolean {
  return (marksOf(draft) & bits[mark]) !== 0
}

/** The number of requests that are counted before others may be served. */
const looksOfStep = 32

/** Counts the marks of requests. It looks at each request once, and only when somebody asks. */
export class MarkTally {
  readonly #counts = { problems: 0, unread: 0, faulted: 0 }
  readonly #counted = new Set<JournalDraft>()
  /** The index of the latest request that was looked at. */
  #seen = 0
  #open: JournalDraft[] = []

  /** Forgets a request that the journal has dropped. */
  forget(draft: JournalDraft): void {
    if (this.#counted.delete(draft)) this.#change(draft, -1)
  }

  /** Counts the requests of a journal that came or were answered since, one at a time. */
  *count(
    draftAt: (index: number) => JournalDraft | undefined,
    oldest: number,
    latest: number,
  ): Generator<void, MarkCounts> {
    const open = this.#open
    this.#open = []
    for (const draft of open) if (draftAt(draft.index) === draft) this.#add(draft)
    this.#seen = Math.max(this.#seen, oldest - 1)
    // Several readers may count in turns.
    while (this.#seen < latest) {
      const draft = draftAt(++this.#seen)
      if (draft) this.#add(draft)
      if (this.#seen % looksOfStep === 0) yield
    }
    return { ...this.#counts }
  }

  /** Forgets all requests. */
  clear(): void {
    this.#counted.clear()
    this.#open = []
    for (const mark of requestMarks) this.#counts[mark] = 0
  }

  #add(draft: JournalDraft): void {
    if (draft.status === undefined) {
      this.#open.push(draft)
      return
    }
    if (marksOf(draft) === 0) return
    this.#counted.add(draft)
    this.#change(draft, 1)
  }

  #change({ marks = 0 }: JournalDraft, step: 1 | -1): void {
    for (const mark of requestMarks) if ((marks & bits[mark]) !== 0) this.#counts[mark] += step
  }
}
