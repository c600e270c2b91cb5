import { deepFreeze } from '../../tools/deep-freeze.ts'
import type { StoredAdapterRecord } from '../../model/contract/stored-records.ts'
import { parseId } from '../../model/resources/ids.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import type { StoredItem, Shelf } from '../../model/contract/adapter.ts'
import { ApiError } from '../dialect/api-error.ts'

/**
 * Makes the shelf of an adapter connection for one kind of record, stored in the world's `adapter_records`. Only the
 * adapter knows the type of its records.
 */
export function createShelf<Members extends object>(
  world: WorldAccess,
  connectionId: string,
  kind: string,
): Shelf<Members> {
  const shelf = `${connectionId}/${kind}`
  const find = (id: string): StoredAdapterRecord | undefined => {
    const record = world.get('adapter_records', parseId(id)?.bare ?? id)
    return record?.shelf === shelf ? record : undefined
  }
  const existing = (id: string): StoredAdapterRecord => {
    const record = find(id)
    if (!record) throw new ApiError('unknown', `This connection has no record with the id ${id} in ${kind}.`)
    return record
  }
  const untyped: Shelf = {
    all: () =>
      world
        .collection('adapter_records')
        .all({ where: { shelf } })
        .map((record) => record.kept),
    get: (id) => find(id)?.kept,
    insert: (members) => {
      const id = world.nextId()
      return world.insert('adapter_records', {
        id,
        shelf,
        connection_id: connectionId,
        kept: toKept({ ...members, id }),
      }).kept
    },
    update: (id, changes) => {
      const record = existing(id)
      return world.replace('adapter_records', {
        ...record,
        kept: toKept({ ...record.kept, ...changes, id: record.id }),
      }).kept
    },
    remove: (id) => {
      const record = existing(id)
      world.remove('adapter_records', record.id)
      return record.kept
    },
  }
  return untyped as Shelf<Members>
}

/**
 * Copies the members as frozen JSON. All forks of a world share a record, so a command that could write to it would
 * change all of them.
 */
function toKept(members: Readonly<Record<string, unknown>>): StoredItem {
  return deepFreeze(JSON.parse(JSON.stringify(members)) as StoredItem)
}
