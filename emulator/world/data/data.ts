import type { ResourceCollection } from '../../model/resources/resources.ts'
import type { StoredRecord } from '../../model/contract/resource.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import { highestId, parseId } from '../../model/resources/ids.ts'
import { assertListOption, assertMembers } from '../../tools/assert-members.ts'
import { deepFreeze } from '../../tools/deep-freeze.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { shortJson } from '../../tools/short-text.ts'
import { nearest } from '../../tools/nearest.ts'
import { assertFits, type Members, readFreeId, readMembers, addRecordIndex, invalidRecord } from './data-checks.ts'
import { readFilters } from './read-filters.ts'
import {
  assertKnownCollection,
  assertWritableCollection,
  dataCollections,
  type DataCollection,
  type DataSelection,
  type MembersOf,
  type RecordOf,
  type WhereOf,
} from './data-collections.ts'
import { defaultMembers } from './data-defaults.ts'

/** `WorldData` for a collection whose name is known only at run time. All arguments are checked then. */
export interface UntypedData {
  /** Creates a record. */
  insert(collection: ResourceCollection, members: Members): object
  /** Creates several records, or none of them. */
  insertAll(collection: ResourceCollection, records: readonly Members[]): readonly object[]
  /** The record with an id, or undefined. */
  get(collection: DataCollection, id: string): object | undefined
  /** The matching records, newest first. */
  find(
    collection: DataCollection,
    selection: {
      readonly where: Members
      readonly limit?: number | undefined
      readonly startingAfter?: string | undefined
    },
  ): readonly object[]
  /** The number of matching records. */
  count(collection: DataCollection, where: Members): number
  /** Changes some members of a record. */
  update(collection: ResourceCollection, id: string, changes: Members): object
  /** Deletes a record. */
  remove(collection: ResourceCollection, id: string): void
  /** Deletes every record and returns how many there were. */
  removeAll(collection: ResourceCollection): number
}

/** The methods of the data of a world. */
export const dataMethods: readonly (keyof UntypedData)[] = [
  'insert',
  'insertAll',
  'get',
  'find',
  'count',
  'update',
  'remove',
  'removeAll',
]

/**
 * The data of a world, for tests to arrange and inspect. Each collection has the members and types of its own records.
 * Returned records are frozen.
 *
 * @example
 * ```ts
 * const catalog = emulator.data.insert('catalogs')
 * emulator.data.insert('catalog_products', { catalog_id: catalog.id, brand: 'Acme' })
 * ```
 */
export class WorldData {
  readonly #world: WorldAccess

  /** @internal */
  constructor(world: WorldAccess) {
    this.#world = world
  }

  /** The number of records in all collections together. */
  get total(): number {
    return dataCollections.reduce((sum, name) => sum + this.count(name), 0)
  }

  /**
   * Creates a record. Members that are left out get defaults, including the name and the references.
   * @throws EmulatorError `invalid_record` for an unknown member, an invalid value or a reference to an unknown record;
   * `record_conflict` for an id that is taken; `unknown_collection`; `read_only_collection`.
   */
  insert<Name extends ResourceCollection>(collection: Name, members?: MembersOf<Name>): RecordOf<Name> {
    const world = this.#world
    assertWritableCollection(collection)
    const values = readMembers(collection, members === undefined ? {} : members)
    const id = values['id'] === undefined ? undefined : readFreeId(world, values['id'])
    const filled = { ...defaultMembers(world, collection, values), ...values }
    const record = { id: id ?? '', ...filled, created_at: values['created_at'] ?? world.timestamp() }
    // The id is issued last, so that a refused record does not use up an id.
    assertFits(world, collection, { ...record, id: id ?? highestId })
    if (id !== undefined) world.raiseIds(id)
    world.memory?.assertRoom()
    return deepFreeze(world.insert(collection, castRecord<Name>({ ...record, id: id ?? world.nextId() })))
  }

  /** Creates several records or none. @throws EmulatorError as `insert` does, with the index of the record. */
  insertAll<Name extends ResourceCollection>(
    collection: Name,
    records: readonly MembersOf<Name>[],
  ): readonly RecordOf<Name>[] {
    assertListOption('The records', records)
    const insertAt = (members: MembersOf<Name>, index: number) => {
      try {
        return this.insert(collection, members)
      } catch (error) {
        throw error instanceof EmulatorError ? addRecordIndex(error, index) : error
      }
    }
    return this.#world.transact(() => records.map(insertAt))
  }

  /**
   * The record with an id, bare or prefixed, or undefined. @throws EmulatorError `invalid_record` if the id is not a
   * string.
   */
  get<Name extends DataCollection>(collection: Name, id: string): RecordOf<Name> | undefined {
    assertKnownCollection(collection)
    if (typeof id !== 'string') throw invalidRecord(`get takes the id of a record, a string; got ${shortJson(id)}.`)
    const record = this.#world.get(collection, parseId(id)?.bare ?? id)
    return record && deepFreeze(record)
  }

