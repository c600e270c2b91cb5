import { keyword } from '../../tools/json-schema.ts'
import type { TSchema } from 'typebox'
import { enumValues } from '../../model/resources/define-resource.ts'
import {
  referencedCollection,
  resourceByCollection,
  resourceSchema,
  type ResourceCollection,
} from '../../model/resources/resources.ts'
import type { Resource } from '../../model/contract/resource.ts'
import { configurationScopes } from '../../model/resources/configuration-scopes.ts'
import type { CollectionRecords } from '../../model/contract/stored-records.ts'
import type { Members } from './data-checks.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'

type Generator = (place: { readonly world: WorldAccess; readonly members: Members; readonly number: number }) => Members

const brands = ['Acme', 'Umbra', 'Norr'] as const
const categories = ['Chairs', 'Lamps', 'Tables'] as const

/** The oldest record of a collection: the default parent of new records. */
function findOldest<Name extends ResourceCollection>(
  world: WorldAccess,
  collection: Name,
): CollectionRecords[Name] | undefined {
  return world.collection(collection).slice({}, 0, 1)[0]
}

/** The first scope without a configuration, since each scope has at most one. */
function freeScope(world: WorldAccess, type: unknown): Members {
  for (const { type: scopeType, collection } of configurationScopes) {
    if (type !== undefined && type !== scopeType) continue
    const free = world
      .collection(collection)
      .all()
      .find(({ id }) => world.collection('configurations').slice({ where: { scope_id: id } }, 0, 1).length === 0)
    if (free) return { scope_type: scopeType, scope_id: free.id }
  }
  return {}
}

/** Defaults that the schema cannot give: they distinguish records, or depend on other records. */
const generators: Readonly<Partial<Record<ResourceCollection, Generator>>> = {
  projects: ({ number }) => ({ slug: `project-${number}` }),
  connections: () => ({ provider: 'example' }),
  catalog_products: ({ number }) => ({
    brand: brands[number % brands.length],
    category: categories[number % categories.length],
    sku: `SKU-${number}`,
    price: 10,
    description: `Product ${number} of the emulator.`,
  }),
  configurations: ({ world, members }) => ({
    value: {},
    ...(members['scope_id'] === undefined
      ? freeScope(world, members['scope_type'])
      : configurationScope(world, members['scope_id'])),
  }),
  resources: () => ({ type: 'example' }),
  adapters: ({ number }) => ({ title: `Adapter ${number}`, kind: 'example' }),
  adapter_connections: ({ world, members }) => {
    const id = members['adapter_id']
    const adapter =
      typeof id === 'string'
        ? world.get('adapters', id)
        : members['adapter'] === undefined
          ? findOldest(world, 'adapters')
          : world
              .collection('adapters')
              .all()
              .find(({ name }) => name === members['adapter'])
    return { adapter_id: adapter?.id ?? null, adapter: adapter?.name ?? '' }
  },
  issue_events: ({ number }) => ({ message: `Event ${number} of the emulator.` }),
}

function configurationScope(world: WorldAccess, id: unknown): Members {
  const found = configurationScopes.find(({ collection }) => typeof id === 'string' && world.get(collection, id))
  return found ? { scope_type: found.type } : {}
}

/** Default members of a new record: its name has a number, and its parent is the oldest record. */
export function defaultMembers(world: WorldAccess, collection: ResourceCollection, members: Members): Members {
  const resource: Resource = resourceByCollection[collection]
  const number = world.collection(collection).size + 1
  const { properties } = resourceSchema(resource, world.openMembers)
  const plain = Object.fromEntries(
    Object.keys(resource.members).map((name) => [name, memberDefault(world, properties[name]!)]),
  )
  const title = resource.name.replaceAll('_', ' ')
  return {
    name: `${title[0]!.toUpperCase()}${title.slice(1)} ${number}`,
    ...plain,
    ...generators[collection]?.({ world, members, number }),
  }
}

function memberDefault(world: WorldAccess, schema: TSchema): unknown {
  const parent = referencedCollection(schema)
  if (parent) return findOldest(world, parent)?.id ?? null
  return enumValues(schema)?.[0] ?? structuredClone(keyword(schema, 'default'))
}
