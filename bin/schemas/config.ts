import { emulatorOptions } from '../options/emulator-options.ts'
import { named, type Schema } from './schema.ts'

/** A configuration file: the options of `start` and `exec` by name. */
export const config: Schema = {
  type: 'object',
  description: 'Options of emulator start and emulator exec.',
  properties: {
    ...named,
    ...Object.fromEntries(
      Object.entries(emulatorOptions).map(([name, { describe, schema }]) => [
        name,
        { description: describe, ...schema },
      ]),
    ),
  },
  additionalProperties: false,
}
