import { ApiError, refusals } from '../dialect/api-error.ts'
import { describeFaults } from '../../tools/json-schema.ts'
import { findFaults } from '../../tools/schema-validator.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import type { Command, CommandContext } from '../../model/contract/adapter.ts'
import { readCommandBody } from './read-command-body.ts'
import { createShelf } from './shelf.ts'

/** A call of a command. */
export interface Invocation {
  readonly world: WorldAccess
  readonly connectionId: string
  readonly command: Command
  readonly body: unknown
  /** True to throw when the result does not match the command's schema. */
  readonly checkResult: boolean
}

/**
 * Runs a command in a transaction: a command that fails changes nothing. It runs synchronously, so simultaneous
 * commands run one after the other.
 * @throws ApiError for a body that does not match the schema, and for a call that the command refuses.
 */
export function invokeCommand({ world, connectionId, command, body: sent, checkResult }: Invocation): unknown {
  const body = readCommandBody(command.body, sent)
  const context: CommandContext = {
    now: world.timestamp(),
    connectionId,
    shelf: (kind) => createShelf(world, connectionId, kind),
  }
  try {
    return world.transact(() => runSynchronously(command, context, body, checkResult))
  } catch (thrown) {
    const error = adoptApiError(thrown)
    if (error instanceof ApiError && error.kind === 'refused') error.requirement ??= 'services.validated'
    throw error
  }
}

/** An adapter may throw the ApiError of another copy of this package, such as CommonJS next to ES modules. */
function adoptApiError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'ApiError' || error instanceof ApiError) return error
  const { kind, message, ...options } = error as ApiError
  return Object.hasOwn(refusals, kind) ? new ApiError(kind, message, options) : error
}

function runSynchronously(command: Command, context: CommandContext, body: unknown, check: boolean): unknown {
  const result = command.handle(context, body)
  if (result instanceof Promise) {
    // It may reject later, which would end the process.
    result.catch(() => {})
    throw new TypeError(`The command ${command.name} must be synchronous; its handle returned a promise.`)
  }
  const text = result === undefined ? 'null' : JSON.stringify(result)
  if (text === undefined)
    throw new TypeError(`The command ${command.name} must return a JSON value; its handle returned a ${typeof result}.`)
  const value: unknown = JSON.parse(text)
  const faults = check ? findFaults(command.result, value) : []
  if (faults.length === 0) return value
  throw new Error(`The result of ${command.name} does not match its schema: ${describeFaults(faults)}`)
}
