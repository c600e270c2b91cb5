import type { AdapterRegistry } from './adapter.ts'
import type { Caller } from './caller.ts'
import type { Conventions } from './conventions.ts'
import type { DialectView } from './dialect-view.ts'
import type { RequestScope } from './request-scope.ts'

/**
 * The context of the handler of a public endpoint. `params`, `query` and `body` match their schemas, and the ids in
 * them are bare.
 */
export interface PublicContext<Params, Query, Body> extends RequestScope {
  readonly request: Request
  readonly conventions: Conventions
  readonly dialect: DialectView
  readonly adapters: AdapterRegistry
  /** Whether the handler checks its answer, when the endpoint does not declare the schema of it. */
  readonly checkResponses: boolean
  /** Reports a fault of the emulator that the handler answers itself. */
  readonly onError: (error: unknown) => void
  readonly params: Params
  readonly query: Query
  readonly body: Body
}

/** The context of the handler of an endpoint that needs credentials. */
export interface Context<Params, Query, Body> extends PublicContext<Params, Query, Body> {
  readonly caller: Caller
}
