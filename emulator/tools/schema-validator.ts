// Checks values by JSON Schemas with Ajv.
import { Ajv2020, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Faults, JsonSchema, SchemaFault } from './json-schema.ts'
import { pointerStep } from './json-pointer.ts'
import { nearest } from './nearest.ts'
import { cut, shortJson } from './short-text.ts'
import { addUnionKeywords, isUnion, missedOf } from './union-keywords.ts'
import { faultOfUnion, meantAlternative } from './union-faults.ts'

/** Makes what tests texts against a pattern. @throws Error for a pattern that it cannot take. */
type ToPattern = (source: string) => Pattern

/** The part of a RegExp that Ajv needs. */
export interface Pattern {
  readonly test: (text: string) => boolean
  readonly toString: () => string
}

/**
 * The patterns of schemas that users gave, by their source. They run in linear time also in schemas that are made of
 * those. The emulator's own patterns are RegExps, which are faster and need no further code.
 */
const patterns = new Map<string, Pattern>()

type Validate = ValidateFunction & { count?: number }

/**
 * Compiled schemas, by schema object. Compiling is pure, so worlds and emulators share the result: compiling again for
 * each test would cost more than the test.
 */
const compiled = new WeakMap<object, Validate>()

function compile(schema: JsonSchema, toPattern?: ToPattern): Validate {
  let validate = compiled.get(schema)
  if (!validate) {
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
    const ajv = new Ajv2020({
      allErrors: true,
      strict: false,
      // JSON has neither NaN nor Infinity.
      strictNumbers: true,
      verbose: true,
      meta: false,
      validateSchema: false,
      code: { regExp, process: boundErrors },
    })
    addFormats.default(ajv)
    ajv.removeKeyword('uniqueItems')
    ajv.addKeyword(uniqueItems)
    addUnionKeywords(ajv)
    compiled.set(schema, (validate = ajv.compile(schema)))
  }
  return validate
}

/** Ajv compares each item with each other one. */
const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: false,
  error: { message: 'must have each item once' },
  validate: (isUnique: boolean, items: readonly unknown[]) =>
    !isUnique || new Set(items.map((item) => canonical(item))).size === items.length,
}

/** The same text for values that JSON Schema takes for equal. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value === 0 ? 0 : value)
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`
}

/**
 * The faults of a value, each with its JSON Pointer. Empty when the value matches the schema.
 * @throws Error when the schema itself is not valid.
 */
export function faultsOf(schema: JsonSchema, value: unknown): Faults {
  const validate = compile(schema)
  if (validate(value)) return []
  const errors = validate.errors ?? []
  const count = validate.count ?? errors.length
  // They hold the value.
  validate.errors = null
  const { faults, missed } = faultsOfErrors(errors)
  const more = missed + count - errors.length
  return more > 0 ? Object.assign(faults, { more }) : faults
}

/**
 * Explains why a schema is not a valid JSON Schema 2020-12; undefined when it is valid.
 * @param toPattern Runs the patterns of the schema from now on.
 */
