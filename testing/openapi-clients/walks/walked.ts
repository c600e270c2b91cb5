// The input and the result of each generated client.

/** The address of the API for a client, and the credentials that it may use. */
export interface WalkInput {
  readonly baseUrl: string
  readonly token: string
  readonly catalogId: string
  /** A brand of some products of the catalog. */
  readonly brand: string
  /** For a new access token, RFC 3339. */
  readonly expiresAt: string
}

/** The observations of a client. */
export interface WalkObservations {
  /** The ids of all products of the catalog, by pages of seven. */
  readonly ids: readonly string[]
  /** The ids of the active products of the brand. */
  readonly filtered: readonly string[]
  readonly created: { readonly name: string; readonly scopes: readonly string[]; readonly secret: string }
  /** The refusal of a malformed cursor, and of a catalog that does not exist. */
  readonly failures: readonly (readonly [status: number, code: string, at: readonly string[]])[]
}
