import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { pointerStep } from './json-pointer.ts'
import { shown } from './shown.ts'

/** A JSON Schema 2020-12: of TypeBox, or as an adapter of the user's own gives it. */
export type JsonSchema = TSchema | Readonly<Record<string, unknown>>

/** The value of a keyword of a schema; undefined when it has none of that name. */
export function keyword(schema: JsonSchema | undefined, name: string): unknown {
  return (schema as Readonly<Record<string, unknown>> | undefined)?.[name]
}

/** Where a value does not match a schema, and how. */
export interface SchemaFault {
  /** JSON pointer into the value. */
  readonly at: string
  /** What the value must be, and what it is. */
  readonly message: string
  /** The options of an enum. */
  readonly allowed?: readonly unknown[]
}

/**
 * Compiled schemas, by the identity of the schema object. Compiling is pure, so worlds and emulators share them:
 * compiling again for each test would cost more than the test.
 */
const compiled = new WeakMap<object, ValidateFunction>()

function compile(schema: JsonSchema): ValidateFunction {
  let validate = compiled.get(schema)
  if (!validate) {
    // One instance for each schema, so that two schemas with the same $id do not meet. The schema itself is not
    // checked here: that takes a hundred times as long, and those of others have been, by schemaFault.
    const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, meta: false, validateSchema: false })
    ;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)
    compiled.set(schema, (validate = ajv.compile(schema)))
  }
  return validate
}

/**
 * What is wrong with a value, each fault at its JSON pointer; empty when it matches the schema.
 * @throws Error when the schema itself is not valid.
 */
export function faultsOf(schema: JsonSchema, value: unknown): readonly SchemaFault[] {
  const validate = compile(schema)
  return validate(value) ? [] : (validate.errors ?? []).filter((error) => error.keyword !== 'if').map(detailOf)
}

/** Says why a schema is not a valid JSON Schema 2020-12; undefined when it is one. */
export function schemaFault(schema: JsonSchema): string | undefined {
  try {
    metaSchema ??= new Ajv2020({ strict: false })
    if (metaSchema.validateSchema(schema) !== true)
      return metaSchema.errorsText(metaSchema.errors, { dataVar: 'schema' })
    compile(schema)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Compiled on first use, as few ever need it: it takes longer than everything else at a start. */
let metaSchema: Ajv2020 | undefined

function detailOf(error: ErrorObject): SchemaFault {
  const { keyword, params, instancePath } = error as ErrorObject<string, Record<string, unknown>>
  const missing = keyword === 'required' ? pointerStep(String(params['missingProperty'])) : ''
  const extra =
    keyword === 'additionalProperties' || keyword === 'unevaluatedProperties'
      ? pointerStep(String(params['additionalProperty'] ?? params['unevaluatedProperty']))
      : ''
  const at = `${instancePath}${missing}${extra}`
  if (missing) return { at, message: 'is required and missing' }
  if (extra) return { at, message: 'is not known here; remove it or correct its name' }
  if (keyword === 'enum')
    return {
      at,
      message: `must be one of ${(params['allowedValues'] as unknown[]).map(shown).join(', ')}; got ${shown(error.data)}`,
      allowed: params['allowedValues'] as unknown[],
    }
  return { at, message: `${error.message ?? 'is not valid'}; got ${shown(error.data)}` }
}
