import type { ConventionName } from '../../emulator/model/contract/conventions.ts'
import { definitions } from '../../emulator/api/dialect/convention-definitions.ts'
import { conventionNames } from '../../emulator/api/dialect/conventions.ts'
import type { Choice, ConventionDefinition } from '../../emulator/api/dialect/define-convention.ts'
import { otherOperations } from '../../emulator/api/dialect/per-operation.ts'
import { operationIds } from '../../emulator/model/contract/operation-ids.ts'
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
  const values = definition.kind === 'choice' ? choiceSchema(definition) : definition.schema
  return {
    description: `${what} Default: ${JSON.stringify(definition.default)}. ${why}`,
    default: definition.default,
    ...values,
  }
}

/** The named values, the others, and values by operation. */
function choiceSchema({ values, more, perOperation }: Choice<unknown>): Schema {
  if (!more) return { enum: values }
  const single = { anyOf: [{ enum: values }, more.schema] }
  if (!perOperation) return single
  const byOperation = {
    type: 'object',
    properties: Object.fromEntries([otherOperations, ...operationIds].map((name) => [name, single])),
    required: [otherOperations],
    additionalProperties: false,
  }
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: { type: 'object', required: [otherOperations] }, then: byOperation, else: single }
}
