import type { TSchema } from 'typebox'
import { assertList, assertMembers } from '../../tools/assert-members.ts'
import { collectionNames } from '../collections.ts'
import { atIndex, unknownMember } from './data-errors.ts'
import { defaultMembers } from './data-defaults.ts'
import type { DataCollection, DataSelection, MembersOf, RecordOf, WhereOf } from './data-records.ts'
import { nearest, suggestion } from '../../tools/nearest.ts'
import { faultsOf } from '../../tools/json-schema.ts'
import { highestId, parseId } from '../../resources/ids.ts'
import { referenceOf } from '../../resources/define-resource.ts'
import type { Resource, StoredRecord } from '../../contract/resource.ts'
import { configurationScopes } from '../../resources/configuration-scopes.ts'
import { resourceByCollection, type ResourceCollection, resourceCollections } from '../../resources/resources.ts'
import type { World } from '../world.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'

/** Collections that are shown but not written here: the endpoints keep them together with what authenticates. */
const readOnlyCollections = ['access_tokens', 'adapter_records'] as const

export const dataCollections: readonly DataCollection[] = [...resourceCollections, ...readOnlyCollections]

type Members = Readonly<Record<string, unknown>>

/** The same data for whoever learns at run time which collection is meant: everything is checked then. */
export interface UntypedData {
  insert(collection: ResourceCollection, members: Members): object
  insertAll(collection: ResourceCollection, records: readonly Members[]): readonly object[]
  get(collection: DataCollection, id: string): object | undefined
  find(
    collection: DataCollection,
    selection: {
      readonly where: Members
      readonly limit?: number | undefined
      readonly startingAfter?: string | undefined
    },
  ): readonly object[]
  count(collection: DataCollection, where: Members): number
  update(collection: ResourceCollection, id: string, changes: Members): object
  remove(collection: ResourceCollection, id: string): void
  removeAll(collection: ResourceCollection): number
}

/**
 * The data of a world, for tests to arrange and inspect: each collection with the members and types of its own
 * records. Records that are handed out never change.
 *
 * @example
 * ```ts
 * const catalog = emulator.data.insert('catalogs')
 * emulator.data.insert('catalog_products', { catalog_id: catalog.id, brand: 'Acme' })
 * ```
 */
export class WorldData {
  readonly #world: World

  /** @internal */
  constructor(world: World) {
    this.#world = world
  }

  /** How many records there are in all collections together. */
  get total(): number {
    return dataCollections.reduce((sum, name) => sum + this.count(name), 0)
  }

  /**
   * Creates a record; what is left out is filled in, the name and the references too.
   * @throws EmulatorError for an unknown member, a value against the schema, an id that is taken, a reference to nothing.
   */
  insert<Name extends ResourceCollection>(collection: Name, members?: MembersOf<Name>): RecordOf<Name> {
    const world = this.#world
    assertWritable(collection)
    const resource: Resource = resourceByCollection[collection]
    const given = this.#readMembers(collection, resource, members ?? {})
    const id = given['id'] === undefined ? undefined : this.#freeId(given['id'])
    const filled = { ...defaultMembers(world, collection, resource, given), ...given }
    const record = { id: id ?? '', ...filled, created_at: given['created_at'] ?? world.timestamp() }
    // An id is drawn last, so that a refused record takes none.
    this.#assertFits(collection, resource, { ...record, id: id ?? highestId })
    if (id !== undefined) world.raiseIds(id)
    return handedOut(world.insert(collection, { ...record, id: id ?? world.nextId() }))
  }

  /** Creates several records, or none of them. @throws EmulatorError as `insert` does, with the index. */
  insertAll<Name extends ResourceCollection>(
    collection: Name,
    records: readonly MembersOf<Name>[],
  ): readonly RecordOf<Name>[] {
    assertList('The records', records)
    const before = this.#world.state
    return records.map((members, index) => {
      try {
        return this.insert(collection, members)
      } catch (error) {
        this.#world.revert(before)
        throw error instanceof EmulatorError ? atIndex(error, index) : error
      }
    })
  }

  /** The record of an id, bare or prefixed; undefined when there is none. */
  get<Name extends DataCollection>(collection: Name, id: string): RecordOf<Name> | undefined {
    assertKnown(collection)
    const record = this.#world.get(collection, parseId(id)?.bare ?? id)
    return record && handedOut(record)
  }

