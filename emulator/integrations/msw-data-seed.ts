import type { CollectionRecords } from '../model/contract/stored-records.ts'
import { type UntypedData, WorldData } from '../world/data/data.ts'
import { assertWritableCollection } from '../world/data/data-collections.ts'
import { parseId } from '../model/resources/ids.ts'
import type { StoredRecord } from '../model/contract/resource.ts'
import {
  resourceCollections,
  type ResourceCollection,
  referencedCollection,
  resourceByCollection,
} from '../model/resources/resources.ts'
import type { World } from '../world/world.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import type { TSchema } from 'typebox'
import { configurationScopes } from '../model/resources/configuration-scopes.ts'

/** The used part of an `@msw/data` Collection, with any schema. */
export interface CollectionLike {
  /** Its records. */
  readonly all: () => readonly object[]
}

/** The user's Collections, by the emulator's collection names. Their records are checked when they are read. */
export type SeedCollections = { readonly [Name in ResourceCollection]?: CollectionLike | undefined }

type EntriesByCollection = ReadonlyMap<ResourceCollection, readonly Entry[]>

const notACollection = (name: string, value: unknown) =>
  `${name} must be a Collection of @msw/data, which has a method all; got ${Array.isArray(value) ? 'a list. Pass a list to emulator.data.insertAll' : typeof value}.`

const sharedId = (place: string, id: unknown, other: string) =>
  `${place} has the id ${JSON.stringify(id)}, which ${other} already has. Ids must be unique.`

const otherReference = (place: string, member: string, value: unknown, target: Entry, id: string) =>
  `${place}/${member} is ${JSON.stringify(value)}, but its relation refers to ${target.place} with the id ${id}. Leave one of them out, or correct it.`

/** @throws EmulatorError that names the record; the world is then unchanged. */
export function seedWorld(
  world: World,
  collections: SeedCollections,
  keep: boolean,
): Readonly<Partial<Record<ResourceCollection, readonly object[]>>> {
  const credentials = world.collection('credentials').all()
  try {
    return world.transact(() => {
      const read = readEntries(collections)
      linkEntries([...read.values()].flat())
      assertDistinct(read)
      if (!keep) for (const [name, entries] of read) removeOthers(world, name, entries)
      const seeded = writeEntries(world, read)
      rebind(world, credentials)
      return seeded
    })
  } catch (error) {
    throw error instanceof EmulatorError
      ? new EmulatorError(error.code, `${error.message} Nothing was seeded.`, { details: error.details })
      : error
  }
}

/** Reads the records, parents before the records that point to them, so that each reference finds its record. */
function readEntries(collections: SeedCollections): EntriesByCollection {
  for (const [name, collection] of Object.entries(collections)) {
    assertWritableCollection(name)
    if (typeof (collection as Partial<CollectionLike> | null | undefined)?.all !== 'function')
      throw new EmulatorError('invalid_record', notACollection(name, collection))
  }
  return new Map(
    resourceCollections.flatMap((collection) => {
      const records = collections[collection]?.all()
      return records
        ? [
            [
              collection,
              records.map((record, index): Entry => ({
                collection,
                place: `${collection}[${index}]`,
                record,
                members: {},
                links: new Map(),
              })),
            ] as const,
          ]
        : []
    }),
  )
}

/** Refuses duplicate ids, which `@msw/data` accepts. */
function assertDistinct(entries: EntriesByCollection): void {
  const places = new Map<unknown, string>()
  for (const { members, place } of [...entries.values()].flat()) {
    const { id } = members
    if (id === undefined) continue
    const other = places.get(id)
    if (other !== undefined) throw new EmulatorError('record_conflict', sharedId(place, id, other))
    places.set(id, place)
  }
}

function removeOthers(world: World, name: ResourceCollection, entries: readonly Entry[]): void {
  const ids = new Set(entries.map(({ members }) => members['id']))
  world.removeAll(
    name,
    world
      .collection(name)
      .all()
      .map(({ id }) => id)
      .filter((id) => !ids.has(id)),
  )
}

function writeEntries(
  world: World,
  read: EntriesByCollection,
): Readonly<Partial<Record<ResourceCollection, readonly object[]>>> {
  const data: UntypedData = new WorldData(world)
  const ids = new Map<Entry, string>()
  const seeded: Partial<Record<ResourceCollection, readonly object[]>> = {}
  for (const [collection, entries] of read) {
    seeded[collection] = entries.map((entry) => {
      const members = { ...entry.members, ...linkedIds(entry, ids) }
      const record = locateErrors(entry, () =>
        hasRecord(world, collection, members['id'])
          ? data.update(collection, members['id'], members)
          : data.insert(collection, members),
      )
      ids.set(entry, (record as StoredRecord).id)
      return record
    })
  }
  return seeded
}

