import { ApiError } from '../dialect/api-error.ts'
import { faultsOf } from '../tools/json-schema.ts'
import type { World } from '../world/world.ts'
import type { Command } from '../contract/adapter.ts'
import { readCommandBody } from './read-command-body.ts'
import { createShelf } from './shelf.ts'

export interface Invocation {
  readonly world: World
  readonly connectionId: string
  readonly command: Command
  readonly body: unknown
  /** Whether a result that does not match the command's schema is an error of the emulator. */
  readonly checkResult: boolean
}

/**
 * Runs a command, whole or not at all: what fails leaves nothing behind. It does not await, so commands that
 * come at once run one after the other.
 * @throws ApiError for a body that does not match, and for what the command refuses.
 */
export function invokeCommand({ world, connectionId, command, body: given, checkResult }: Invocation): unknown {
  const body = readCommandBody(command.body, given)
  const before = world.state
  try {
    const result = command.handle(
      { now: world.timestamp(), connectionId, shelf: (kind) => createShelf(world, connectionId, kind) },
      body,
    )
    if (result instanceof Promise)
      throw new TypeError(`The command ${command.name} answered a promise; a command must finish at once.`)
    const value = result === undefined ? null : (JSON.parse(JSON.stringify(result)) as unknown)
    const faults = checkResult ? faultsOf(command.result, value) : []
    if (faults.length > 0)
      throw new Error(
        `The result of ${command.name} is not what its schema allows: ${faults.map(({ at, message }) => `${at || 'it'} ${message}`).join('; ')}`,
      )
    return value
  } catch (error) {
    world.revert(before)
    if (error instanceof ApiError && error.kind === 'refused') error.requirement ??= 'services.validated'
    throw error
  }
}