  /** The records of a collection, newest first. @throws EmulatorError for a member that no record has, a limit or an id that is none. */
  find<Name extends DataCollection>(collection: Name, selection: DataSelection<Name> = {}): readonly RecordOf<Name>[] {
    assertMembers('data.find', selection, ['where', 'limit', 'startingAfter'])
    const { where, limit } = selection
    if (limit !== undefined && !(Number.isInteger(limit) && limit > 0))
      throw new EmulatorError(
        'invalid_record',
        `limit must be a whole number from 1; got ${JSON.stringify(limit) ?? String(limit)}. Leave it out for all records.`,
      )
    const startingAfter = selection.startingAfter === undefined ? undefined : parseId(selection.startingAfter)?.bare
    if (startingAfter === undefined && selection.startingAfter !== undefined)
      throw new EmulatorError(
        'invalid_record',
        `startingAfter must be an id, bare or prefixed; got ${JSON.stringify(selection.startingAfter)}.`,
      )
    const { texts, nulls } = this.#filters(collection, where ?? {})
    const source = this.#world.collection(collection)
    const records =
      nulls.length === 0
        ? source.page({
            where: texts,
            limit: limit ?? source.size + 1,
            ...(startingAfter === undefined ? {} : { startingAfter }),
          }).items
        : source
            .all({ where: texts })
            .toReversed()
            .filter(
              (record) =>
                nulls.every((name) => record[name] === null) &&
                (startingAfter === undefined || record.id < startingAfter),
            )
            .slice(0, limit)
    return records.map((record) => handedOut(record))
  }

  /** How many records a collection has, or how many match. */
  count<Name extends DataCollection>(collection: Name, where?: WhereOf<Name>): number {
    const { texts, nulls } = this.#filters(collection, where ?? {})
    if (where === undefined || Object.keys(where).length === 0) return this.#world.collection(collection).size
    const found = this.#world.collection(collection).all({ where: texts })
    return nulls.length === 0
      ? found.length
      : found.filter((record) => nulls.every((name) => record[name] === null)).length
  }

  /** Changes the members that are given. @throws EmulatorError as `insert` does, and for an unknown id. */
  update<Name extends ResourceCollection>(collection: Name, id: string, changes: MembersOf<Name>): RecordOf<Name> {
    assertWritable(collection)
    const resource: Resource = resourceByCollection[collection]
    const record = this.#existing(collection, id)
    const given = this.#readMembers(collection, resource, changes)
    if (given['id'] !== undefined && given['id'] !== record.id)
      throw new EmulatorError(
        'invalid_record',
        `An id never changes: this record has ${record.id}, and ${JSON.stringify(given['id'])} came. Leave id out.`,
      )
    const changed = { ...record, ...given }
    this.#assertFits(collection, resource, changed)
    return handedOut(this.#world.replace(collection, changed))
  }

  /** Removes a record and what belongs to it. @throws EmulatorError for an unknown id. */
  remove(collection: ResourceCollection, id: string): void {
    assertWritable(collection)
    this.#world.remove(collection, this.#existing(collection, id).id)
  }

  /** Removes every record of a collection and what belongs to them, and tells how many there were. */
  removeAll(collection: ResourceCollection): number {
    assertWritable(collection)
    const ids = this.#world
      .collection(collection)
      .all()
      .map(({ id }) => id)
    this.#world.removeAll(collection, ids)
    return ids.length
  }

  #existing(collection: DataCollection, id: string): StoredRecord {
    const record = this.#world.get(collection, parseId(id)?.bare ?? id)
    if (record) return record
    throw new EmulatorError(
      'unknown_record',
      `There is no record with the id ${JSON.stringify(id)?.slice(0, 100)} in ${collection}.`,
    )
  }

