import type { RequestScope } from './app.ts'
import type { Endpoint } from './define-endpoint.ts'
import type { Dialect } from './http/dialect.ts'

/** A request that has found its endpoint; nothing else of it has been read. */
export interface Operation {
  readonly endpoint: Endpoint
  readonly request: Request
  readonly scope: RequestScope
  readonly dialect: Dialect
}

/** Stands between a request and its endpoint: it may answer in its place, before or after it. */
export type Interceptor = (operation: Operation, next: () => Promise<Response>) => Promise<Response>
