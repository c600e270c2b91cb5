import type { Method } from '../contract/endpoint.ts'
import type { OperationId } from '../endpoints/operation-ids.ts'
import type { App } from './app.ts'
import type { Address } from './read-address.ts'

/** An operation that a request asks for, as the router finds it. */
export interface AskedOperation {
  readonly id: OperationId
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The address of the API as the client sees it, with the base path and the world. */
  readonly baseUrl: string
}

/** The operation for a method at an address; undefined for HEAD and OPTIONS, and where nothing is served. */
export function operationAt(
  { isOwn, path, baseUrl }: Address,
  method: string,
  { router, operationOf }: App,
): AskedOperation | undefined {
  const found = isOwn ? router.find(path) : undefined
  const endpoint = found?.route.endpoints.get(method as Method)
  return found && endpoint && { id: operationOf(endpoint), params: found.decoded, baseUrl }
}
