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
