import type { CollectionName, Collections } from '../model/contract/stored-records.ts'
import type { StoredRecord } from '../model/contract/resource.ts'
import { diffCollections } from '../model/store/changes.ts'
import { collectionNames, untyped } from './collections.ts'
import type { WorldEvent } from '../journal/event-log.ts'

/** A record that was added, replaced, or removed: then it is undefined. */
export type ChangedRecord = readonly [name: CollectionName, id: string, record: StoredRecord | undefined]

/** The records that differ between two states, one step at a time. A snapshot that is loaded again changes none. */
export function* differences(from: Collections, to: Collections): Generator<ChangedRecord | undefined, void> {
  for (const name of collectionNames)
    for (const change of diffCollections(untyped(from, name), untyped(to, name)))
      if ('removed' in change) yield [name, change.removed, undefined]
      else {
        const before = untyped(from, name).get(change.put.id)
        const isSame = before !== undefined && JSON.stringify(before) === JSON.stringify(change.put)
        yield isSame ? undefined : [name, change.put.id, change.put]
      }
}

/** The collections before some events. @param events All events since then, oldest first. */
export function earlierCollections(events: readonly WorldEvent[], now: Collections): Collections {
  let base = now
  let changed: ChangedRecord[] = []
  for (const event of events.toReversed())
    if (event.kind === 'record') changed.push([event.collection, event.id, event.before])
    else if (event.kind === 'records') {
      base = event.before
      changed = []
    }
  return applyRecords(base, changed)
}

/** The collections with changed records. If an id occurs twice, the last record counts. */
export function applyRecords(collections: Collections, changed: readonly ChangedRecord[]): Collections {
  const byName = new Map<CollectionName, Map<string, StoredRecord | undefined>>()
  for (const [name, id, record] of changed) {
    const byId = byName.get(name) ?? new Map<string, StoredRecord | undefined>()
    byName.set(name, byId.set(id, record))
  }
  const made = [...byName].map(([name, byId]) => [name, untyped(collections, name).changed(byId)] as const)
  return { ...collections, ...(Object.fromEntries(made) as Partial<Collections>) }
}
