// The destination of a request, read only from its method and path and independent of the emulator's routes.
import { type OperationId, versionedLists } from '../../catalogue/operations.ts'
import { decodedSegments } from '../../catalogue/operation-paths.ts'
import { computedOnce } from './computed-once.ts'
import { documentedOperation, isWritten, type RequestedOperation, togglePathSlash } from './requested-operation.ts'
import type { ClientExchange } from './transcript.ts'
import type { DialectFacts } from './world-facts.ts'

/** The documented part of the API that a request was sent to. A wrong method does not change it. */
export interface Destination {
  /**
   * The first operation at its path; `versioned` for any other path of a served version. Undefined elsewhere, and for
   * the MCP endpoint, whose requests are not judged.
   */
  readonly operation: OperationId | 'versioned' | undefined
  /** The values of the parameters in its path. */
  readonly values: RequestedOperation['values']
}

type RequestPlace = Pick<ClientExchange, 'path' | 'isServed'>

/** Finds the destination of a request. */
export const resolveDestination: (exchange: RequestPlace, dialect: DialectFacts) => Destination = computedOnce(
  (exchange) => exchange,
  findDestination,
)

function findDestination(exchange: RequestPlace, dialect: DialectFacts): Destination {
  const { path, isServed } = exchange
  const documented = documentedOperation('HEAD', exchange, dialect)
  if (documented && documented.operation !== 'mcp') return documented
  const isPage = isPageOfConnection(path) || (isServed && isPageOfConnection(togglePathSlash(path)))
  const isVersioned = !documented && dialect.versions.some((version) => path.startsWith(`/${version}/`))
  return { operation: isPage ? 'connect.browser' : isVersioned ? 'versioned' : undefined, values: {} }
}

/** Returns true for paths that the page of the connection sends the browser to. */
function isPageOfConnection(path: string): boolean {
  const [app, adapter, last] = decodedSegments(path)
  const isPage = app === 'app' && adapter !== undefined && adapter !== '' && last === 'authorize'
  return isPage && isWritten(path, `/app/${encodeURIComponent(adapter)}/authorize`)
}

/** Returns true if a request was sent to a documented list of the versioned API. */
export function isVersionedList({ operation }: Destination): boolean {
  return versionedLists.some(({ id }) => id === operation)
}

/** Returns true if a request was sent to a list of the legacy API, which has a Link header. */
export function isLegacyList({ operation }: Destination): boolean {
  return operation === 'groups.list' || operation === 'events.list'
}

/** A path without its trailing slash. It identifies a list that is served with or without one. */
export function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}
