// Compiles schemas and explains the errors of values. Only this file uses Ajv.
import { Ajv2020, type FuncKeywordDefinition, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { JsonSchema } from '../json-schema.ts'

export { faultsOfErrors } from '../schema-faults.ts'

/** Makes the matcher of a pattern, if it is not a RegExp. @throws Error for an unsupported pattern. */
type ToPattern = (source: string) => Pattern | undefined

/** The part of a RegExp that Ajv needs. */
export interface Pattern {
  readonly test: (text: string) => boolean
  readonly toString: () => string
}

/** Compiles a schema. */
export function compile(schema: JsonSchema, allErrors: boolean, toPattern: ToPattern): ValidateFunction {
  const regExp = Object.assign(
    (source: string, flags: string) => (toPattern(source) ?? new RegExp(source, flags)) as RegExp,
    { code: 'new RegExp' },
  )
  // One instance for each schema, so that two schemas may have the same $id. The schema itself is not checked here,
  // which would take a hundred times as long: schemaFault checks the schemas that users give.
  const ajv = new Ajv2020({
    allErrors,
    strict: false,
    // JSON has neither NaN nor Infinity.
    strictNumbers: true,
    verbose: true,
    meta: false,
    validateSchema: false,
    // Optimizing the code takes a quarter of the time of compiling it, and most schemas check few values.
    code: { regExp, optimize: false },
  })
  addFormats.default(ajv)
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword(uniqueItems)
  return ajv.compile(schema)
}

/** A faster check: Ajv compares every pair of items. */
const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: false,
  error: { message: 'must have each item once' },
  validate: (isUnique: boolean, items: readonly unknown[]) =>
    !isUnique || new Set(items.map((item) => canonicalText(item))).size === items.length,
}

/** A string that is the same for values that are equal in JSON Schema. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item)).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value === 0 ? 0 : value)
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`).join()}}`
}

/** Explains why a value is not a JSON Schema 2020-12; undefined when it is one. */
export function metaSchemaFault(schema: JsonSchema): string | undefined {
  metaSchema ??= new Ajv2020({ strict: false })
  return metaSchema.validateSchema(schema) === true
    ? undefined
    : metaSchema.errorsText(metaSchema.errors, { dataVar: 'schema' })
}

/** Made on first use: compiling it takes longer than the rest of a start. */
let metaSchema: Ajv2020 | undefined