export function schemaFault(schema: JsonSchema, toPattern?: ToPattern): string | undefined {
  try {
    metaSchema ??= new Ajv2020({ strict: false })
    if (metaSchema.validateSchema(schema) !== true)
      return metaSchema.errorsText(metaSchema.errors, { dataVar: 'schema' })
    compile(schema, toPattern)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Compiled on first use: few runs need it, and it takes longer than the rest of a start. */
let metaSchema: Ajv2020 | undefined

function faultsOfErrors(errors: readonly ErrorObject[]): { readonly faults: SchemaFault[]; readonly missed: number } {
  const faults: SchemaFault[] = []
  let missed = 0
  for (const error of errors) {
    if (error.keyword === 'if') continue
    const meant = isUnion(error) ? meantAlternative(error) : undefined
    if (!meant) {
      faults.push(detailOf(error))
      continue
    }
    const inner = faultsOfErrors(meant)
    faults.push(...inner.faults)
    missed += inner.missed + missedOf(error)
  }
  return { faults, missed }
}

function detailOf(error: ErrorObject): SchemaFault {
  const { keyword, params, instancePath } = error as ErrorObject<string, Record<string, unknown>>
  const missing = keyword === 'required' ? stepTo(params['missingProperty']) : ''
  const extra =
    keyword === 'additionalProperties' || keyword === 'unevaluatedProperties'
      ? stepTo(params['additionalProperty'] ?? params['unevaluatedProperty'])
      : ''
  const at = cut(`${instancePath}${missing}${extra}`, 200)
  if (missing) return { at, message: 'is required and missing' }
  if (extra) return { at, message: unknownMember(error) }
  if (keyword === 'enum') {
    const allowed = params['allowedValues'] as readonly unknown[]
    return {
      at,
      message: `must be one of ${allowed.slice(0, 50).map(shortJson).join(', ')}; got ${shortJson(error.data)}`,
      allowed,
    }
  }
  if (isUnion(error)) return faultOfUnion(error, at)
  return { at, message: `${demandOf(error)}; got ${shortJson(error.data)}` }
}

/** The types of JSON in words. */
const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a text',
}

/** The signs by which bounds are told, in words. */
const comparisons: Readonly<Record<string, string>> = { '>=': 'at least', '<=': 'at most', '>': 'above', '<': 'below' }

/** What keywords such as `minLength` count. */
const countedParts: Readonly<Record<string, string>> = { Length: 'character', Items: 'item', Properties: 'member' }

/** What a schema demands, as a sentence goes on. */
function demandOf({ keyword, params, message = 'is not valid' }: ErrorObject): string {
  const { type, comparison, limit, allowedValue } = params as Readonly<Record<string, unknown>>
  if (keyword === 'type')
    return `must be ${[type]
      .flat()
      .map((name) => typeNames[String(name)])
      .join(' or ')}`
  if (keyword === 'const') return `must be ${shortJson(allowedValue)}`
  const [, end, part = ''] = /^(min|max)(Length|Items|Properties)$/.exec(keyword) ?? []
  if (end !== undefined)
    return `must have at ${end === 'min' ? 'least' : 'most'} ${String(limit)} ${countedParts[part]}${limit === 1 ? '' : 's'}`
  const bound = comparisons[String(comparison)]
  return bound === undefined ? message : `must be ${bound} ${String(limit)}`
}

function unknownMember({ params, parentSchema }: ErrorObject): string {
  const { additionalProperty, unevaluatedProperty } = params as Record<string, unknown>
  const meant = nearest(
    String(additionalProperty ?? unevaluatedProperty),
    Object.keys(parentSchema?.['properties'] ?? {}),
  )
  return meant === undefined
    ? 'is not known here; remove it or correct its name'
    : `is not known here; use ${meant}, or remove it`
}

const stepTo = (name: unknown): string => pointerStep(cut(String(name), 200))

/** The number of faults to keep of one value; the others are counted. */
const mostFaults = 20

/**
 * Changes the code that Ajv makes of a schema, as its option `code.process`, so that it keeps few errors and counts the
 * others. Ajv keeps every one: a body of 16 MB can have millions, which take gigabytes. `validate.count` has their
 * number.
 */
function boundErrors(code: string): string {
  return (
    code
      .replaceAll(/vErrors\.push\((\w+)\)/g, `vErrors.length < ${mostFaults} && vErrors.push($1)`)
      // The errors of an alternative that does not count are removed again.
      .replaceAll(/vErrors\.length = (\w+);/g, 'vErrors.length = Math.min(vErrors.length, $1);')
      // Errors of a schema that is referred to.
      .replaceAll(
        /vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\);\s*errors = vErrors\.length;/g,
        `errors += $1.count; vErrors = (vErrors ?? []).concat($1.errors).slice(0, ${mostFaults});`,
      )
      .replaceAll(/(\w+)\.errors = vErrors;/g, '$1.errors = vErrors; $1.count = errors;')
  )
}
