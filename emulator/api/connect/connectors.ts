import type { AdapterConnectionRecord, AdapterRecord } from '../../model/resources/resource-records.ts'
import type { AdapterRegistry } from '../../model/contract/adapter.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'

/** An adapter that can be connected. It has a record, a definition, or both. */
export interface Connector {
  readonly name: string
  readonly title: string
  readonly kind: string
  /** The commands that a connection offers, by name. */
  readonly commands: readonly { readonly name: string; readonly description: string }[]
}

const findConnector = (world: WorldAccess, name: string): AdapterRecord | undefined =>
  world
    .collection('adapters')
    .all()
    .find((record) => record.name === name)

/** Returns the connector with a name, or undefined. */
export function connectorNamed(world: WorldAccess, adapters: AdapterRegistry, name: string): Connector | undefined {
  const record = findConnector(world, name)
  const adapter = adapters.get(name)
  if (!record && !adapter) return undefined
  return {
    name,
    title: record?.title || (adapter?.title ?? name),
    kind: record?.kind || (adapter?.kind ?? ''),
    get commands() {
      return adapter?.commands ?? []
    },
  }
}

/** Creates an active adapter connection, and a record for an adapter that has only a definition. */
export function connectAdapter(world: WorldAccess, connector: Connector): AdapterConnectionRecord {
  const { name, title, kind } = connector
  const adapter =
    findConnector(world, name) ??
    world.insert('adapters', { id: world.nextId(), name, title, kind, created_at: world.timestamp() })
  return world.insert('adapter_connections', {
    id: world.nextId(),
    name: title,
    adapter_id: adapter.id,
    adapter: name,
    status: 'active',
    created_at: world.timestamp(),
  })
}
