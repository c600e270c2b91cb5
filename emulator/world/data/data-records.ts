import type { ResourceRecords } from '../../model/resources/resource-records.ts'
import type { CollectionName, CollectionRecords } from '../../model/contract/stored-records.ts'

/** A collection that `emulator.data` can read: every one except those with credentials. */
export type DataCollection = Exclude<CollectionName, 'credentials' | 'connect_codes'>

/** The type of a collection's records. */
export type RecordOf<Name extends DataCollection> = CollectionRecords[Name]

/** Optional members; `undefined` counts as left out. */
type Some<Members> = { readonly [Member in keyof Members]?: Members[Member] | undefined }

/** The members whose values can be compared. */
type Comparable<Members> = {
  readonly [
    Member in keyof Members as Members[Member] extends string | number | boolean | null ? Member : never
  ]: Members[Member]
}

/** The members of a record to create or change. Ids of other records may be prefixed. */
export type MembersOf<Name extends keyof ResourceRecords> = Name extends keyof ResourceRecords
  ? Some<ResourceRecords[Name]>
  : never

/** Members that records must equal. Ids may be prefixed. */
export type WhereOf<Name extends DataCollection> = Name extends DataCollection
  ? Some<Comparable<CollectionRecords[Name]>>
  : never

/** Selects records of a collection. */
export interface DataSelection<Name extends DataCollection> {
  /** Members that records must equal, all of them. */
  readonly where?: WhereOf<Name> | undefined
  /** The maximum number of records. Default: all. */
  readonly limit?: number | undefined
  /** Returns only records older than this id. It may be prefixed. */
  readonly startingAfter?: string | undefined
}
