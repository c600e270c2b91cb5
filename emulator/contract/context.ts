import type { AdapterRegistry } from './adapter.ts'
import type { Caller } from './caller.ts'
import type { Conventions } from './conventions.ts'
import type { DialectView } from './dialect-view.ts'
import type { RequestScope } from './request-scope.ts'

/** What a handler works with. `params`, `query` and `body` match their schemas, and ids in them are bare. */
export interface Context<Params, Query, Body> extends RequestScope {
  readonly request: Request
  readonly conventions: Conventions
  readonly dialect: DialectView
  readonly adapters: AdapterRegistry
  readonly caller: Caller
  /** Whether answers whose schema the endpoint itself does not know are to be checked by the handler. */
  readonly checkResponses: boolean
  /** Told of an error of the emulator's own that the handler answers itself. */
  readonly onError: (error: unknown) => void
  readonly params: Params
  readonly query: Query
  readonly body: Body
}
