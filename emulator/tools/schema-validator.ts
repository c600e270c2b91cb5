// Checks values by JSON Schemas.
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { type Faults, type JsonSchema, keyword } from './json-schema.ts'
import { late } from './late.ts'
import type { Pattern } from './late/ajv.ts'
import { linearPattern } from './linear-pattern.ts'
import { once } from './once.ts'
import { surelyCompiles } from './surely-compiles.ts'

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
    const text = JSON.stringify(schema)
    const built = late.fileValidators().builtValidators.get(text) ?? late.validators().builtValidators.get(text)
    validators.set(schema, (known = { built }))
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
    ? (known.all ??= late.ajv().compile(schema, true, toPattern))
    : (known.first ??= late.ajv().compile(schema, false, toPattern))
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
 * The patterns of users' schemas, by their source. They also run in linear time in schemas that are derived from those.
 * The emulator's own patterns are RegExps, which are faster and need no further code.
 */
const usersPatterns = new Map<string, () => Pattern>()

const toPattern = (source: string): Pattern | undefined => usersPatterns.get(source)?.()

function addUsersPattern(source: string): void {
  const pattern = once(() => linearPattern(source))
  if (!usersPatterns.has(source)) usersPatterns.set(source, pattern)
}

/** @throws Error for a pattern that cannot be run in linear time. */
function toUsersPattern(source: string): Pattern {
  const pattern = toPattern(source) ?? linearPattern(source)
  usersPatterns.set(source, () => pattern)
  return pattern
}

const newestDraft = 'https://json-schema.org/draft/2020-12/schema'

/**
 * Explains why a user's schema is not a JSON Schema 2020-12, or has a pattern that cannot be run in linear time;
 * undefined when it is valid. The validator of the meta-schema that the build made checks it. Ajv compiles it here only
 * if that could find further mistakes, else on first use: compiling the schemas of one adapter takes half as long as a
 * start. All mistakes are found here, none on first use.
 */
export function schemaFault(schema: JsonSchema): string | undefined {
  try {
    // A schema may name another draft, which Ajv refuses as unknown.
    const isNewest = [undefined, newestDraft].includes(keyword(schema, '$schema') as string | undefined)
    const isValid = isNewest && late.fileValidators().builtMetaSchema?.(schema) === true
    const fault = isValid ? undefined : late.ajv().metaSchemaFault(schema)
    if (fault !== undefined) return fault
    const isSure = surelyCompiles(schema, addUsersPattern)
    // The build has no validators of users' schemas.
    const known = validators.get(schema) ?? {}
    validators.set(schema, known)
    if (!isSure) known.all ??= late.ajv().compile(schema, true, toUsersPattern)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
