import { type EmulatorFlags, emulatorOptions } from '../options/emulator-options.ts'
import { conventions } from './conventions.ts'
import { fault } from './fault.ts'
import { named, type Schema } from './schema.ts'

const ofConventions = conventions['properties'] as Readonly<Record<string, Schema>>
const { $schema: _name, ...byName } = ofConventions

/** What the value of an option may be in a file, beside what the command line takes. */
const moreForms: Readonly<Partial<Record<keyof EmulatorFlags, readonly Schema[]>>> = {
  convention: [{ type: 'object', properties: byName, additionalProperties: false }],
  fault: [fault, { type: 'array', items: fault }],
}

function schemaOf(name: keyof EmulatorFlags): Schema {
  const { describe: description, schema } = emulatorOptions[name]
  const more = moreForms[name]
  return more ? { description, anyOf: [schema, ...more] } : { description, ...schema }
}

/** A configuration file: the options of `start` and `exec` by name. */
export const config: Schema = {
  type: 'object',
  description: 'Options of emulator start and emulator exec.',
  properties: {
    ...named,
    ...Object.fromEntries(
      (Object.keys(emulatorOptions) as (keyof EmulatorFlags)[])
        // A file does not name another.
        .filter((name) => name !== 'config')
        .map((name) => [name, schemaOf(name)]),
    ),
  },
  additionalProperties: false,
}
