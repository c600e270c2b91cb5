import type { CredentialKind } from './credentials.ts'
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
  /** Records the body of the request. */
  noteBody(text: string): void
  /** Records why the request was refused. */
  noteRefusal(refusal: Refusal): void
}
