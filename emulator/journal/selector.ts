import type { OperationId } from '../model/contract/operation-ids.ts'
import { parseSearch } from '../api/input/read-parameters.ts'
import type { JournalDraft } from './journal-draft.ts'
import { credentialsOutcome, matchedOperation, answerStatus, describeRequest } from './journal-entry.ts'
import type { JournalEntry } from './request-schemas.ts'
import type { Redactor } from './redactor.ts'
import { assertOperation } from '../api/endpoints/assert-operation.ts'
import { assertMembers, type NamesOf } from '../tools/assert-members.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { isObject } from '../tools/is-object.ts'
import { didYouMean, nearest, suggestion } from '../tools/nearest.ts'
import { shortJson } from '../tools/short-text.ts'

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
function selectorDifferences(draft: JournalDraft, selector: RequestSelector, redactor: Redactor): readonly string[] {
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
function describeSelector(selector: RequestSelector, redactor: Redactor): string {
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

const members: NamesOf<RequestSelector> = {
  operation: true,
  method: true,
  status: true,
  path: true,
  query: true,
  credentials: true,
  faulted: true,
}

/** Every kind of credentials that an entry may name. */
const credentialKinds: Readonly<Record<JournalEntry['credentials'], true>> = {
  accessToken: true,
  personalAccessToken: true,
  integrationToken: true,
  apiKey: true,
  dsn: true,
  oauthClient: true,
  none: true,
  refused: true,
  unchecked: true,
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Refuses a selector that no request can match.
 * @throws EmulatorError `unknown_operation`; `invalid_option` for an unknown member or a value that no request has.
 */
export function assertSelector(selector: RequestSelector): void {
  assertMembers('A selector of requests', selector, members)
  const { operation, method, status, path, query, credentials, faulted } = selector
  if (operation !== undefined) assertOperation(operation)
  if (method !== undefined) assertMethod(method)
  if (status !== undefined && status !== null && !(Number.isInteger(status) && status >= 100 && status < 600))
    throw selectorError('status', 'a whole number from 100 to 599, or null', status)
  if (path !== undefined) assertPath(path)
  if (query !== undefined) assertQuery(query)
  if (credentials !== undefined && !(typeof credentials === 'string' && Object.hasOwn(credentialKinds, credentials))) {
    const known = Object.keys(credentialKinds)
    throw selectorError(
      'credentials',
      `one of ${known.join(', ')}`,
      credentials,
      didYouMean(String(credentials), known),
    )
  }
  if (faulted !== undefined && typeof faulted !== 'boolean') throw selectorError('faulted', 'true or false', faulted)
}

function selectorError(member: string, expected: string, value: unknown, hint = '.'): EmulatorError {
  return new EmulatorError(
    'invalid_option',
    `No request can match: ${member} of a selector must be ${expected}; got ${shortJson(value)}${hint}`,
  )
}

function assertMethod(method: unknown): void {
  if (typeof method !== 'string') throw selectorError('method', "a method of HTTP, such as 'GET'", method)
  const upper = method.toUpperCase()
  if (methods.includes(upper)) return
  // A client may send any method, but a near match is probably a typo.
  const meant = nearest(upper, methods)
  if (meant !== undefined) throw selectorError('method', 'a method of HTTP', method, suggestion(meant))
}

function assertPath(path: unknown): void {
  const expected = "a path below the base URL that begins with a slash, such as '/1.13/environments'"
  if (typeof path !== 'string' || !path.startsWith('/')) throw selectorError('path', expected, path)
  if (path.includes('?')) throw selectorError('path', `${expected}, without the query, which query selects`, path)
}

function assertQuery(query: unknown): void {
  // URLSearchParams and Map have no own members, so they would match any request.
  if (!isObject(query) || Symbol.iterator in query)
    throw selectorError('query', 'an object of values by parameter, such as { limit: 2 }', query)
  for (const [name, value] of Object.entries(query)) {
    const each = Array.isArray(value) ? value : [value ?? '']
    if (each.some((item) => !['string', 'number', 'boolean', 'bigint'].includes(typeof item)))
      throw selectorError(`query.${name.slice(0, 100)}`, 'a string, a number, a list of them, or null for none', value)
  }
}

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
