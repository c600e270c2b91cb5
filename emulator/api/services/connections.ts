import { ApiError } from '../dialect/api-error.ts'
import { didYouMean } from '../../tools/nearest.ts'
import type { AdapterConnectionRecord } from '../../model/resources/resource-records.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import type { Adapter, AdapterRegistry, Command } from '../../model/contract/adapter.ts'

/** Returns the adapter of a connection, or undefined when its definition is not registered. */
export function connectionAdapter(
  world: WorldAccess,
  adapters: AdapterRegistry,
  connection: AdapterConnectionRecord,
): Adapter | undefined {
  const { adapter, adapter_id: adapterId } = connection
  const name = adapter || (adapterId === null ? undefined : world.get('adapters', adapterId)?.name)
  return name === undefined ? undefined : adapters.get(name)
}

/** Returns the commands of a connection. An adapter without a definition has none. */
export function connectionCommands(
  world: WorldAccess,
  adapters: AdapterRegistry,
  connection: AdapterConnectionRecord,
): readonly Command[] {
  return connectionAdapter(world, adapters, connection)?.commands ?? []
}

/** Returns true if an adapter connection accepts commands. */
export const isEnabled = (connection: AdapterConnectionRecord): boolean => connection.status !== 'disabled'

/**
 * Returns the enabled connection with an id.
 * @throws ApiError `unknown` when no connection has the id, `conflict` when the connection is disabled.
 */
export function usableConnection(world: WorldAccess, id: string): AdapterConnectionRecord {
  const connection = world.get('adapter_connections', id)
  if (!connection) throw new ApiError('unknown', `There is no adapter connection with the id ${id}.`)
  if (isEnabled(connection)) return connection
  throw new ApiError(
    'conflict',
    `The adapter connection ${id} is disabled, so its commands are not available. Set its status to active first.`,
  )
}

/** Returns the command with a name. @throws ApiError `unknownPath` that suggests the nearest command. */
export function commandNamed(name: string, commands: readonly Command[], connection: AdapterConnectionRecord): Command {
  const command = commands.find((command) => command.name === name)
  if (command) return command
  const names = commands.map((command) => command.name)
  const hint = didYouMean(name, names)
  const has =
    names.length > 0 ? `It has ${names.join(', ')}.` : 'It has no commands, because its adapter has no definition.'
  throw new ApiError(
    'unknownPath',
    `The adapter connection ${connection.id} has no command ${JSON.stringify(name.slice(0, 100))}${hint} ${has}`,
    { details: [{ at: 'command', message: `is not a command of this connection. ${has}`, allowed: names }] },
  )
}
