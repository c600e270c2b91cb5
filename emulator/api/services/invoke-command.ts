import { ApiError, refusals } from '../dialect/api-error.ts'
import { describeFaults } from '../../tools/json-schema.ts'
import { findFaults } from '../../tools/schema-validator.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import type { Command, CommandContext, StoredItem, Shelf } from '../../model/contract/adapter.ts'
import { readCommandBody } from './read-command-body.ts'
import { deepFreeze } from '../../tools/deep-freeze.ts'
import type { StoredAdapterRecord } from '../../model/contract/stored-records.ts'
import { parseId } from '../../model/resources/ids.ts'

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

/**
 * Makes the shelf of an adapter connection for one kind of record, stored in the world's `adapter_records`. Only the
 * adapter knows the type of its records.
 */
function createShelf<Members extends object>(world: WorldAccess, connectionId: string, kind: string): Shelf<Members> {
  const shelf = `${connectionId}/${kind}`
  const find = (id: string): StoredAdapterRecord | undefined => {
    const record = world.get('adapter_records', parseId(id)?.bare ?? id)
    return record?.shelf === shelf ? record : undefined
  }
  const existing = (id: string): StoredAdapterRecord => {
    const record = find(id)
    if (!record) throw new ApiError('unknown', `This connection has no record with the id ${id} in ${kind}.`)
    return record
  }
  const untyped: Shelf = {
    all: () =>
      world
        .collection('adapter_records')
        .all({ where: { shelf } })
        .map((record) => record.kept),
    get: (id) => find(id)?.kept,
    insert: (members) => {
      const id = world.nextId()
      return world.insert('adapter_records', {
        id,
        shelf,
        connection_id: connectionId,
        kept: toKept({ ...members, id }),
      }).kept
    },
    update: (id, changes) => {
      const record = existing(id)
      return world.replace('adapter_records', {
        ...record,
        kept: toKept({ ...record.kept, ...changes, id: record.id }),
      }).kept
    },
    remove: (id) => {
      const record = existing(id)
      world.remove('adapter_records', record.id)
      return record.kept
    },
  }
  return untyped as Shelf<Members>
}

/**
 * Copies the members as frozen JSON. All forks of a world share a record, so a command that could write to it would
 * change all of them.
 */
function toKept(members: Readonly<Record<string, unknown>>): StoredItem {
  return deepFreeze(JSON.parse(JSON.stringify(members)) as StoredItem)
}
