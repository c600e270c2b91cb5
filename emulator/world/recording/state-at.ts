import type { CollectionName } from '../../model/contract/stored-records.ts'
import type { StoredRecord } from '../../model/contract/resource.ts'
import { Collection } from '../../model/store/collection.ts'
import { type Collections, untyped } from '../collections.ts'
import type { WorldState } from '../world-state.ts'
import type { Recorded } from './recording.ts'

/** Records by collection and id; undefined for one that is not there. */
export type RecordsAt = ReadonlyMap<CollectionName, ReadonlyMap<string, StoredRecord | undefined>>

/**
 * The state of a world at an earlier moment.
 * @param changes All changes since then, oldest first, and maybe earlier ones.
 */
export function stateAt(moment: number, changes: readonly Recorded[], now: WorldState): WorldState {
  let base = now
  let { ids } = now
  let earlier = new Map<CollectionName, Map<string, StoredRecord | undefined>>()
  for (let place = changes.length - 1; place >= 0; place--) {
    const change = changes[place]!
    if (change.moment <= moment) break
    if (change.kind === 'ids') ids = change.before
    else if (change.kind === 'state') {
      base = change.before
      ids = change.before.ids
      earlier = new Map()
    } else if (change.kind === 'record') {
      const { collection, id, before } = change
      let records = earlier.get(collection)
      if (!records) earlier.set(collection, (records = new Map()))
      records.set(id, before)
    }
  }
  return {
    collections: withRecords(base.collections, earlier),
    ids,
    ...(base.openMembers === undefined ? {} : { openMembers: base.openMembers }),
  }
}

/** From so many records on, a collection is made anew: one by one they take longer. */
const many = 100

/** The collections with other records. */
export function withRecords(collections: Collections, records: RecordsAt): Collections {
  const changed = [...records].map(([name, byId]) => [name, withEach(untyped(collections, name), byId)] as const)
  return { ...collections, ...(Object.fromEntries(changed) as Partial<Collections>) }
}

function withEach(
  collection: Collection<StoredRecord>,
  records: ReadonlyMap<string, StoredRecord | undefined>,
): Collection<StoredRecord> {
  if (records.size >= many) return madeAnew(collection, records)
  let changed = collection
  for (const [id, record] of records) {
    const existing = changed.get(id)
    if (existing === record) continue
    if (!record) changed = changed.remove(id)
    else changed = existing ? changed.replace(record) : changed.insert(record)
  }
  return changed
}

function madeAnew(
  collection: Collection<StoredRecord>,
  records: ReadonlyMap<string, StoredRecord | undefined>,
): Collection<StoredRecord> {
  const added = [...records.values()].filter((record) => record !== undefined)
  added.sort((left, right) => (left.id < right.id ? -1 : 1))
  const merged: StoredRecord[] = []
  let next = 0
  for (const record of collection.all()) {
    while (next < added.length && added[next]!.id < record.id) merged.push(added[next++]!)
    if (!records.has(record.id)) merged.push(record)
  }
  while (next < added.length) merged.push(added[next++]!)
  return Collection.from(collection.definition, merged)
}
