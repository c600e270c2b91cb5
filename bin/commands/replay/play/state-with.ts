import type { CaseChanges } from '../../../../emulator/case/case-file.ts'
import type { CollectionName } from '../../../../emulator/model/contract/stored-records.ts'
import type { StoredRecord } from '../../../../emulator/model/contract/resource.ts'
import { collectionNames } from '../../../../emulator/world/collections.ts'
import { withRecords } from '../../../../emulator/world/recording/state-at.ts'
import type { WorldState } from '../../../../emulator/world/world-state.ts'

/** A state after some changes. All are put together first, so that it takes as long as the records that differ. */
export function stateWith(state: WorldState, steps: readonly CaseChanges[]): WorldState {
  const changed = new Map<CollectionName, Map<string, StoredRecord | undefined>>()
  let { ids } = state
  for (const step of steps) {
    for (const [name, records] of Object.entries(step.put ?? {}))
      for (const record of records) put(name, String(record['id']), record as unknown as StoredRecord)
    for (const [name, gone] of Object.entries(step.removed ?? {})) for (const id of gone) put(name, id, undefined)
    ids = step.ids ?? ids
  }
  return { ...state, collections: withRecords(state.collections, changed), ids }

  function put(name: string, id: string, record: StoredRecord | undefined): void {
    const collection = collectionNames.find((known) => known === name)
    // A case of a stranger may name others, which no world has.
    if (!collection) return
    let byId = changed.get(collection)
    if (!byId) changed.set(collection, (byId = new Map()))
    byId.set(id, record)
  }
}