function hasRecord(world: World, collection: ResourceCollection, id: unknown): id is string {
  return typeof id === 'string' && world.get(collection, id) !== undefined
}

function linkedIds(
  { links, members, place }: Entry,
  ids: ReadonlyMap<Entry, string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...links].map(([member, target]) => {
      const id = ids.get(target)!
      const value = members[member]
      if (
        value === undefined ||
        value === null ||
        value === id ||
        (typeof value === 'string' && parseId(value)?.bare === id)
      )
        return [member, id]
      throw new EmulatorError('invalid_record', otherReference(place, member, value, target, id))
    }),
  )
}

/** Calls `run`, and prefixes the messages of its errors with the position of the record. */
function locateErrors<Result>({ place }: Entry, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw error instanceof EmulatorError
      ? new EmulatorError(error.code, `${place}: ${error.message}`, { details: error.details })
      : error
  }
}

/** Binds the API key and the DSN to the oldest project when theirs was removed, so that clients keep their access. */
function rebind(world: World, credentials: readonly CollectionRecords['credentials'][]): void {
  const [project] = world.collection('projects').slice({}, 0, 1)
  if (!project) return
  for (const credential of credentials)
    if (!world.get('credentials', credential.id) && credential.project_id !== null)
      world.insert('credentials', { ...credential, project_id: project.id })
}

/** A record from the user, and its position. */
interface Entry {
  readonly collection: ResourceCollection
  /** Its name in messages, for example `catalog_products[3]`. */
  readonly place: string
  readonly record: object
  /** The members without the relations. */
  readonly members: Record<string, unknown>
  /** The records that it points to, by the member that will hold their ids. */
  readonly links: Map<string, Entry>
}

const scopeTypes: ReadonlyMap<ResourceCollection, string> = new Map(
  configurationScopes.map(({ collection, type }) => [collection, type]),
)

/** Returns the member by which a record of one collection points to a record of another. */
function linkingMember(child: ResourceCollection, parent: ResourceCollection): string | undefined {
  if (child === 'configurations') return scopeTypes.has(parent) ? 'scope_id' : undefined
  const members = Object.entries(resourceByCollection[child].members as Readonly<Record<string, TSchema>>)
  return members.find(([, schema]) => referencedCollection(schema) === parent)?.[0]
}

const missingCollectionText = (entry: Entry, name: string) =>
  `${entry.place}/${name} refers to a record of a Collection that was not given. Pass that Collection too.`

const noMember = (entry: Entry, name: string, target: Entry) =>
  `${entry.place}/${name} refers to ${target.place}, but neither ${entry.collection} nor ${target.collection} has a member that points to the other. Leave the relation out.`

const twoParents = (child: Entry, member: string, entry: Entry, other: Entry) =>
  `${child.place}/${member} cannot be both ${entry.place} and ${other.place}: its relations refer to both. Correct one of them.`

/**
 * Turns the relations of `@msw/data` into links. A relation is a getter on a record.
 * @throws EmulatorError for a relation that no member can hold.
 */
function linkEntries(entries: readonly Entry[]): void {
  const byRecord = new Map(entries.map((entry) => [entry.record, entry]))
  for (const entry of entries) {
    for (const [name, { get, enumerable }] of Object.entries(Object.getOwnPropertyDescriptors(entry.record))) {
      if (!get) {
        if (enumerable) entry.members[name] = (entry.record as Record<string, unknown>)[name]
        continue
      }
      const related = (entry.record as Record<string, unknown>)[name]
      if (related === undefined || related === null) leaveOpen(entry, name)
      else
        for (const target of Array.isArray(related) ? (related as readonly object[]) : [related as object])
          linkEntry(entry, name, byRecord.get(target))
    }
  }
}

/** Sets the reference of an empty relation to null, so that the seed does not add a default. */
function leaveOpen({ collection, members }: Entry, name: string): void {
  const member = `${name}_id`
  if (referencedCollection((resourceByCollection[collection].members as Readonly<Record<string, TSchema>>)[member]))
    members[member] ??= null
}

function linkEntry(entry: Entry, name: string, target: Entry | undefined): void {
  if (!target) throw new EmulatorError('invalid_record', missingCollectionText(entry, name))
  const down = linkingMember(entry.collection, target.collection)
  const [child, parent, member] =
    down === undefined
      ? ([target, entry, linkingMember(target.collection, entry.collection)] as const)
      : ([entry, target, down] as const)
  if (member === undefined) throw new EmulatorError('invalid_record', noMember(entry, name, target))
  const other = child.links.get(member)
  if (other && other !== parent) throw new EmulatorError('invalid_record', twoParents(child, member, other, parent))
  child.links.set(member, parent)
  if (child.collection === 'configurations') child.members['scope_type'] = scopeTypes.get(parent.collection)
}
