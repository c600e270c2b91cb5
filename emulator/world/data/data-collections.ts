import {
  type ResourceCollection,
  isResourceCollection,
  resourceByCollection,
  resourceCollections,
} from '../../model/resources/resources.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { nearest, suggestion } from '../../tools/nearest.ts'
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

/** Collections that are read-only here: the endpoints of the API keep them in step with the credentials. */
const readOnlyCollections = ['access_tokens', 'adapter_records'] as const

/** The collections that `emulator.data` can read. */
export const dataCollections: readonly DataCollection[] = [...resourceCollections, ...readOnlyCollections]

/**
 * Finds a collection by its name, with hyphens or underscores, or by the name of its list: `products`, `events`.
 * @throws EmulatorError `unknown_collection`, which suggests the nearest and lists all.
 */
export function readCollection(name: string): DataCollection {
  const wanted = name.replaceAll('-', '_')
  const called = resourceCollections.find((collection) => resourceByCollection[collection].plural === wanted) ?? wanted
  assertKnownCollection(called)
  return called
}

/** @throws EmulatorError `read_only_collection`; `unknown_collection`. */
export function assertWritableCollection(collection: string): asserts collection is ResourceCollection {
  assertKnownCollection(collection)
  if (isResourceCollection(collection)) return
  throw new EmulatorError(
    'read_only_collection',
    `${collection} can only be read here; the endpoints of the API create and remove its records.`,
  )
}

/** @throws EmulatorError `unknown_collection`. */
export function assertKnownCollection(collection: string): asserts collection is DataCollection {
  if ((dataCollections as readonly string[]).includes(collection)) return
  const all = `The collections are ${dataCollections.join(', ')}.`
  if (typeof collection !== 'string')
    throw new EmulatorError(
      'unknown_collection',
      `The name of a collection must be a string; got ${JSON.stringify(collection)}. ${all}`,
    )
  const guess =
    resourceCollections.find((candidate) => resourceByCollection[candidate].plural === collection) ??
    nearest(collection, dataCollections) ??
    dataCollections.find((candidate) => collection !== '' && candidate.includes(collection.replace(/s$/, '')))
  throw new EmulatorError(
    'unknown_collection',
    `There is no collection ${JSON.stringify(collection.slice(0, 100))}${suggestion(guess)} ${all}`,
  )
}
