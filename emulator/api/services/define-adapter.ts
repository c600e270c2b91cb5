import type { Adapter } from '../../model/contract/adapter.ts'
import { schemaFault } from '../../tools/schema-validator.ts'
import { shortJson } from '../../tools/short-text.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { isObject } from '../../tools/is-object.ts'

const notAnAdapter = (value: unknown) =>
  `An adapter must be an object with name, title, kind and a list of commands; got ${JSON.stringify(value)?.slice(0, 100)}.`

const invalidAdapterName = (name: string) =>
  `The name of an adapter must have lowercase letters, digits and hyphens, such as my-shop; got ${JSON.stringify(name)}.`

const invalidCommandName = (name: string, adapter: string) =>
  `The command ${JSON.stringify(name)} of ${adapter} must have a name of lowercase letters, digits and hyphens other than capabilities.`

/** The required type of each member of an adapter or a command. */
type MemberTypes = Readonly<Record<string, readonly [kind: string, isRight: (value: unknown) => boolean]>>

const text = ['a text', (value: unknown) => typeof value === 'string'] as const
const schema = ['a JSON Schema, such as { type: "object" }', isObject] as const

const adapterShape = {
  name: text,
  title: text,
  kind: text,
  commands: ['a list of commands', Array.isArray],
} as const satisfies MemberTypes

const commandShape = {
  name: text,
  description: text,
  body: schema,
  result: schema,
  handle: ['a function', (value: unknown) => typeof value === 'function'],
} as const satisfies MemberTypes

/**
 * Declares an adapter and its commands.
 * @throws EmulatorError `invalid_adapter` for a member that is missing or wrong, a name that is invalid in a
 * path, a duplicate command, or a schema that is not JSON Schema 2020-12, or has a pattern that cannot be run in linear
 * time.
 */
export function defineAdapter(adapter: Adapter): Adapter {
  if (!isObject(adapter) || !Array.isArray(adapter.commands))
    throw new EmulatorError('invalid_adapter', notAnAdapter(adapter))
  assertShape('the adapter', adapter, adapterShape)
  for (const [index, command] of adapter.commands.entries())
    assertShape(`commands[${index}] of ${adapter.name}`, command, commandShape)
  assertNames(adapter)
  for (const { name, body, result } of adapter.commands)
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
  return adapter
}

/** @throws EmulatorError `invalid_adapter` for a name that is invalid in a path, or a duplicate command. */
export function assertNames(adapter: Adapter): Adapter {
  if (!inPath.test(adapter.name)) throw new EmulatorError('invalid_adapter', invalidAdapterName(adapter.name))
  const names = new Set<string>()
  for (const { name } of adapter.commands) {
    if (!inPath.test(name) || name === 'capabilities')
      throw new EmulatorError('invalid_adapter', invalidCommandName(name, adapter.name))
    if (names.has(name))
      throw new EmulatorError('invalid_adapter', `The adapter ${adapter.name} has the command ${name} twice.`)
    names.add(name)
  }
  return adapter
}

/** The pattern of names in paths. */
export const pathName = '[a-z][a-z0-9-]*'
const inPath = new RegExp(`^${pathName}$`)

/** Plain JavaScript has no types that would refuse a misspelt member. */
function assertShape(what: string, value: unknown, shape: MemberTypes): void {
  const known = Object.keys(shape)
  if (!isObject(value))
    throw new EmulatorError(
      'invalid_adapter',
      `${what} must be an object with ${known.join(', ')}; got ${shortJson(value)}.`,
    )
  for (const [member, [kind, isRight]] of Object.entries(shape)) {
    if (isRight(value[member])) continue
    const unknown = Object.keys(value).find((name) => !known.includes(name))
    const hint = unknown === undefined ? '' : ` It has the unknown member ${JSON.stringify(unknown)}.`
    const got = value[member] === undefined ? 'none' : shortJson(value[member])
    throw new EmulatorError('invalid_adapter', `${member} of ${what} must be ${kind}; got ${got}.${hint}`)
  }
}
