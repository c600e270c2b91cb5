import type { StoredRecord } from '../contract/resource.ts'
import type { AdapterRegistry } from '../contract/adapter.ts'
import type { World } from '../world/world.ts'

/** An adapter that can be connected: one with a record, a definition, or both. */
export interface Connector {
  readonly name: string
  readonly title: string
  readonly kind: string
}

const recordOf = (world: World, name: string): StoredRecord | undefined =>
  world
    .collection('adapters')
    .all()
    .find((record) => record['name'] === name)

const textOr = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value !== '' ? value : fallback

/** The connector of a name; undefined when there is none. */
export function connectorNamed(world: World, adapters: AdapterRegistry, name: string): Connector | undefined {
  const record = recordOf(world, name)
  const adapter = adapters.get(name)
  if (!record && !adapter) return undefined
  return {
    name,
    title: textOr(record?.['title'], adapter?.title ?? name),
    kind: textOr(record?.['kind'], adapter?.kind ?? ''),
  }
}

/** A new, active adapter connection. An adapter that has only a definition gets its record here, so that the connection belongs to one. */
export function connect(world: World, connector: Connector): StoredRecord {
  const adapter =
    recordOf(world, connector.name) ??
    world.insert<StoredRecord>('adapters', { id: world.nextId(), ...connector, created_at: world.timestamp() })
  return world.insert('adapter_connections', {
    id: world.nextId(),
    name: connector.title,
    adapter_id: adapter.id,
    adapter: connector.name,
    status: 'active',
    created_at: world.timestamp(),
  })
}
