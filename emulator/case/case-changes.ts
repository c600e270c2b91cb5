// The changes between two states, as a case holds them.
import type { StoredRecord } from '../model/contract/resource.ts'
import type { CollectionName } from '../model/contract/stored-records.ts'
import { changesBetween } from '../model/store/changes.ts'
import { collectionNames, type Collections, untyped } from '../world/collections.ts'
import type { RecordsAt } from '../world/recording/state-at.ts'
import type { WorldState } from '../world/world-state.ts'
import type { CaseChanges } from './case-file.ts'
import type { CaseTexts } from './case-texts.ts'

/** Collections whose records hold no text of a client: their ids are hashes of secrets. */
const ofHashes: readonly CollectionName[] = ['credentials', 'connect_codes']

/** The changes from some collections to a state. */
export function changesOf(from: Collections, { collections, ids }: WorldState, texts: CaseTexts): CaseChanges {
  const changes = new Map<CollectionName, Map<string, StoredRecord | undefined>>()
  for (const name of collectionNames) {
    const byId = new Map<string, StoredRecord | undefined>()
    for (const change of changesBetween(untyped(from, name), untyped(collections, name)))
      if ('put' in change) byId.set(change.put.id, change.put)
      else byId.set(change.removed, undefined)
    if (byId.size > 0) changes.set(name, byId)
  }
  return toChanges(changes, ids, texts)
}

/** Records as they changed, and the ids then. */
export function toChanges(records: RecordsAt, ids: WorldState['ids'] | undefined, texts: CaseTexts): CaseChanges {
  const put: Record<string, object[]> = {}
  const removed: Record<string, string[]> = {}
  for (const [name, byId] of records)
    for (const [id, record] of byId)
      if (record) (put[name] ??= []).push(ofHashes.includes(name) ? record : texts.members(record))
      else (removed[name] ??= []).push(id)
  return {
    ...(Object.keys(put).length > 0 ? { put: put as NonNullable<CaseChanges['put']> } : {}),
    ...(Object.keys(removed).length > 0 ? { removed } : {}),
    ...(ids ? { ids: { last: ids.last, random: ids.random } } : {}),
  }
}
