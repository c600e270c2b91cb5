import type { CollectionRecords } from '../model/contract/stored-records.ts'
import { type UntypedData, WorldData } from '../world/data/data.ts'
import { assertWritable } from '../world/data/data-collections.ts'
import { parseId } from '../model/resources/ids.ts'
import type { StoredRecord } from '../model/contract/resource.ts'
import { resourceCollections } from '../model/resources/resources.ts'
import type { ResourceCollection } from '../model/resources/resources.ts'
import type { World } from '../world/world.ts'
import { type Entry, linkEntries } from './msw-data-links.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

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
    assertWritable(name)
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
      const record = atPlace(entry, () =>
        isIn(world, collection, members['id'])
          ? data.update(collection, members['id'], members)
          : data.insert(collection, members),
      )
      ids.set(entry, (record as StoredRecord).id)
      return record
    })
  }
  return seeded
}

function isIn(world: World, collection: ResourceCollection, id: unknown): id is string {
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
function atPlace<Result>({ place }: Entry, run: () => Result): Result {
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
