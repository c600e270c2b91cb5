import { assertEmulator } from '../tools/assert-members.ts'
import type { Collection } from '@msw/data'
import type { Emulator } from '../create-emulator.ts'
import { WorldData } from '../world/data/data.ts'
import { assertWritableCollection } from '../world/data/data-collections.ts'
import type { ResourceRecords } from '../model/resources/resource-records.ts'
import { type ResourceCollection, resourceCollections } from '../model/resources/resources.ts'
import { type RecordSchema, recordSchema } from '../model/resources/standard-schema.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import type { World } from '../world/world.ts'
import { type CollectionLike, seedWorld } from './msw-data-seed.ts'

export {
  type RecordInput,
  type RecordSchema,
  recordSchema,
  type StandardIssue,
  type StandardSchema,
} from '../model/resources/standard-schema.ts'
export type { CollectionLike } from './msw-data-seed.ts'

/** A world's data as Collections of `@msw/data`, by the emulator's collection names. */
export type WorldCollections<Name extends ResourceCollection> = {
  readonly [Key in Name]: Collection<RecordSchema<Key>>
}

/** The options of `toCollections`. */
export interface CollectionsOptions<Name extends ResourceCollection> {
  /** The `Collection` class of your own `@msw/data`. Default: imported from `@msw/data`. */
  readonly Collection?: typeof Collection | undefined
  /** The name of the world to copy, created if it does not exist. Default: the default world. */
  readonly world?: string | undefined
  /** The collections to copy. Default: all of them. */
  readonly only?: readonly Name[] | undefined
}

/**
 * Copies a world into Collections of `@msw/data`, oldest record first, with the emulator's schemas.
 *
 * Changes to the copies do not reach the world, and changes to the world do not reach the copies.
 * `seedFromCollections` writes them back. References stay ids (`catalog_id`), as in the API.
 *
 * @example
 * ```ts
 * const { catalog_products: products } = await toCollections(emulator)
 * products.findMany((q) => q.where({ brand: 'Acme', price: (price) => price > 100 }))
 * ```
 * @throws EmulatorError for a collection that does not exist.
 */
export async function toCollections<Name extends ResourceCollection = ResourceCollection>(
  emulator: Emulator,
  options: CollectionsOptions<Name> = {},
): Promise<WorldCollections<Name>> {
  assertEmulator('toCollections', emulator)
  const data = new WorldData(selectWorld(emulator, options.world))
  const names = options.only ?? (resourceCollections as readonly Name[])
  for (const name of names) assertWritableCollection(name)
  // Read everything before the first await, so that all copies show the same moment.
  const copied = names.map((name) => [name, data.find(name).toReversed()] as const)
  const Collection = options.Collection ?? (await import('@msw/data')).Collection
  if (typeof Collection !== 'function') throw new EmulatorError('missing_package', noCollection)
  const collections: Partial<Record<ResourceCollection, unknown>> = {}
  for (const [name, records] of copied) {
    const collection = new Collection({ schema: recordSchema(name as ResourceCollection) })
    for (const record of records) await collection.create(record)
    collections[name] = collection
  }
  return collections as WorldCollections<Name>
}

const noCollection =
  'toCollections needs the class Collection of @msw/data 1.1 or later; this version has none. Run npm install --save-dev @msw/data@latest.'

/** The options of `seedFromCollections`. */
export interface SeedOptions {
  /** The name of the world to seed, created if it does not exist. Default: the default world. */
  readonly world?: string | undefined
  /** True to keep records of the world that your Collections do not have. Default: false. */
  readonly keep?: boolean | undefined
}

/**
 * Seeds a world from your own Collections of `@msw/data`, with schemas of any library. Each collection that you give
 * then holds exactly your records. Removing a record also removes the records that belong to it. Collections that you
 * do not give keep their other records.
 *
 * A record with an id that the world has updates that record; members that you leave out stay. Any other record is
 * created, and missing members are filled in, including the id. A relation of `@msw/data`, to one or to many and with
 * any name, becomes the reference between the two collections (`catalog_id`).
 *
 * `reset` returns to the world's original data. To reset to your own data, `fork` the emulator after seeding. The API
 * key and the DSN stay valid: when their project is removed, they are bound to the oldest remaining one.
 *
 * @example
 * ```ts
 * const catalogs = new Collection({ schema: recordSchema('catalogs') })
 * seedFromCollections(emulator, { catalogs })
 * ```
 * @returns the records as the world has them, in your order.
 * @throws EmulatorError that names the record, for an unknown collection or member, a value that breaks the schema, a
 * taken or duplicate id, or a reference to an unknown record. The world is then unchanged.
 */
export function seedFromCollections<Name extends ResourceCollection>(
  emulator: Emulator,
  collections: { readonly [Key in Name]: CollectionLike },
  options: SeedOptions = {},
): SeededRecords<Name> {
  assertEmulator('seedFromCollections', emulator)
  return seedWorld(selectWorld(emulator, options.world), collections, options.keep ?? false) as SeededRecords<Name>
}

/** The seeded records, by collection. */
export type SeededRecords<Name extends ResourceCollection> = { readonly [Key in Name]: readonly ResourceRecords[Key][] }

function selectWorld(emulator: Emulator, name: string | undefined): World {
  return name === undefined ? emulator.worlds.default : emulator.worlds.use(name)
}
