import Type, { type Static, type TSchema, type TString } from 'typebox'
import type { Adapter, Command, CommandContext } from '../contract/adapter.ts'
import { schemaFault } from '../tools/json-schema.ts'
import { idPattern } from '../resources/ids.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

/** The id of a kept record in the body of a command: bare or prefixed as it comes, always bare as `handle` gets it. */
export const RecordId: TString = Type.String({
  pattern: idPattern,
  description: 'An id, bare or prefixed.',
  'x-id': true,
})

interface CommandDefinition<Body extends TSchema> extends Omit<Command, 'body' | 'handle'> {
  readonly body: Body
  readonly handle: (context: CommandContext, body: Static<Body>) => unknown
}

/** Declares a command whose `handle` gets its body with the type of the schema. */
export function defineCommand<Body extends TSchema>(command: CommandDefinition<Body>): Command {
  return command
}

/**
 * Declares an adapter and its commands.
 * @throws EmulatorError `invalid_adapter` for a name that does not fit a path, a command twice, or a schema that is not JSON Schema 2020-12.
 */
export function defineAdapter(adapter: Adapter): Adapter {
  if (typeof adapter !== 'object' || adapter === null || !Array.isArray(adapter.commands))
    throw new EmulatorError(
      'invalid_adapter',
      `An adapter is an object with name, title, kind and commands, a list; got ${JSON.stringify(adapter)?.slice(0, 100)}.`,
    )
  if (!/^[a-z][a-z0-9-]*$/.test(adapter.name))
    throw new EmulatorError(
      'invalid_adapter',
      `An adapter's name has lowercase letters, digits and hyphens, as in my-shop; got ${JSON.stringify(adapter.name)}.`,
    )
  const names = new Set<string>()
  for (const { name, body, result } of adapter.commands) {
    if (!/^[a-z][a-z0-9-]*$/.test(name) || name === 'capabilities')
      throw new EmulatorError(
        'invalid_adapter',
        `The command ${JSON.stringify(name)} of ${adapter.name} needs a name of lowercase letters, digits and hyphens other than capabilities.`,
      )
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
