import { conventionNames } from '../../emulator/api/dialect/conventions.ts'
import { shippedDeviations } from '../../emulator/disturb/deviations/deviations.ts'
import { emulatorOptions } from '../options/emulator-options.ts'
import { conventionDefinitions, conventions } from './conventions.ts'
import { fault } from './fault.ts'
import { scenario } from './scenario.ts'
import { namesSchema, type Schema } from './schema.ts'

const listOrSingle = (items: Schema): Schema => ({ anyOf: [items, { type: 'array', items }] })

const { $schema: _schemaKey, ...byName } = conventions['properties'] as Schema

/** Options whose values have names or members. */
const others: Readonly<Record<string, Schema>> = {
  convention: {
    anyOf: [
      { type: 'object', properties: byName, additionalProperties: false, description: 'Conventions by name.' },
      listOrSingle({ type: 'string', pattern: `^(?:${conventionNames.join('|')})=` }),
    ],
  },
  deviation: listOrSingle({ enum: shippedDeviations().map(({ name }) => name) }),
  scenario: listOrSingle(scenario),
  fault: listOrSingle(fault),
}

/** A configuration file: the options of `start` and `exec` by name. */
export const config: Schema = {
  type: ['object', 'null'],
  description: 'Options of emulator start and emulator exec.',
  properties: {
    ...namesSchema,
    ...Object.fromEntries(
      Object.entries(emulatorOptions)
        .filter(([name]) => name !== 'config')
        .map(([name, { describe, schema }]) => [name, { description: describe, ...(others[name] ?? schema) }]),
    ),
  },
  additionalProperties: false,
  definitions: conventionDefinitions,
}
