import type { Collection } from '../store/collection.ts'
import type { StoredItem } from './adapter.ts'
import type { CredentialKind } from './credentials.ts'
import type { ResourceRecords } from '../resources/resource-records.ts'

/** A stored personal access token, without its secret. */
export type StoredAccessToken = {
  /** The id, as every record has one. */
  readonly id: string
  /** The name that its owner gave it. */
  readonly name: string
  /** The scopes, each as `resource:action`. */
  readonly scopes: readonly string[]
  /** Milliseconds since 1970. */
  readonly expires_at: number
  /** The bare id of its owner. */
  readonly user_id: string
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A stored credential. Its id holds the hash of its secret. */
export type StoredCredential = {
  readonly id: string
  readonly kind: CredentialKind | 'refreshToken'
  readonly user_id: string
  readonly scopes: readonly string[]
  /** Milliseconds since 1970; null for a credential that does not expire. */
  readonly expires_at: number | null
  /** The owner: the record of a personal access token, or the OAuth client of a token. */
  readonly owner_id: string
  /** The project that an API key or a DSN is bound to. */
  readonly project_id: string | null
}

/** An OAuth client. Its id is `client:<client_id>`, and its tokens have at most its scopes. */
export type StoredClient = Omit<StoredCredential, 'kind'> & {
  readonly kind: 'oauthClient'
  readonly secret_hash: string
}

/** A stored state code. Its id is the hash of the code. */
export type StoredCode = {
  readonly id: string
  /** The name of the adapter that `prepare-connect` was called for. */
  readonly adapter: string
  readonly user_id: string
  /** The application that requested it, with its name on the consent page. Older snapshots lack it. */
  readonly application?: string
  /** Milliseconds since 1970. */
  readonly expires_at: number
  /** True if a person approved or denied. */
  readonly used: boolean
}

/** A record that a command stores. `kept` holds its members, so that a member may also be named `shelf`. */
export type StoredAdapterRecord = {
  /** The id, as every record has one. */
  readonly id: string
  /** The kind of record, as the command calls it. */
  readonly shelf: string
  /** The adapter connection; deleting it deletes this record. */
  readonly connection_id: string
  /** The record as the command stored it. */
  readonly kept: StoredItem
}

/** The type of the records in each collection of a world, including the collections that no endpoint lists. */
export interface CollectionRecords extends ResourceRecords {
  readonly access_tokens: StoredAccessToken
  readonly credentials: StoredCredential | StoredClient
  readonly connect_codes: StoredCode
  readonly adapter_records: StoredAdapterRecord
}

/** The name of a collection. */
export type CollectionName = keyof CollectionRecords

/** The records of a world, by collection. */
export type Collections = { readonly [Name in CollectionName]: Collection<CollectionRecords[Name]> }
