import type { DialectView } from './dialect-view.ts'
import type { Endpoint } from './endpoint.ts'
import type { RequestScope } from './request-scope.ts'

/** A request with its endpoint, before its credentials and parameters are read. */
export interface Operation {
  readonly endpoint: Endpoint
  readonly request: Request
  readonly scope: RequestScope
  readonly dialect: DialectView
}

/** Runs between a request and its endpoint. It can change the query or the answer, or answer itself. */
export type Interceptor = (operation: Operation, next: Next) => Promise<Response>

/** Passes the request on, optionally with another query. A refusal is returned as a response. */
export type Next = (search?: string) => Promise<Response>
