import type { CollectionName, Collections } from '../model/contract/stored-records.ts'
import type { StoredRecord } from '../model/contract/resource.ts'
import type { Collection } from '../model/store/collection.ts'
import type { RecordWithId } from '../model/store/sorted-list.ts'
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

/** One difference between two collections: a record that was added or replaced, or the id of a removed one. */
type Change<T extends RecordWithId> = { readonly put: T } | { readonly removed: string }

/**
 * The differences between an older and a newer collection, in id order. It visits only the blocks that the two do not
 * share, so its time depends on the size of the change, not of the collection.
 */
export function* diffCollections<T extends RecordWithId>(
  older: Collection<T>,
  newer: Collection<T>,
): Generator<Change<T>, void> {
  if (older === newer) return
  const before = recordsBeyond(older, newer)
  const after = recordsBeyond(newer, older)
  let old = before.next()
  let now = after.next()
  while (!old.done || !now.done) {
    if (!old.done && !now.done && old.value.id === now.value.id) {
      if (old.value !== now.value) yield { put: now.value }
      old = before.next()
      now = after.next()
    } else if (now.done || (!old.done && old.value.id < now.value.id)) {
      yield { removed: old.value!.id }
      old = before.next()
    } else {
      yield { put: now.value }
      now = after.next()
    }
  }
}

/** The records in the blocks of `one` that `other` does not have, in id order. */
function* recordsBeyond<T extends RecordWithId>(
  collection: Collection<T>,
  other: Collection<T>,
): Generator<T, undefined> {
  const shared = new Set(other.blocks)
  for (const block of collection.blocks) if (!shared.has(block)) yield* block
  return undefined
}
