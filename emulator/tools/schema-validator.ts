// Checks values by JSON Schemas.
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { type Faults, type JsonSchema, keyword } from './json-schema.ts'
import { late } from './late.ts'
import type { ToPattern } from './late/ajv.ts'

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
    ? (known.all ??= late.ajv().compile(schema, true))
    : (known.first ??= late.ajv().compile(schema, false))
  if (validate(value)) return []
  const errors = validate.errors ?? []
  // They hold the value.
  validate.errors = null
  return late.ajv().faultsOfErrors(errors, schema)
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

/**
 * Explains why a schema is not a valid JSON Schema 2020-12; undefined when it is valid.
 * @param toPattern Runs the patterns of the schema from now on.
 */
export function schemaFault(schema: JsonSchema, toPattern?: ToPattern): string | undefined {
  try {
    // A schema may name another draft, which Ajv refuses as unknown.
    const isValid = keyword(schema, '$schema') === undefined && late.validators().builtMetaSchema?.(schema) === true
    const fault = isValid ? undefined : late.ajv().metaSchemaFault(schema)
    if (fault !== undefined) return fault
    const known = findValidators(schema)
    if (known.built === undefined) known.all ??= late.ajv().compile(schema, true, toPattern)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
