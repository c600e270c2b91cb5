import type { AdapterRegistry } from './adapter.ts'
import type { AnswerTemplateName } from './answer.ts'
import type { Caller } from './caller.ts'
import type { OperationConventions } from './conventions.ts'
import type { JournalNotes } from './journal-notes.ts'
import type { WorldAccess } from './world-access.ts'
import type { Resource, StoredRecord } from './resource.ts'

/** The part of the dialect (dialect/dialect.ts) that handlers and interceptors use. */
export interface DialectView {
  readonly conventions: OperationConventions
  /** The members of a record that a client sees. */
  visible(resource: Resource, record: StoredRecord): Readonly<Record<string, unknown>>
  /** Returns true if answers show the value of a template's hole. */
  shows(convention: AnswerTemplateName, hole: string): boolean
  /** The items in the JSON of a legacy list. */
  itemsOfLegacyList(plural: string, json: unknown): readonly string[]
  /** The JSON text of a legacy list, from the JSON texts of its items. */
  legacyList(
    plural: string,
    items: readonly string[],
    paging: { readonly hasMore: boolean; readonly nextCursor: string | null },
    requestId: string,
  ): string
}

/** The members that a routed request and the context of its handler have in common. */
export interface RequestScope {
  readonly request: Request
  /** The address that links begin with: the client's, without the path of the endpoint. */
  readonly baseUrl: string
  /** The path and the query after `baseUrl`, still encoded. */
  readonly path: string
  readonly search: string
  /** The headers that say which pages may read the answer. */
  readonly cors: Readonly<Record<string, string>>
  readonly world: WorldAccess
  /** The suffix of issued secrets that leads them back to their world: `~` and its name, or nothing. */
  readonly worldSuffix: string
  readonly draft: JournalNotes
  readonly conventions: OperationConventions
  /** @internal */
  readonly dialect: DialectView
  readonly adapters: AdapterRegistry
  /** True if the handler must check its answer, because the endpoint does not declare its schema. */
  readonly checkResponses: boolean
  /** Reports a fault of the emulator that the handler answers itself. */
  readonly onError: (error: unknown) => void
}

/**
 * The context of the handler of a public endpoint. `params`, `query` and `body` match their schemas, and the ids in
 * them are bare.
 */
export interface PublicContext<Params, Query, Body> extends RequestScope {
  readonly params: Params
  readonly query: Query
  readonly body: Body
}

/** The context of the handler of an endpoint that needs credentials. */
export interface Context<Params, Query, Body> extends PublicContext<Params, Query, Body> {
  readonly caller: Caller
}
