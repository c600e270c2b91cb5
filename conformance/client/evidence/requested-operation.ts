// Finds the documented operation of a request by the kit's own table, independent of the emulator's routes.
import type { OperationId } from '../../catalogue/operations.ts'
import { matchOperation, pathParameters, type PathNames, operationPath } from '../../catalogue/operation-paths.ts'
import type { ClientExchange } from './transcript.ts'
import type { DialectFacts } from './world-facts.ts'

/** The part of a dialect that paths depend on. */
export type PathFacts = Pick<DialectFacts, 'versions' | 'accessTokensPath' | 'mcpPath'>

/** A documented operation, and the values of the parameters in its path. */
export interface RequestedOperation {
  readonly operation: OperationId
  readonly values: ReturnType<typeof pathParameters>
}

/** The names in the paths of a service, with one of its served versions. */
export function servedNames(
  { versions, accessTokensPath, mcpPath }: PathFacts,
  version: string = versions[0] ?? '',
): PathNames {
  return { version, accessTokens: accessTokensPath, mcp: mcpPath }
}

/** The operation that a request asks for. OPTIONS has none; HEAD has that of GET. */
export function requestedOperation(
  method: string,
  place: Pick<ClientExchange, 'path' | 'isServed'>,
  dialect: PathFacts,
): OperationId | undefined {
  if (method === 'OPTIONS') return undefined
  return documentedOperation(method === 'HEAD' ? 'GET' : method, place, dialect)?.operation
}

/**
 * The operation at a path. A service may also serve the path with its trailing slash added or removed, for example
 * after a redirect.
 */
export function documentedOperation(
  method: string,
  { path, isServed }: Pick<ClientExchange, 'path' | 'isServed'>,
  dialect: PathFacts,
): RequestedOperation | undefined {
  const exact = exactOperation(method, path, dialect)
  return exact ?? (isServed ? exactOperation(method, togglePathSlash(path), dialect) : undefined)
}

/** The operation at a path with exactly the documented slashes. */
function exactOperation(method: string, path: string, dialect: PathFacts): RequestedOperation | undefined {
  for (const version of dialect.versions) {
    const names = servedNames(dialect, version)
    const operation = matchOperation(method, path, names)
    if (operation === undefined) continue
    const values = pathParameters(operation, path, names)
    if (isWritten(path, operationPath(operation, names, values))) return { operation, values }
  }
  return undefined
}

/** Returns true if a path has its slashes exactly as documented. */
export function isWritten(path: string, documented: string): boolean {
  return (
    path.split('/').length === documented.split('/').length &&
    path.startsWith('/') &&
    path.endsWith('/') === documented.endsWith('/')
  )
}

/** A path with its trailing slash added or removed. */
export function togglePathSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : `${path}/`
}
