import type { CredentialKind } from './credentials.ts'
import type { Refusal } from './refusal.ts'

/** What the journal is told of a request while it is read and served. */
export interface Draft {
  /** The kind of the credentials that were accepted. */
  credentials: CredentialKind | 'oauthClient' | undefined
  /** The parameters that were known, where the schema of the endpoint does not tell. */
  parameters: readonly string[] | undefined
  /** Notes the body of the request. */
  noteBody(text: string): void
  /** Notes why the request was refused. */
  noteRefusal(refusal: Refusal): void
}
