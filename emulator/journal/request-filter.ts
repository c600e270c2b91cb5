import { readFind } from './find-requests.ts'
import type { JournalDraft } from './journal-draft.ts'
import type { Journal } from './journal.ts'
import { hasMark, type RequestMark } from './request-marks.ts'
import { matchesSelector, type RequestSelector } from './selector.ts'

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
