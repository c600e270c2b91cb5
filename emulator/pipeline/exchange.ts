import type { Caller } from '../model/contract/caller.ts'
import type { AdapterRegistry } from '../model/contract/adapter.ts'
import type { Endpoint } from '../model/contract/endpoint.ts'
import type { Exchange } from '../model/contract/exchange.ts'
import type { RequestScope } from '../model/contract/request-scope.ts'
import type { Dialect } from '../api/dialect/dialect.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import type { OperationFacts } from '../journal/operation-facts.ts'
import type { World } from '../world/world.ts'

/** The scope of a request, with the faults and scenarios of its world. */
export interface ServedScope extends RequestScope {
  readonly world: World
  readonly draft: JournalDraft
}

export interface AppOptions {
  /** Every endpoint, with what the journal records of it. */
  readonly endpoints: ReadonlyMap<Endpoint, OperationFacts>
  readonly dialect: Dialect
  readonly adapters: AdapterRegistry
  /** Checks every response against its declared schema: for tests and development. */
  readonly checkResponses: boolean
  /** Called with every internal error. */
  readonly onError: (error: unknown) => void
  /** Counts a request against the caller's limit (clause 8). */
  readonly countRequest: (scope: ServedScope, caller: Caller | undefined) => Readonly<Record<string, string>>
}

/** A request whose endpoint is known, with the faults and scenarios of its world. */
export interface ServedExchange extends Exchange {
  readonly scope: ServedScope
}
