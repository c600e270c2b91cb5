import Type, { type Static, type TSchema, type TString } from 'typebox'
import type { Adapter, Command, CommandContext } from '../contract/adapter.ts'
import { schemaFault } from '../tools/json-schema.ts'
import { idPattern } from '../resources/ids.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

/** The id of a record in the body of a command. Clients send it bare or prefixed; `handle` receives it bare. */
export const RecordId: TString = Type.String({
  pattern: idPattern,
  description: 'An id, bare or prefixed.',
  'x-id': true,
})

interface CommandDefinition<Body extends TSchema> extends Omit<Command, 'body' | 'handle'> {
  readonly body: Body
  readonly handle: (context: CommandContext, body: Static<Body>) => unknown
}

/** Declares a command. The body of `handle` has the type of the schema. */
export function defineCommand<Body extends TSchema>(command: CommandDefinition<Body>): Command {
  return command
}

const notAnAdapter = (given: unknown) =>
  'An adapter must be an object with name, title, kind and a list of commands; ' +
  `got ${JSON.stringify(given)?.slice(0, 100)}.`

const invalidAdapterName = (name: string) =>
  'The name of an adapter must have lowercase letters, digits and hyphens, such as my-shop; ' +
  `got ${JSON.stringify(name)}.`

const invalidCommandName = (name: string, adapter: string) =>
  `The command ${JSON.stringify(name)} of ${adapter} must have a name of lowercase letters, digits and hyphens ` +
  'other than capabilities.'

/**
 * Declares an adapter and its commands.
 * @throws EmulatorError `invalid_adapter` for a name that is invalid in a path, a duplicate command, or a schema that
 * is not JSON Schema 2020-12.
 */
export function defineAdapter(adapter: Adapter): Adapter {
  if (typeof adapter !== 'object' || adapter === null || !Array.isArray(adapter.commands))
    throw new EmulatorError('invalid_adapter', notAnAdapter(adapter))
  if (!/^[a-z][a-z0-9-]*$/.test(adapter.name))
    throw new EmulatorError('invalid_adapter', invalidAdapterName(adapter.name))
  const names = new Set<string>()
  for (const { name, body, result } of adapter.commands) {
    if (!/^[a-z][a-z0-9-]*$/.test(name) || name === 'capabilities')
      throw new EmulatorError('invalid_adapter', invalidCommandName(name, adapter.name))
    if (names.has(name))
      throw new EmulatorError('invalid_adapter', `The adapter ${adapter.name} has the command ${name} twice.`)
    names.add(name)
    for (const [part, schema] of [
      ['body', body],
      ['result', result],
    ] as const) {
      const fault = schemaFault(schema)
      if (fault)
        throw new EmulatorError(
          'invalid_adapter',
          `The ${part} of ${adapter.name}.${name} is not a JSON Schema 2020-12: ${fault}`,
        )
    }
  }
  return adapter
}
