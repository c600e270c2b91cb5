import type { ConventionName } from '../../emulator/model/contract/conventions.ts'
import { definitions } from '../../emulator/api/dialect/convention-definitions.ts'
import { conventionNames } from '../../emulator/api/dialect/conventions.ts'
import type { ConventionDefinition } from '../../emulator/api/dialect/define-convention.ts'
import { namesSchema, type Schema } from './schema.ts'

/** Conventions by name, as `--conventions` reads them. */
export const conventions: Schema = {
  type: 'object',
  description: 'Answers to what the specification leaves open.',
  properties: { ...namesSchema, ...Object.fromEntries(conventionNames.map((name) => [name, schemaOf(name)])) },
  additionalProperties: false,
}

function schemaOf(name: ConventionName): Schema {
  const definition = definitions[name] as ConventionDefinition<unknown>
  const { what, why } = definition
  const values = definition.kind === 'choice' ? { enum: definition.values } : definition.schema
  return {
    description: `${what} Default: ${JSON.stringify(definition.default)}. ${why}`,
    default: definition.default,
    ...values,
  }
}
