// Helpers for the schemas of reports, in JSON Schema draft-07, which editors and generators support.
import { operationIds } from '../catalogue/operations.ts'

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>

export const textSchema: Schema = { type: 'string' }
export const countSchema: Schema = { type: 'integer', minimum: 0 }
export const milliseconds: Schema = { type: 'number', minimum: 0 }

/** An array whose items have one schema. */
export const arraySchema = (items: Schema): Schema => ({ type: 'array', items })

/** An object with required and optional members, and no others. */
export function objectSchema(
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: 'object',
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

/** An object with the given names, whose values have one schema. */
export const namedMembersSchema = (names: readonly string[], schema: Schema): Schema =>
  objectSchema(Object.fromEntries(names.map((name) => [name, schema])))

/** An object of texts, such as headers. */
export const textsSchema: Schema = { type: 'object', additionalProperties: textSchema }

const operation: Schema = { enum: [...operationIds] }

/** A request of the evidence. */
export const requestSchema: Schema = objectSchema(
  { method: textSchema, url: textSchema, headers: textsSchema },
  { operation, body: textSchema },
)

/** The places where a fact was seen. */
export const placesSchema: Schema = arraySchema(objectSchema({ method: textSchema, url: textSchema }, { operation }))

/** The kit, and its catalogue. */
export const kitSchema: Schema = objectSchema({
  name: textSchema,
  version: textSchema,
  requirements: countSchema,
  digest: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
})

/** The number of a clause, such as `4.10`. */
export const clause: Schema = { type: 'string', pattern: String.raw`^\d+(?:\.\d+)?$` }

/** True if the target or client conforms: null if nothing failed and not everything was decided. */
export const conformant: Schema = { enum: [true, false, null] }
