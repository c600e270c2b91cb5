import type { Kept } from './adapter.ts'
import type { CredentialKind } from './credentials.ts'
import type { ResourceRecords } from './resource-records.ts'

/** A personal access token as it is stored: never with its secret. */
export type StoredAccessToken = {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  /** Milliseconds since 1970. */
  readonly expires_at: number
  readonly user_id: string
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A credential as the world stores it: by the hash of its secret, never with the secret. */
export type StoredCredential = {
  readonly id: string
  readonly kind: CredentialKind | 'refreshToken'
  readonly user_id: string
  readonly scopes: readonly string[]
  /** Milliseconds since 1970; null for a credential that does not expire. */
  readonly expires_at: number | null
  /** What it belongs to: a personal access token's record, the OAuth client of a token. */
  readonly owner_id: string
  /** The project that an API key or a DSN is bound to. */
  readonly project_id: string | null
}

/** An OAuth client: `client:<client_id>` with the hash of its secret, and the most that its tokens may do. */
export type StoredClient = Omit<StoredCredential, 'kind'> & {
  readonly kind: 'oauthClient'
  readonly secret_hash: string
}

/** A state code as the world stores it: by its hash, never the code. */
export type StoredCode = {
  readonly id: string
  /** The name of the adapter that it was prepared for. */
  readonly adapter: string
  readonly user_id: string
  /** Milliseconds since 1970. */
  readonly expires_at: number
  /** Whether a person approved or denied. */
  readonly used: boolean
}

/** What a command of an adapter connection keeps. Its members stand apart, so that a command may name one `shelf`. */
export type StoredAdapterRecord = {
  readonly id: string
  readonly shelf: string
  /** The connection whose deletion deletes this. */
  readonly connection_id: string
  readonly kept: Kept
}

/** The type of the records in each collection of a world: those of resources, and those that no list endpoint shows. */
export interface CollectionRecords extends ResourceRecords {
  readonly access_tokens: StoredAccessToken
  readonly credentials: StoredCredential | StoredClient
  readonly connect_codes: StoredCode
  readonly adapter_records: StoredAdapterRecord
}

/** The name of a collection. */
export type CollectionName = keyof CollectionRecords