  /** Members as they are stored: ids of other records bare. */
  #readMembers(collection: ResourceCollection, resource: Resource, members: Members): Members {
    const known = Object.keys(resource.schema.properties)
    if (typeof members !== 'object' || members === null || Array.isArray(members))
      throw new EmulatorError(
        'invalid_record',
        `The members of a record come in an object; got ${Array.isArray(members) ? 'a list: insertAll takes several records' : JSON.stringify(members)}.`,
      )
    for (const name of Object.keys(members)) if (!known.includes(name)) throw unknownMember(name, collection, known)
    return Object.fromEntries(
      Object.entries(members)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => {
          const isReference =
            referenceOf((resource.members as Readonly<Record<string, TSchema>>)[name]) !== undefined ||
            name === 'scope_id'
          return [
            name,
            isReference && typeof value === 'string' ? (parseId(value)?.bare ?? value) : structuredClone(value),
          ]
        }),
    )
  }

  #freeId(id: unknown): string {
    if (typeof id !== 'string' || parseId(id)?.prefix !== '' || id > highestId) {
      throw new EmulatorError(
        'invalid_record',
        `id must be a bare id, 27 characters from A-Z, a-z and 0-9 and at most ${highestId}; got ${JSON.stringify(id)}. Leave it out to get one.`,
      )
    }
    const owner = collectionNames.find((name) => this.#world.get(name, id))
    if (owner !== undefined)
      throw new EmulatorError(
        'record_conflict',
        `The id ${id} is taken by a record of ${owner}; an id is one object's alone.`,
      )
    return id
  }

  #assertFits(collection: ResourceCollection, resource: Resource, record: StoredRecord): void {
    const faults = faultsOf(resource.schema, record)
    if (faults.length > 0)
      throw new EmulatorError(
        'invalid_record',
        `The record does not fit ${collection}: ${faults.map(({ at, message }) => `${at || 'it'} ${message}`).join('; ')}.`,
        { details: faults },
      )
    for (const [name, schema] of Object.entries(resource.members as Readonly<Record<string, TSchema>>))
      this.#assertReference(name, record[name], referenceOf(schema) as ResourceCollection | undefined)
    if (collection === 'configurations') this.#assertScope(record)
  }

  #assertScope(record: StoredRecord): void {
    this.#assertReference(
      'scope_id',
      record['scope_id'],
      configurationScopes.find(({ type }) => type === record['scope_type'])?.collection,
    )
    const other = this.#world
      .collection('configurations')
      .all({ where: { scope_id: String(record['scope_id']) } })
      .find(({ id }) => id !== record.id)
    if (other)
      throw new EmulatorError(
        'record_conflict',
        `The ${String(record['scope_type'])} ${String(record['scope_id'])} has the configuration ${other.id} already; update that one.`,
      )
  }

  #assertReference(name: string, value: unknown, target: ResourceCollection | undefined): void {
    if (!target || value === null || (typeof value === 'string' && this.#world.get(target, value))) return
    throw new EmulatorError(
      'invalid_record',
      `${name} must be the id of a record in ${target}; ${JSON.stringify(value)} is of none. Create that record first.`,
      { details: [{ at: `/${name}`, message: `is the id of nothing in ${target}` }] },
    )
  }

  #filters(
    collection: DataCollection,
    where: Members,
  ): { readonly texts: Readonly<Record<string, string>>; readonly nulls: readonly string[] } {
    assertKnown(collection)
    const known = Object.keys(
      (resourceByCollection as Readonly<Record<string, Resource>>)[collection]?.schema.properties ?? {},
    )
    for (const name of Object.keys(where))
      if (known.length > 0 && !known.includes(name)) throw unknownMember(name, collection, known)
    const entries = Object.entries(where).filter(([, value]) => value !== undefined)
    const texts = entries
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [
        name,
        name.endsWith('_id') ? (parseId(String(value))?.bare ?? String(value)) : String(value),
      ])
    return {
      texts: Object.fromEntries(texts) as Record<string, string>,
      nulls: entries.filter(([, value]) => value === null).map(([name]) => name),
    }
  }
}

/** The collection that a name means, with hyphens or underscores, or as lists are called: `products`, `events`. @throws EmulatorError that names the nearest and all. */
export function readCollection(name: string): DataCollection {
  const wanted = name.replaceAll('-', '_')
  const called = resourceCollections.find((collection) => resourceByCollection[collection].plural === wanted) ?? wanted
  assertKnown(called)
  return called
}

/** @throws EmulatorError for a collection that is shown only. */
export function assertWritable(collection: string): asserts collection is ResourceCollection {
  assertKnown(collection)
  if (resourceCollections.includes(collection as ResourceCollection)) return
  throw new EmulatorError(
    'read_only_collection',
    `${collection} can only be read here; its records are made and removed by the endpoints of the API.`,
  )
}

function assertKnown(collection: string): asserts collection is DataCollection {
  if (dataCollections.includes(collection as DataCollection)) return
  if (typeof collection !== 'string')
    throw new EmulatorError(
      'unknown_collection',
      `A collection is named by a text; got ${JSON.stringify(collection)}. The collections are ${dataCollections.join(', ')}.`,
    )
  const guess =
    resourceCollections.find((candidate) => resourceByCollection[candidate].plural === collection) ??
    nearest(collection, dataCollections) ??
    dataCollections.find((candidate) => collection !== '' && candidate.includes(collection.replace(/s$/, '')))
  throw new EmulatorError(
    'unknown_collection',
    `There is no collection ${JSON.stringify(collection.slice(0, 100))}${suggestion(guess)} The collections are ${dataCollections.join(', ')}.`,
  )
}

/** A record as its collection's type: it was checked against the schema that the type is written from. */
function handedOut<Name extends DataCollection>(record: StoredRecord): RecordOf<Name> {
  return deepFreeze(record) as unknown as RecordOf<Name>
}

/** Records are shared with the store, so whoever gets one must not be able to change it. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const member of Object.values(value)) deepFreeze(member)
  return value
}
