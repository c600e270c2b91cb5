// Decides whether a schema forbids a body, without calling a body invalid that any correct validator would accept.
import { Ajv, type AnySchema, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/ajv.js'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { CommandSchema } from '../../reading/schemas.ts'
import { boundedPattern } from './bounded-pattern.ts'
import { isSmall } from './schema-size.ts'

/** The objections of a schema to a body. */
export interface Objection {
  /** A JSON Pointer into the body. */
  readonly at: string
  readonly keyword: string
  /** The missing member, for `required`. */
  readonly lacks?: string
}

/** Returns why a schema forbids a body; empty if the schema, or any correct validator, allows it. */
export type BodyValidator = (body: unknown) => readonly Objection[]

/** Formats may be annotations only, so they are ignored. */
const usual: Options = {
  strict: false,
  validateFormats: false,
  validateSchema: false,
  meta: false,
  allErrors: true,
  logger: false,
  unicodeRegExp: false,
  code: { regExp: boundedPattern },
}
/** A target may fill in defaults before it validates. A target that converts types accepts what the schema forbids. */
const filling: Options = { ...usual, useDefaults: true }

type Compile = (schema: AnySchema, options: Options) => ValidateFunction

const compilers: Readonly<Record<'7' | '2019' | '2020', Compile>> = {
  '7': (schema, options) => new Ajv(options).compile(schema),
  '2019': (schema, options) => new Ajv2019(options).compile(schema),
  '2020': (schema, options) => new Ajv2020(options).compile(schema),
}

/** The dialects in which a schema may be written: a body is forbidden if all of them forbid it. */
function possibleDialects(named: unknown): readonly Compile[] {
  const name = typeof named === 'string' ? /draft-0[67]|2019-09|2020-12/.exec(named)?.[0] : undefined
  if (name === '2019-09') return [compilers['2019']]
  if (name === '2020-12') return [compilers['2020']]
  return name === undefined ? [compilers['7'], compilers['2020']] : [compilers['7']]
}

/**
 * A validator for a schema without references to elsewhere.
 * @param dialect The `$schema` that names its dialect.
 * @returns undefined for a schema that no validator can read, or that is too expensive to check.
 */
export function bodyValidator(schema: CommandSchema, dialect: unknown): BodyValidator | undefined {
  if (!isSmall(schema)) return undefined
  const validators = possibleDialects(dialect).flatMap((compile) => {
    try {
      const strictly = compile(schema, usual)
      let filled: ValidateFunction | undefined
      return [{ strictly, filled: (body: unknown) => (filled ??= compile(schema, filling))(body) }]
    } catch {
      return []
    }
  })
  if (validators.length === 0) return undefined
  return (body) => {
    let objections: readonly Objection[] = []
    for (const { strictly, filled } of validators) {
      try {
        if (strictly(body) || filled(structuredClone(body))) return []
      } catch {
        // The schema is circular, or a pattern would take too long: a correct validator need not object.
        return []
      }
      objections = (strictly.errors ?? []).map(toObjection)
    }
    return objections
  }
}

function toObjection({ instancePath, keyword, params }: ErrorObject): Objection {
  const lacks: unknown = params['missingProperty']
  return { at: instancePath, keyword, ...(typeof lacks === 'string' ? { lacks } : {}) }
}
