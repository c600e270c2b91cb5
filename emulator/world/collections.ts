import type { StoredRecord } from '../contract/resource.ts'
import { configurationScopes } from '../resources/configuration-scopes.ts'
import { type ResourceCollection, resourceByCollection } from '../resources/resources.ts'
import { Collection, type CollectionDefinition } from '../store/collection.ts'

type HiddenCollection = 'access_tokens' | 'credentials' | 'connect_codes' | 'adapter_records'

/** Collections that no list endpoint shows. */
const hiddenCollections: Readonly<Record<HiddenCollection, CollectionDefinition>> = {
  /** Personal access tokens without their secrets. */
  access_tokens: { indexed: ['user_id'], searched: ['name'] },
  /** Whatever authenticates, by the hash of its secret: see auth/credentials.ts. */
  credentials: { indexed: ['owner_id', 'project_id'], searched: [] },
  /** State codes of prepare-connect, by their hash. */
  connect_codes: { indexed: [], searched: [] },
  /** What the commands of an adapter connection keep. */
  adapter_records: { indexed: ['shelf', 'connection_id'], searched: [] },
}

/** The name of a collection: those of the resources, and those that no list endpoint shows. */
export type CollectionName = ResourceCollection | HiddenCollection

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

/** What goes with a record: the collections that point to it as their parent, its configuration, its credentials. */
export const dependents: Readonly<Partial<Record<CollectionName, readonly Dependent[]>>> = toDependents()

function toDependents(): Partial<Record<CollectionName, Dependent[]>> {
  const found: Partial<Record<CollectionName, Dependent[]>> = {
    projects: [{ child: 'credentials', member: 'project_id' }],
    access_tokens: [{ child: 'credentials', member: 'owner_id' }],
    adapter_connections: [{ child: 'adapter_records', member: 'connection_id' }],
  }
  for (const [child, { parent }] of Object.entries(resourceByCollection)) {
    if (parent)
      (found[parent.collection as CollectionName] ??= []).push({
        child: child as ResourceCollection,
        member: parent.member,
      })
  }
  for (const { collection } of configurationScopes)
    (found[collection] ??= []).push({ child: 'configurations', member: 'scope_id' })
  return found
}

/** The names of every collection. */
export const collectionNames: readonly CollectionName[] = Object.keys(definitions) as CollectionName[]

/** The records of a world, by collection. */
export type Collections = Readonly<Record<CollectionName, Collection<StoredRecord>>>

/** The collections of a world from plain records, each list in the order of its ids. */
export function toCollections(
  records: Readonly<Partial<Record<CollectionName, readonly StoredRecord[]>>>,
): Collections {
  return Object.fromEntries(
    collectionNames.map((name) => [name, Collection.from(definitions[name], records[name] ?? [])]),
  ) as unknown as Collections
}
