/** The ways to authenticate (clause 5). */
export type CredentialKind = 'accessToken' | 'personalAccessToken' | 'integrationToken' | 'apiKey' | 'dsn'

/** The credentials of a new world, in the form that clients send. */
export interface Credentials {
  /** The id of the OAuth client. */
  readonly clientId: string
  /** The secret of the OAuth client. */
  readonly clientSecret: string
  /** A personal access token with every scope, as a Bearer value. */
  readonly token: string
  /** The token of an internal integration, for the legacy API. */
  readonly integrationToken: string
  /** An API key, for the legacy API. */
  readonly apiKey: string
  /** The project that the API key and the DSN are bound to. */
  readonly apiKeyProjectId: string
  /** A DSN, for the endpoints of the legacy API that accept one. */
  readonly dsn: string
}

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

/** The action of a scope: `read` allows GET, and `write` all other methods. */
export type ScopeAction = 'read' | 'write'

/** A resource family and an action (clause 5.3), for example `flows:read`. */
export type Scope = `${string}:${ScopeAction}`