  /**
   * Finds records of a collection, newest first.
   * @throws EmulatorError `invalid_record` for a member that no record has, a value that none can have, or an invalid
   * limit or id.
   */
  find<Name extends DataCollection>(collection: Name, selection: DataSelection<Name> = {}): readonly RecordOf<Name>[] {
    assertMembers('data.find', selection, { where: true, limit: true, startingAfter: true }, membersInWhere)
    const { where, limit } = selection
    if (limit !== undefined && !(Number.isInteger(limit) && limit > 0))
      throw invalidRecord(`limit must be a whole number from 1; got ${shortJson(limit)}. Leave it out for all records.`)
    const startingAfter = selection.startingAfter === undefined ? undefined : parseId(selection.startingAfter)?.bare
    if (startingAfter === undefined && selection.startingAfter !== undefined)
      throw invalidRecord(`startingAfter must be an id, bare or prefixed; got ${shortJson(selection.startingAfter)}.`)
    const filters = this.#filters(collection, where)
    const source = this.#world.collection(collection)
    const records = source.page({
      ...filters,
      limit: limit ?? source.size + 1,
      startingAfter,
    }).items
    return records.map((record) => deepFreeze(record))
  }

  /** The number of records in a collection, or of those that match `where`. @throws EmulatorError as `find` does. */
  count<Name extends DataCollection>(collection: Name, where?: WhereOf<Name>): number {
    const filters = this.#filters(collection, where)
    return this.#world.collection(collection).count(filters ?? {})
  }

  /** Changes the given members of a record. @throws EmulatorError as `insert` does, and `unknown_record`. */
  update<Name extends ResourceCollection>(collection: Name, id: string, changes: MembersOf<Name>): RecordOf<Name> {
    assertWritableCollection(collection)
    const record = this.#existing(collection, id)
    const values = readMembers(collection, changes)
    if (values['id'] !== undefined && values['id'] !== record.id)
      throw invalidRecord(
        `The id of a record cannot change: it is ${record.id}; got ${shortJson(values['id'])}. Leave id out.`,
      )
    const changed = { ...record, ...values }
    assertFits(this.#world, collection, changed)
    this.#world.memory?.assertRoom()
    return deepFreeze(this.#world.replace(collection, castRecord<Name>(changed)))
  }

  /** Removes a record and everything that belongs to it. @throws EmulatorError `unknown_record`. */
  remove(collection: ResourceCollection, id: string): void {
    assertWritableCollection(collection)
    this.#world.remove(collection, this.#existing(collection, id).id)
  }

  /** Removes all records of a collection and everything that belongs to them. @returns how many records it had. */
  removeAll(collection: ResourceCollection): number {
    assertWritableCollection(collection)
    const ids = this.#world
      .collection(collection)
      .all()
      .map(({ id }) => id)
    this.#world.removeAll(collection, ids)
    return ids.length
  }

  #filters(collection: DataCollection, where: Members | undefined): ReturnType<typeof readFilters> | undefined {
    assertKnownCollection(collection)
    return where === undefined ? undefined : readFilters(this.#world, collection, where)
  }

  #existing<Name extends DataCollection>(collection: Name, id: string): RecordOf<Name> {
    const record = this.#world.get(collection, parseId(id)?.bare ?? id)
    if (record) return record
    throw new EmulatorError(
      'unknown_record',
      `There is no record with the id ${JSON.stringify(id)?.slice(0, 100)} in ${collection}.`,
    )
  }
}

/** Casts a record that matches the schema of its collection: the type follows from that schema. */
function castRecord<Name extends ResourceCollection>(record: StoredRecord): RecordOf<Name> {
  return record as RecordOf<Name>
}

const membersInWhere = "Put the members of a record in where, as in find('projects', { where: { name: 'Mine' } })."

/**
 * Makes calls of unknown methods throw an error that suggests the right one. Other names stay undefined, such as
 * `then`, which would mark a promise.
 */
const missing = new Proxy(
  {},
  {
    get: (base, name, receiver) => {
      if (typeof name === 'symbol' || name in base) return Reflect.get(base, name, receiver) as unknown
      const guess = nearest(name, dataMethods)
      if (guess === undefined) return undefined
      return () => {
        throw new EmulatorError(
          'invalid_option',
          `emulator.data has no method ${name}; did you mean ${guess}? It has ${dataMethods.join(', ')}.`,
        )
      }
    },
  },
)
Object.setPrototypeOf(WorldData.prototype, missing)
