import type { CredentialKind } from './credentials.ts'

/** The sender of a request, as its valid credential identifies it. */
export interface Caller {
  readonly kind: CredentialKind
  /** The id of the record of the credential. */
  readonly credentialId: string
  readonly userId: string
  readonly scopes: readonly string[]
  /** The id of the personal access token or of the OAuth client. */
  readonly ownerId: string
  /** The project that an API key or a DSN is bound to. */
  readonly projectId: string | undefined
}
