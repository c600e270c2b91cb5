import { ApiError } from '../dialect/api-error.ts'
import { didYouMean } from '../tools/nearest.ts'
import type { StoredRecord } from '../contract/resource.ts'
import type { World } from '../world/world.ts'
import type { Adapter, AdapterRegistry, Command } from '../contract/adapter.ts'

/** The adapter behind a connection; undefined when no definition of it is registered. */
export function adapterOf(world: World, adapters: AdapterRegistry, connection: StoredRecord): Adapter | undefined {
  const { adapter, adapter_id: adapterId } = connection
  const name =
    typeof adapter === 'string' && adapter !== ''
      ? adapter
      : typeof adapterId === 'string'
        ? world.get('adapters', adapterId)?.['name']
        : undefined
  return typeof name === 'string' ? adapters.get(name) : undefined
}

/** The commands of one connection: none when its adapter has no definition. */
export function commandsOf(world: World, adapters: AdapterRegistry, connection: StoredRecord): readonly Command[] {
  return adapterOf(world, adapters, connection)?.commands ?? []
}

/** Whether an adapter connection takes commands. */
export const isEnabled = (connection: StoredRecord): boolean => connection['status'] !== 'disabled'

/**
 * The connection of an id, ready to be used.
 * @throws ApiError `unknown` when there is none, `conflict` when it is disabled.
 */
export function usableConnection(world: World, id: string): StoredRecord {
  const connection = world.get('adapter_connections', id)
  if (!connection) throw new ApiError('unknown', `There is no adapter connection with the id ${id}.`)
  if (isEnabled(connection)) return connection
  throw new ApiError(
    'conflict',
    `The adapter connection ${id} is disabled, so its commands are not available. Set its status to active first.`,
  )
}

/** @throws ApiError `unknownPath` when the connection has no such command; it names the nearest. */
export function commandNamed(name: string, commands: readonly Command[], connection: StoredRecord): Command {
  const command = commands.find((one) => one.name === name)
  if (command) return command
  const names = commands.map((one) => one.name)
  const hint = didYouMean(name, names)
  const has = names.length > 0 ? `It has ${names.join(', ')}.` : 'It has none, as its adapter has no definition here.'
  throw new ApiError(
    'unknownPath',
    `The adapter connection ${connection.id} has no command ${JSON.stringify(name.slice(0, 100))}${hint} ${has}`,
    { details: [{ at: 'command', message: 'is not a command of this connection', allowed: names }] },
  )
}
