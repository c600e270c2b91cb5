import type { Caller } from '../model/contract/caller.ts'
import type { AdapterRegistry } from '../model/contract/adapter.ts'
import type { Endpoint } from '../model/contract/endpoint.ts'
import type { RoutedRequest } from '../model/contract/routed-request.ts'
import type { Dialect } from '../api/dialect/dialect.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import type { World } from '../world/world.ts'

/** A routed request, with the faults and scenarios of its world. */
export interface ServedRequest extends RoutedRequest {
  readonly world: World
  readonly draft: JournalDraft
  readonly dialect: Dialect
}

export interface AppOptions {
  readonly endpoints: readonly Endpoint[]
  readonly dialect: Dialect
  readonly adapters: AdapterRegistry
  /** The path before all others. Empty without one. */
  readonly basePath: string
  /** Checks every response against its declared schema: for tests and development. */
  readonly checkResponses: boolean
  /** Called with every internal error. */
  readonly onError: (error: unknown) => void
  /** Counts a request against the caller's limit (clause 8). Returns the headers that tell the caller. */
  readonly countRequest: (world: World, caller: Caller | undefined) => Readonly<Record<string, string>>
}
