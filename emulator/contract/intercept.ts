import type { DialectView } from './dialect-view.ts'
import type { Endpoint } from './endpoint.ts'
import type { RequestScope } from './request-scope.ts'

/** A request whose endpoint is known. Nothing else of it has been read. */
export interface Operation {
  readonly endpoint: Endpoint
  readonly request: Request
  readonly scope: RequestScope
  readonly dialect: DialectView
}

/** Stands between a request and its endpoint: it may change the request, the answer, or answer itself. */
export type Interceptor = (operation: Operation, next: Next) => Promise<Response>

/** Passes the request on, with another query where one is given. A refusal comes back as an answer. */
export type Next = (search?: string) => Promise<Response>
