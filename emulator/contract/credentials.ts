/** How a request can authenticate (clause 5). */
export type CredentialKind = 'accessToken' | 'personalAccessToken' | 'integrationToken' | 'apiKey' | 'dsn'

/** The credentials of a new world, in the form that clients take. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  /** A personal access token with every scope, as a Bearer value. */
  readonly token: string
  readonly integrationToken: string
  readonly apiKey: string
  /** The project that the API key and the DSN are bound to. */
  readonly apiKeyProjectId: string
  readonly dsn: string
}
