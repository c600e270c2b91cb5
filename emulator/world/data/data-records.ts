import type { ResourceRecords } from '../../contract/resource-records.ts'
import type { CollectionName, CollectionRecords } from '../../contract/stored-records.ts'

/** A collection that `emulator.data` shows: all but those that hold credentials. */
export type DataCollection = Exclude<CollectionName, 'credentials' | 'connect_codes'>

/** The type of a collection's records. */
export type RecordOf<Name extends DataCollection> = CollectionRecords[Name]

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
  ? Some<Comparable<CollectionRecords[Name]>>
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
