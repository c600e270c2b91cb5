import type { StoredRecord } from '../model/contract/resource.ts'
import type { CollectionName, Collections } from '../model/contract/stored-records.ts'
import {
  memberReferences,
  resourceByCollection,
  type ResourceCollection,
  resourceCollections,
} from '../model/resources/resources.ts'
import { Collection, type CollectionDefinition } from '../model/store/collection.ts'

type HiddenCollection = Exclude<CollectionName, ResourceCollection>

/** Collections that no list endpoint shows. */
const hiddenCollections: Readonly<Record<HiddenCollection, CollectionDefinition>> = {
  /** Personal access tokens without their secrets. */
  access_tokens: { indexed: ['user_id'], searched: ['name'] },
  /** Credentials, by the hash of their secrets: see auth/credentials.ts. */
  credentials: { indexed: ['owner_id', 'project_id'], searched: [] },
  /** State codes of prepare-connect, by their hashes. */
  connect_codes: { indexed: [], searched: [] },
  /** The records of the commands of adapter connections. */
  adapter_records: { indexed: ['shelf', 'connection_id'], searched: [] },
}

const definitions: Readonly<Record<CollectionName, CollectionDefinition>> = {
  ...(Object.fromEntries(
    Object.entries(resourceByCollection).map(([name, resource]) => [
      name,
      { indexed: resource.filters, searched: resource.searched },
    ]),
  ) as Record<ResourceCollection, CollectionDefinition>),
  ...hiddenCollections,
}

interface Dependent {
  readonly child: CollectionName
  readonly member: string
}

/** The collections whose records are removed with a record: its children, its configuration and its credentials. */
export const dependents: Readonly<Partial<Record<CollectionName, readonly Dependent[]>>> = toDependents()

function toDependents(): Partial<Record<CollectionName, Dependent[]>> {
  const found: Partial<Record<CollectionName, Dependent[]>> = {
    projects: [{ child: 'credentials', member: 'project_id' }],
    access_tokens: [{ child: 'credentials', member: 'owner_id' }],
    adapter_connections: [{ child: 'adapter_records', member: 'connection_id' }],
  }
  for (const child of resourceCollections)
    for (const [member, schema] of Object.entries(resourceByCollection[child].members))
      for (const { collection } of memberReferences(schema)) (found[collection] ??= []).push({ child, member })
  return found
}

/** The names of all collections. */
export const collectionNames: readonly CollectionName[] = Object.keys(definitions) as CollectionName[]

/** Smaller lists are built on first use, without a noticeable delay. */
const smallList = 1000

/** Builds the collections of a world from plain records. Each list must be in id order. */
export function buildCollections(
  records: Readonly<Partial<Record<CollectionName, readonly StoredRecord[]>>>,
): Collections {
  return Object.fromEntries(
    collectionNames.map((name) => {
      // A list with a getter is small, and is made on demand.
      const { value } = Object.getOwnPropertyDescriptor(records, name) ?? {}
      const list = value as readonly StoredRecord[] | undefined
      if ((list?.length ?? 0) < smallList) return [name, Collection.later(definitions[name], () => records[name] ?? [])]
      return [name, Collection.from(definitions[name], list!)]
    }),
  ) as unknown as Collections
}

/** A collection without the type of its records, for code that treats all collections alike. */
export function untyped(collections: Collections, name: CollectionName): Collection<StoredRecord> {
  return collections[name] as unknown as Collection<StoredRecord>
}
