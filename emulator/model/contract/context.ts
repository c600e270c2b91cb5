import type { AdapterRegistry } from './adapter.ts'
import type { AnswerTemplateName } from './answer.ts'
import type { Caller, CredentialKind } from './credentials.ts'
import type { OperationConventions } from './conventions.ts'
import type { WorldAccess } from './world-access.ts'
import type { Resource, StoredRecord } from './resource.ts'
import type { Refusal } from './refusal.ts'

/** The call of an MCP request, and its outcome. */
export interface McpCall {
  /** Such as `tools/call`; the first method of a batch. */
  readonly method: string
  /** The name of the called tool. */
  readonly tool: string | undefined
  /** The message of an error, which MCP answers with 200; undefined for a success. */
  readonly error: string | undefined
}

/** The part of a journal's draft that is written while a request is read and served. */
export interface JournalNotes {
  /** The number of the request, from 1. */
  readonly index: number
  /** The kind of the accepted credentials. */
  credentials: CredentialKind | 'oauthClient' | undefined
  /** The id of the record of the accepted credential. */
  credential: string | undefined
  /** The known parameters, when the handler and not the endpoint's schema names them. */
  parameters: readonly string[] | undefined
  /** Virtual time when the endpoint began, in milliseconds since 1970. */
  served: number
  /** The deviations that are on. The client may receive a different answer from the recorded one. */
  deviations: readonly string[] | undefined
  /** The call of an MCP request. */
  mcp: McpCall | undefined
  /** Why the request was refused, as far as it is noted. */
  readonly refusal: Pick<Refusal, 'code' | 'message'> | undefined
  /** Records the body of the request. */
  noteBody(text: string): void
  /** Records why the request was refused. */
  noteRefusal(refusal: Refusal): void
}

/** The part of the dialect (dialect/dialect.ts) that handlers and interceptors use. */
export interface DialectView {
  readonly conventions: OperationConventions
  /** The members of a record that a client sees. */
  visible(resource: Resource, record: StoredRecord): Readonly<Record<string, unknown>>
  /** Returns true if answers show the value of a template's hole. */
  shows(convention: AnswerTemplateName, hole: string): boolean
}

/**
 * The context of the handler of a public endpoint. `params`, `query` and `body` match their schemas, and the ids in
 * them are bare.
 */
export interface PublicContext<Params, Query, Body> {
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
  readonly params: Params
  readonly query: Query
  readonly body: Body
}

/** The context of the handler of an endpoint that needs credentials. */
export interface Context<Params, Query, Body> extends PublicContext<Params, Query, Body> {
  readonly caller: Caller
}
