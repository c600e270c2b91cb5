import type { DialectView } from './dialect-view.ts'
import type { Endpoint } from './endpoint.ts'
import type { RequestScope } from './request-scope.ts'

/** A request whose endpoint is known, before its credentials and parameters are read. */
export interface Exchange {
  readonly endpoint: Endpoint
  readonly request: Request
  readonly scope: RequestScope
  readonly dialect: DialectView
  /** The parameters of the path, decoded but not parsed. */
  readonly rawParams: Readonly<Record<string, string>>
}

/** Runs between a request and its endpoint. It can change the query or the answer, or answer itself. */
export type Interceptor = (exchange: Exchange, next: Next) => Promise<Response>

/** Passes the request on, optionally with another query. A refusal is returned as a response. */
export type Next = (search?: string) => Promise<Response>
