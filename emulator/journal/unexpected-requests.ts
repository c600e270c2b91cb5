// What a message says of the requests that were found instead of the expected ones.
import type { JournalDraft } from './draft.ts'
import { lineOf, operationOf } from './journal-entry.ts'
import type { Redactor } from './redactor.ts'
import { differencesFrom, type RequestSelector } from './selector.ts'

/** How many requests a message lists. */
const shownRequests = 5

/** Describes the request that comes nearest to a selector, and how it differs. */
export function nearestTo(selector: RequestSelector, drafts: readonly JournalDraft[], redactor: Redactor): string {
  const candidates = drafts.map((draft) => ({
    draft,
    differences: differencesFrom(draft, selector, redactor),
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
  const line = lineOf(nearest.draft, redactor)
  return `none of ${candidates.length} matches. The nearest is ${line}: ${nearest.differences.join('; ')}`
}

/** Lists requests, each on one line. */
export function linesOf(drafts: readonly JournalDraft[], redactor: Redactor): string {
  const shown = drafts.slice(0, shownRequests).map((draft) => lineOf(draft, redactor))
  return drafts.length > shownRequests
    ? `${shown.join(', ')} and ${drafts.length - shownRequests} more`
    : shown.join(', ')
}
