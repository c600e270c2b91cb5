import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { pointerStep } from './json-pointer.ts'
import { shown } from './shown.ts'

/** A JSON Schema 2020-12: from TypeBox, or from an adapter that a user wrote. */
export type JsonSchema = TSchema | Readonly<Record<string, unknown>>

/** The value of a schema's keyword; undefined when the schema does not have it. */
export function keyword(schema: JsonSchema | undefined, name: string): unknown {
  return (schema as Readonly<Record<string, unknown>> | undefined)?.[name]
}

/** One place where a value does not match a schema. */
export interface SchemaFault {
  /** JSON Pointer into the value. */
  readonly at: string
  /** What the value must be, and what it is. */
  readonly message: string
  /** The values of an enum. */
  readonly allowed?: readonly unknown[]
}

/**
 * Compiled schemas, by schema object. Compiling is pure, so worlds and emulators share the result: compiling again for
 * each test would cost more than the test.
 */
const compiled = new WeakMap<object, ValidateFunction>()

function compile(schema: JsonSchema): ValidateFunction {
  let validate = compiled.get(schema)
  if (!validate) {
    // One instance for each schema, so that two schemas may have the same $id. The schema itself is not checked here,
    // which would take a hundred times as long: schemaFault checks the schemas that users give.
    const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, meta: false, validateSchema: false })
    ;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)
    compiled.set(schema, (validate = ajv.compile(schema)))
  }
  return validate
}

/**
 * The faults of a value, each with its JSON Pointer. Empty when the value matches the schema.
 * @throws Error when the schema itself is not valid.
 */
export function faultsOf(schema: JsonSchema, value: unknown): readonly SchemaFault[] {
  const validate = compile(schema)
  return validate(value) ? [] : (validate.errors ?? []).filter((error) => error.keyword !== 'if').map(detailOf)
}

/** Explains why a schema is not a valid JSON Schema 2020-12; undefined when it is valid. */
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

/** Compiled on first use: few runs need it, and it takes longer than the rest of a start. */
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
  if (keyword === 'enum') {
    const allowed = params['allowedValues'] as readonly unknown[]
    return { at, message: `must be one of ${allowed.map(shown).join(', ')}; got ${shown(error.data)}`, allowed }
  }
  return { at, message: `${error.message ?? 'is not valid'}; got ${shown(error.data)}` }
}
