import type { StoredRecord } from '../contract/resource.ts'
import { parseId } from '../resources/ids.ts'
import type { World } from '../world/world.ts'
import type { Kept, Shelf } from '../contract/adapter.ts'
import { ApiError } from '../dialect/api-error.ts'

/** A kept record as the world stores it: its members stand apart, so that a command may name one `shelf`. */
interface ShelvedRecord extends StoredRecord {
  readonly shelf: string
  /** With the connection goes what its commands kept. */
  readonly connection_id: string
  readonly kept: Kept
}

/** The shelf of one adapter connection for one kind of record, in the world's `adapter_records`. */
export function createShelf(world: World, connectionId: string, kind: string): Shelf {
  const shelf = `${connectionId}/${kind}`
  const find = (id: string): ShelvedRecord | undefined => {
    const record = world.get('adapter_records', parseId(id)?.bare ?? id) as ShelvedRecord | undefined
    return record?.shelf === shelf ? record : undefined
  }
  const existing = (id: string): ShelvedRecord => {
    const record = find(id)
    if (!record) throw new ApiError('unknown', `This connection keeps nothing with the id ${id} among its ${kind}.`)
    return record
  }
  return {
    all: () =>
      world
        .collection('adapter_records')
        .all({ where: { shelf } })
        .map((record) => (record as ShelvedRecord).kept),
    get: (id) => find(id)?.kept,
    insert: (members) => {
      const id = world.nextId()
      return world.insert<ShelvedRecord>('adapter_records', {
        id,
        shelf,
        connection_id: connectionId,
        kept: toKept({ ...members, id }),
      }).kept
    },
    update: (id, changes) => {
      const record = existing(id)
      return world.replace<ShelvedRecord>('adapter_records', {
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
}

/**
 * Plain JSON that nobody can change: a record is shared with every fork of its world, and a command that wrote
 * into it would write into all of them.
 */
function toKept(members: Readonly<Record<string, unknown>>): Kept {
  return JSON.parse(JSON.stringify(members), (_name, value: unknown) => Object.freeze(value)) as Kept
}
