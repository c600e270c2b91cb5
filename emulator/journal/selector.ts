import type { OperationId } from '../model/contract/operation-ids.ts'
import { parseSearch } from '../api/input/read-parameters.ts'
import type { JournalDraft } from './journal-draft.ts'
import { credentialsOutcome, matchedOperation, answerStatus } from './journal-entry.ts'
import type { JournalEntry } from './request-schemas.ts'
import type { Redactor } from './redactor.ts'

/** The requests to select. A request must match every given member. */
export interface RequestSelector {
  /** The operation that answered. */
  readonly operation?: OperationId | undefined
  /** The HTTP method, in any case. */
  readonly method?: string | undefined
  /** The status of the answer; null if there is no answer, as for a dropped connection. */
  readonly status?: number | null | undefined
  /** The path below the base URL, without the query. */
  readonly path?: string | undefined
  /** Values by parameter: a list for a repeated parameter, in order; null for a parameter that must be absent. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | null>> | undefined
  /** The kind of the accepted credentials, as in `JournalEntry`. */
  readonly credentials?: JournalEntry['credentials'] | undefined
  /** True if a fault was applied. */
  readonly faulted?: boolean | undefined
}

/**
 * Lists the differences of a request from a selector, the operation first. An empty list means that it matches.
 * Secrets are compared but not shown.
 */
export function selectorDifferences(
  draft: JournalDraft,
  selector: RequestSelector,
  redactor: Redactor,
): readonly string[] {
  const { operation, method, status, path, credentials, faulted, query = {} } = selector
  const differences: string[] = []
  const compare = (name: string, wanted: unknown, actual: unknown) => {
    if (wanted !== undefined && wanted !== actual)
      differences.push(`${name} is ${jsonOrAbsent(actual)}, not ${jsonOrAbsent(wanted)}`)
  }
  compare('operation', operation, matchedOperation(draft))
  compare('method', method?.toUpperCase(), draft.method)
  if (path !== undefined && path !== draft.path)
    differences.push(`path is ${jsonOrAbsent(redactor.text(draft.path))}, not ${jsonOrAbsent(redactor.text(path))}`)
  compare('status', status, answerStatus(draft))
  // Reading the credentials may require parsing a form.
  if (credentials !== undefined) compare('credentials', credentials, credentialsOutcome(draft))
  if (faulted !== undefined && faulted !== (draft.fault !== undefined))
    differences.push(faulted ? 'no fault was applied' : 'a fault was applied')
  const queried = Object.entries(query)
  // Most selectors name no parameter, and a long query takes a while to read.
  const parameters = queried.length === 0 ? new Map<string, readonly string[]>() : parseSearch(draft.search)
  for (const [name, value] of queried) {
    const wanted =
      value === null || value === undefined ? undefined : Array.isArray(value) ? value.map(String) : [String(value)]
    const actual = parameters.get(name)
    if (JSON.stringify(actual) === JSON.stringify(wanted)) continue
    const listed = (values: readonly string[] | undefined) =>
      values === undefined ? 'absent' : values.map((value) => jsonOrAbsent(redactor.value(name, value))).join(' and ')
    differences.push(`query.${redactor.text(name)} is ${listed(actual)}, not ${listed(wanted)}`)
  }
  return differences
}

/** Returns true if a selector selects a request. */
export function matchesSelector(draft: JournalDraft, selector: RequestSelector, redactor: Redactor): boolean {
  return selectorDifferences(draft, selector, redactor).length === 0
}

/** Describes a selector for a message. */
export function describeSelector(selector: RequestSelector, redactor: Redactor): string {
  const { path, query, ...plain } = selector
  return JSON.stringify({
    ...plain,
    ...(path === undefined ? {} : { path: redactor.text(path) }),
    ...(query === undefined ? {} : { query: redactor.json(query) }),
  })
}

function jsonOrAbsent(value: unknown): string {
  return JSON.stringify(value) ?? 'absent'
}
