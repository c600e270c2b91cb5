import { assertOperation } from '../api/endpoints/assert-operation.ts'
import { assertMembers, type NamesOf } from '../tools/assert-members.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { isObject } from '../tools/is-object.ts'
import { didYouMean, nearest, suggestion } from '../tools/nearest.ts'
import { shortJson } from '../tools/short-text.ts'
import type { JournalEntry } from './request-schemas.ts'
import type { RequestSelector } from './selector.ts'

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
  const meant = methods.find((known) => sortedLetters(known) === sortedLetters(upper)) ?? nearest(upper, methods)
  if (meant !== undefined) throw selectorError('method', 'a method of HTTP', method, suggestion(meant))
}

const sortedLetters = (word: string): string => [...word].toSorted().join('')

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
