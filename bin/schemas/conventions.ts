import { conventionNames } from '../../emulator/api/dialect/conventions.ts'
import { valueReader } from '../../emulator/api/dialect/convention-values.ts'
import { otherOperations } from '../../emulator/api/dialect/per-operation.ts'
import { type ConventionName, definitions } from '../../emulator/model/contract/conventions.ts'
import type { ConventionDefinition } from '../../emulator/model/contract/define-convention.ts'
import { operationIds } from '../../emulator/model/contract/operation-ids.ts'
import { namesSchema, type Schema } from './schema.ts'

/** Conventions by name, as `--conventions` reads them. */
export const conventions: Schema = {
  type: 'object',
  description: 'Answers to what the specification leaves open.',
  properties: { ...namesSchema, ...Object.fromEntries(conventionNames.map((name) => [name, conventionSchema(name)])) },
  additionalProperties: false,
  definitions: { operation: { enum: [otherOperations, ...operationIds] } },
}

function conventionSchema(name: ConventionName): Schema {
  const { what, why, default: initial, values, takes, perOperation }: ConventionDefinition<unknown> = definitions[name]
  const description = `${what} Default: ${JSON.stringify(initial)}. ${why}`
  const others = takes && valueReader(name, takes).schema
  const single = !others ? { enum: values } : values.length === 0 ? others : { anyOf: [{ enum: values }, others] }
  return { description, default: initial, ...(perOperation ? allowByOperation(single) : single) }
}

/** A value, or values by operation. */
function allowByOperation(single: Schema): Schema {
  const byOperation = {
    type: 'object',
    propertyNames: { $ref: '#/definitions/operation' },
    required: [otherOperations],
    additionalProperties: single,
  }
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: { type: 'object', required: [otherOperations] }, then: byOperation, else: single }
}
