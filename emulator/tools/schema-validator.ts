// Checks values by JSON Schemas with Ajv.
import type { Ajv2020, FuncKeywordDefinition, ValidateFunction } from 'ajv/dist/2020.js'
import { type Faults, type JsonSchema, keyword } from './json-schema.ts'
import { late } from './late.ts'
import { faultsOfErrors } from './schema-faults.ts'

/** Makes the matcher of a pattern. @throws Error for an unsupported pattern. */
type ToPattern = (source: string) => Pattern

/** The part of a RegExp that Ajv needs. */
export interface Pattern {
  readonly test: (text: string) => boolean
  readonly toString: () => string
}

/**
 * The patterns of users' schemas, by their source. They also run in linear time in schemas that are derived from those.
 * The emulator's own patterns are RegExps, which are faster and need no further code.
 */
const patterns = new Map<string, Pattern>()

/** A validator of values. */
interface Validators {
  /** Made by the build. It only checks if a value matches, without faults. */
  readonly built?: ValidateFunction | undefined
  /** Finds all errors. */
  all?: ValidateFunction
  /** Stops at the first error. */
  first?: ValidateFunction
}

/**
 * By schema object. Worlds and emulators share them, since compiling for each test would take longer than the test.
 */
const validators = new WeakMap<object, Validators>()

function findValidators(schema: JsonSchema): Validators {
  let known = validators.get(schema)
  if (!known) {
    const { builtValidators } = late.validators()
    validators.set(schema, (known = { built: builtValidators.get(JSON.stringify(schema)) }))
  }
  return known
}

/** The most members and items of a value for which all faults are found. Ajv keeps each error with the value. */
const mostSearched = 5000

/**
 * The faults of a value, each with its JSON Pointer. Empty when the value matches the schema. For a value with
 * thousands of members and items, only the first fault is found.
 * @throws Error when the schema itself is not valid.
 */
export function findFaults(schema: JsonSchema, value: unknown): Faults {
  const known = findValidators(schema)
  if (known.built?.(value)) return []
  const validate = hasAtMost(mostSearched, value)
    ? (known.all ??= compile(schema, true))
    : (known.first ??= compile(schema, false))
  if (validate(value)) return []
  const errors = validate.errors ?? []
  // They hold the value.
  validate.errors = null
  return faultsOfErrors(errors, schema)
}

/** Returns true if a value has at most this number of members and items in all. */
function hasAtMost(most: number, value: unknown): boolean {
  let count = 0
  const open: unknown[] = typeof value === 'object' && value !== null ? [value] : []
  while (open.length > 0) {
    const next = open.pop() as Readonly<Record<string, unknown>>
    // Listing all values first takes twice as long.
    for (const name in next) {
      if (++count > most) return false
      const member = next[name]
      if (typeof member === 'object' && member !== null) open.push(member)
    }
  }
  return true
}

function compile(schema: JsonSchema, allErrors: boolean, toPattern?: ToPattern): ValidateFunction {
  const regExp = Object.assign(
    (source: string, flags: string) => {
      const known = patterns.get(source)
      if (known || !toPattern) return (known ?? new RegExp(source, flags)) as RegExp
      const pattern = toPattern(source)
      patterns.set(source, pattern)
      return pattern as RegExp
    },
    { code: 'new RegExp' },
  )
  // One instance for each schema, so that two schemas may have the same $id. The schema itself is not checked here,
  // which would take a hundred times as long: schemaFault checks the schemas that users give.
  const { Ajv2020, addFormats } = late.ajv()
  const ajv = new Ajv2020({
    allErrors,
    strict: false,
    // JSON has neither NaN nor Infinity.
    strictNumbers: true,
    verbose: true,
    meta: false,
    validateSchema: false,
    code: { regExp },
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

/** A text that is the same for values that are equal in JSON Schema. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item)).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value === 0 ? 0 : value)
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`).join()}}`
}

/**
 * Explains why a schema is not a valid JSON Schema 2020-12; undefined when it is valid.
 * @param toPattern Runs the patterns of the schema from now on.
 */
export function schemaFault(schema: JsonSchema, toPattern?: ToPattern): string | undefined {
  try {
    const { Ajv2020, builtMetaSchema } = late.ajv()
    // A schema may name another draft, which Ajv refuses as unknown.
    if (keyword(schema, '$schema') !== undefined || builtMetaSchema?.(schema) !== true) {
      metaSchema ??= new Ajv2020({ strict: false })
      if (metaSchema.validateSchema(schema) !== true)
        return metaSchema.errorsText(metaSchema.errors, { dataVar: 'schema' })
    }
    const known = findValidators(schema)
    if (known.built === undefined) known.all ??= compile(schema, true, toPattern)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Made on first use: compiling it takes longer than the rest of a start. */
let metaSchema: Ajv2020 | undefined
