import type { ResourceRecords } from '../../resources/records.ts'
import type { Kept } from '../../contract/adapter.ts'

/** A personal access token as it is stored: never with its secret. */
export interface StoredAccessToken {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  /** Milliseconds since 1970. */
  readonly expires_at: number
  readonly user_id: string
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** What a command of an adapter connection keeps. */
export interface StoredAdapterRecord {
  readonly id: string
  readonly shelf: string
  readonly connection_id: string
  readonly kept: Kept
}

/** The type of the records in each collection that `emulator.data` shows. */
export interface DataRecords extends ResourceRecords {
  readonly access_tokens: StoredAccessToken
  readonly adapter_records: StoredAdapterRecord
}

/** A collection that `emulator.data` shows. */
export type DataCollection = keyof DataRecords

/** The type of a collection's records. */
export type RecordOf<Name extends DataCollection> = DataRecords[Name]

/** Any of a record's members; `undefined` counts as left out. */
type Some<Members> = { readonly [Member in keyof Members]?: Members[Member] | undefined }

/** The members whose values can be compared. */
type Comparable<Members> = {
  readonly [
    Member in keyof Members as Members[Member] extends string | number | boolean | null ? Member : never
  ]: Members[Member]
}

/** What a record of a collection is made or changed from. Ids of other records may be prefixed. */
export type MembersOf<Name extends keyof ResourceRecords> = Name extends keyof ResourceRecords
  ? Some<ResourceRecords[Name]>
  : never

/** Members that records must equal. Ids may be prefixed. */
export type WhereOf<Name extends DataCollection> = Name extends DataCollection
  ? Some<Comparable<DataRecords[Name]>>
  : never

/** Which records of a collection are wanted. */
export interface DataSelection<Name extends DataCollection> {
  /** Members by equality; all of them must match. */
  readonly where?: WhereOf<Name> | undefined
  /** The most records to give. Default: all. */
  readonly limit?: number | undefined
  /** Records that are older than this id. */
  readonly startingAfter?: string | undefined
}
