import type { Adapter } from '../contract/adapter.ts'
import { schemaFault } from '../tools/schema-validator.ts'
import { linearPattern } from '../tools/linear-pattern.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

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
 * is not JSON Schema 2020-12, or has a pattern that cannot be run in linear time.
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
      const fault = schemaFault(schema, linearPattern)
      if (fault)
        throw new EmulatorError(
          'invalid_adapter',
          `The ${part} of ${adapter.name}.${name} is not a JSON Schema 2020-12: ${fault}`,
        )
    }
  }
  return adapter
}
