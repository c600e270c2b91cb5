import type { Collection } from '@msw/data'
import type { Emulator } from '../create-emulator.ts'
import { assertWritable, WorldData } from '../world/data/data.ts'
import type { ResourceRecords } from '../resources/records.ts'
import { resourceCollections, type ResourceCollection } from '../resources/resources.ts'
import { type RecordSchema, recordSchema } from '../resources/standard-schema.ts'
import type { World } from '../world/world.ts'
import { type CollectionLike, seedWorld } from './msw-data-seed.ts'

export {
  type RecordInput,
  type RecordSchema,
  recordSchema,
  type StandardIssue,
  type StandardSchema,
} from '../resources/standard-schema.ts'
export type { CollectionLike } from './msw-data-seed.ts'

/** A world's data as Collections of `@msw/data`, by the names of the emulator's collections. */
export type WorldCollections<Name extends ResourceCollection> = {
  readonly [One in Name]: Collection<RecordSchema<One>>
}

/** What is handed out as Collections. */
export interface CollectionsOptions<Name extends ResourceCollection> {
  /** `Collection` of your own `@msw/data`. Default: it is imported. */
  readonly Collection?: typeof Collection | undefined
  /** The world to copy, made when there is none of that name. Default: the default world. */
  readonly world?: string | undefined
  /** The collections to copy. Default: all of them. */
  readonly only?: readonly Name[] | undefined
}

/**
 * A copy of a world as Collections of `@msw/data`, oldest record first, with the emulator's schemas.
 *
 * They are copies, to query and to change as you like: the world does not follow, and neither do they follow the
 * world. `seedFromCollections` writes them back. References stay ids (`catalog_id`), as in the API.
 *
 * @example
 * ```ts
 * const { catalog_products: products } = await toCollections(emulator)
 * products.findMany((q) => q.where({ brand: 'Acme', price: (price) => price > 100 }))
 * ```
 * @throws DataError for a collection that does not exist.
 */
export async function toCollections<Name extends ResourceCollection = ResourceCollection>(
  emulator: Emulator,
  options: CollectionsOptions<Name> = {},
): Promise<WorldCollections<Name>> {
  const data = new WorldData(worldOf(emulator, options.world))
  const names = options.only ?? (resourceCollections as readonly Name[])
  for (const name of names) assertWritable(name)
  // Read before anything is awaited, so that the copies are of one moment.
  const copied = names.map((name) => [name, data.find(name).toReversed()] as const)
  const Collection = options.Collection ?? (await import('@msw/data')).Collection
  const collections: Partial<Record<ResourceCollection, unknown>> = {}
  for (const [name, records] of copied) {
    const collection = new Collection({ schema: recordSchema(name as ResourceCollection) })
    for (const record of records) await collection.create(record)
    collections[name] = collection
  }
  return collections as WorldCollections<Name>
}

/** Which world is seeded from Collections, and what becomes of its own records. */
export interface SeedOptions {
  /** The world to seed, made when there is none of that name. Default: the default world. */
  readonly world?: string | undefined
  /** Whether what the world has beyond your records stays. Default: false. */
  readonly keep?: boolean | undefined
}

/**
 * Seeds a world from your own Collections of `@msw/data`, whatever their schemas were made with, so that each of
 * the world's collections that you give holds your records and no others. What belonged to a record that goes,
 * goes with it; collections that you do not give stay otherwise.
 *
 * A record whose id the world has is changed, and members that it leaves out stay. Any other is created: what it
 * leaves out is filled in, the id too. A relation of `@msw/data`, one or many and whatever its name, becomes the
 * reference (`catalog_id`) that leads from the one collection to the other.
 *
 * `reset` leads back to what the world began with; `fork` the emulator to have a world that begins with yours.
 * The API key and the DSN stay good: where their project is gone, they are bound to the oldest there is.
 *
 * @example
 * ```ts
 * seedFromCollections(emulator, { catalogs, catalog_products: products })
 * ```
 * @returns the records as the world has them, in the order of yours.
 * @throws DataError that names the record, for an unknown collection or member, a value against the schema, an id
 * that is taken or comes twice, a reference to nothing. The world is then as it was.
 */
export function seedFromCollections<Name extends ResourceCollection>(
  emulator: Emulator,
  collections: { readonly [One in Name]: CollectionLike },
  options: SeedOptions = {},
): SeededRecords<Name> {
  return seedWorld(worldOf(emulator, options.world), collections, options.keep ?? false) as SeededRecords<Name>
}

/** What a seeding made, by collection. */
export type SeededRecords<Name extends ResourceCollection> = { readonly [One in Name]: readonly ResourceRecords[One][] }

function worldOf(emulator: Emulator, name: string | undefined): World {
  return name === undefined ? emulator.worlds.default : emulator.worlds.use(name)
}
