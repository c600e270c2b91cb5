// Describes the requests that were found instead of the expected ones, for messages.
import type { JournalDraft } from './journal-draft.ts'
import { describeRequest, matchedOperation } from './journal-entry.ts'
import type { Redactor } from './redactor.ts'
import { describeSelector, selectorDifferences, type RequestSelector } from './selector.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

/** The number of requests that a message lists. */
const mostRequests = 5

/** The found and the expected requests. */
interface RequestMismatch {
  readonly count: number
  readonly selector: RequestSelector
  readonly found: readonly JournalDraft[]
  readonly all: readonly JournalDraft[]
  readonly dropped: number
}

/** The error for an unexpected number of requests. */
export function unexpectedCountError(
  { count, selector, found, all, dropped }: RequestMismatch,
  redactor: Redactor,
): EmulatorError {
  const amount = count === 1 ? 'one request' : `${count === 0 ? 'no' : count} requests`
  const expected = `Expected ${amount} with ${describeSelector(selector, redactor)}`
  const got =
    found.length > 0
      ? `got ${found.length}: ${requestLines(found, redactor)}`
      : describeNearest(selector, all, redactor)
  const truncated = dropped > 0 ? ` ${dropped} earlier requests were dropped.` : ''
  return new EmulatorError('unexpected_requests', `${expected}; ${got}.${truncated}`)
}

/** Describes the request that is nearest to a selector, and its differences. */
function describeNearest(selector: RequestSelector, drafts: readonly JournalDraft[], redactor: Redactor): string {
  const candidates = drafts.map((draft) => ({
    draft,
    differences: selectorDifferences(draft, selector, redactor),
    elsewhere: selector.operation !== undefined && matchedOperation(draft) !== selector.operation,
  }))
  // A different operation counts more than any number of other differences.
  const [nearest] = candidates.toSorted(
    (left, right) =>
      Number(left.elsewhere) - Number(right.elsewhere) ||
      left.differences.length - right.differences.length ||
      right.draft.index - left.draft.index,
  )
  if (!nearest) return 'no requests were received'
  const line = describeRequest(nearest.draft, redactor)
  return `none of ${candidates.length} matches. The nearest is ${line}: ${nearest.differences.join('; ')}`
}

/** Lists requests, each on one line. */
function requestLines(drafts: readonly JournalDraft[], redactor: Redactor): string {
  const printed = drafts.slice(0, mostRequests).map((draft) => describeRequest(draft, redactor))
  return drafts.length > mostRequests
    ? `${printed.join(', ')} and ${drafts.length - mostRequests} more`
    : printed.join(', ')
}
