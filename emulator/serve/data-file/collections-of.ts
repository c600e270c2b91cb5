import type { StoredRecord } from '../../model/contract/resource.ts'
import { Collection } from '../../model/store/collection.ts'
import { collectionNames, type Collections, untyped } from '../../world/collections.ts'
import type { Differences, StoredWorld } from './read-data-file.ts'

/** With more differences than this, a collection is built anew, which is then faster than changing it. */
const few = 100

/** The collections of a stored world: those of the seed with its differences. */
export function collectionsOf(seed: Collections, { differences }: StoredWorld): Collections {
  return Object.fromEntries(
    collectionNames.map((name) => {
      const changes = differences.get(name)
      return [name, changes ? changed(untyped(seed, name), changes) : seed[name]]
    }),
  ) as Collections
}

function changed(collection: Collection<StoredRecord>, differences: Differences): Collection<StoredRecord> {
  if (differences.size <= few) return [...differences].reduce(changedRecord, collection)
  const kept = collection.all().filter(({ id }) => !differences.has(id))
  const records = [...kept, ...[...differences.values()].filter((record) => record !== null)]
  return Collection.from(
    collection.definition,
    records.sort((left, right) => (left.id < right.id ? -1 : 1)),
  )
}

function changedRecord(
  collection: Collection<StoredRecord>,
  [id, record]: readonly [string, StoredRecord | null],
): Collection<StoredRecord> {
  const exists = collection.get(id) !== undefined
  if (record) return exists ? collection.replace(record) : collection.insert(record)
  return exists ? collection.remove(id) : collection
}
