import { readFind } from './find-requests.ts'
import type { JournalDraft } from './journal-draft.ts'
import type { Journal } from './journal.ts'
import { matchesSelector, type RequestSelector } from './selector.ts'
import { countUnread } from './unread.ts'

/** A filter for requests. A request must match every given member. */
export interface RequestFilter {
  readonly selector?: RequestSelector | undefined
  /** The search text of a user, read by `readFind`. */
  readonly find?: string | undefined
  readonly only?: RequestMark | undefined
}

/**
 * Makes the test of a filter. The journal's redactor is fetched for each request: a secret may have been issued since.
 */
export function toTest(
  journal: Journal,
  { selector = {}, find = '', only }: RequestFilter,
): (draft: JournalDraft) => boolean {
  const selects = Object.values(selector).some((value) => value !== undefined)
  const isFound = find.trim() === '' ? undefined : readFind(find)
  return (draft) =>
    (only === undefined || hasMark(draft, only)) &&
    (!selects || matchesSelector(draft, selector, journal.redactor)) &&
    (isFound === undefined || isFound(draft, journal))
}

/** A mark of a request. */
export type RequestMark = 'problems' | 'unread' | 'faulted'

/** The number of kept requests with each mark. */
export type MarkCounts = Readonly<Record<RequestMark, number>>

const bits = { problems: 1, unread: 2, faulted: 4 } as const satisfies Record<RequestMark, number>

/** Every mark. */
export const requestMarks = Object.keys(bits) as readonly RequestMark[]

/** Returns true if a request failed: an error, a dropped connection, or an error in a 200 of MCP. */
export function isProblem({ status, mcp }: JournalDraft): boolean {
  return status !== undefined && (status === 0 || status >= 400 || typeof mcp?.error === 'string')
}

/** The marks of a request, as bits. They are kept with the request once it is answered. */
function draftMarks(draft: JournalDraft): number {
  if (draft.marks !== undefined) return draft.marks
  const marks =
    (isProblem(draft) ? bits.problems : 0) |
    (countUnread(draft) > 0 ? bits.unread : 0) |
    (draft.fault === undefined ? 0 : bits.faulted)
  if (draft.status !== undefined) draft.marks = marks
  return marks
}

/** Returns true if a request has a mark. */
function hasMark(draft: JournalDraft, mark: RequestMark): boolean {
  return (draftMarks(draft) & bits[mark]) !== 0
}

/** The number of requests to examine before other requests may be served. */
export const looksOfStep = 32

/** Counts the marks of the kept requests, one at a time. Each request is read once, on demand. */
export function* countMarks(journal: Journal): Generator<void, MarkCounts> {
  const counts = { problems: 0, unread: 0, faulted: 0 }
  for (let index = journal.oldest; index <= journal.latest; index++) {
    const draft = journal.draftAt(index)
    const marks = draft ? draftMarks(draft) : 0
    if (marks > 0) for (const mark of requestMarks) if ((marks & bits[mark]) !== 0) counts[mark]++
    if (index % looksOfStep === 0) yield
  }
  return counts
}
