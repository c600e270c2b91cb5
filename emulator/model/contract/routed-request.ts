import type { RequestScope } from './context.ts'
import type { Endpoint } from './endpoint.ts'

/** A request whose endpoint is known, before its credentials and parameters are read. */
export interface RoutedRequest extends RequestScope {
  /** Not published, as compilers fail on bundled types of TypeBox. @internal */
  readonly endpoint: Endpoint
  /** The parameters of the path, decoded but not parsed. */
  readonly rawParams: Readonly<Record<string, string>>
}

/** Runs between a request and its endpoint. It can change the query or the answer, or answer itself. */
export type Interceptor = (routed: RoutedRequest, next: Next) => Promise<Response>

/** Passes the request on, optionally with another query. A refusal is returned as a response. */
export type Next = (search?: string) => Promise<Response>
