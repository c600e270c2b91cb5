import type { CredentialKind } from './credentials.ts'

/** Who sent a request, by a credential that is valid now. */
export interface Caller {
  readonly kind: CredentialKind
  readonly userId: string
  readonly scopes: readonly string[]
  /** The personal access token's id, or the OAuth client's. */
  readonly ownerId: string
  /** The project that an API key or a DSN is bound to. */
  readonly projectId: string | undefined
}
