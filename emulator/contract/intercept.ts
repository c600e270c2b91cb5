import type { RequestScope } from '../pipeline/app.ts'
import type { Endpoint } from '../endpoints/define-endpoint.ts'
import type { Dialect } from '../dialect/dialect.ts'

/** A request that has found its endpoint; nothing else of it has been read. */
export interface Operation {
  readonly endpoint: Endpoint
  readonly request: Request
  readonly scope: RequestScope
  readonly dialect: Dialect
}

/** Stands between a request and its endpoint: it may answer in its place, before or after it. */
export type Interceptor = (operation: Operation, next: Next) => Promise<Response>

/** Lets the request go on, with another query in place of its own where one is given. A refusal is an answer here. */
export type Next = (search?: string) => Promise<Response>
