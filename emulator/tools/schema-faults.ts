// Describes the errors of Ajv in words.
import type { ErrorObject } from 'ajv/dist/2020.js'
import { pointerNames, pointerStep, type Faults, type JsonSchema, type SchemaFault } from './json-schema.ts'
import { unknownMemberText } from './nearest.ts'
import { cutText, shortJson } from './short-text.ts'

type Params = Readonly<Record<string, unknown>>

/** An error. The error of a union has the errors of its alternatives. */
interface FoundError {
  readonly error: ErrorObject
  /** The errors of each alternative: none if it matches. */
  readonly alternatives?: readonly (readonly FoundError[])[]
}

/** The number of errors to describe; the others are counted. */
const mostFaults = 20

/** The faults in a value, from its errors, each with its JSON Pointer. Ajv must run with `verbose`. */
export function faultsOfErrors(errors: readonly ErrorObject[], schema: JsonSchema): Faults {
  const meant = groupByUnion(errors, schema).flatMap(nearestAlternativeErrors)
  const faults = meant.slice(0, mostFaults).map(toSchemaFault)
  return meant.length > mostFaults ? Object.assign(faults, { more: meant.length - mostFaults }) : faults
}

/** Gives each union the errors of its alternatives, which Ajv lists right before that of the union. */
function groupByUnion(errors: readonly ErrorObject[], root: JsonSchema): readonly FoundError[] {
  const found: FoundError[] = []
  const known = new Map<unknown, readonly ReadonlySet<unknown>[]>()
  for (const error of errors) {
    const { keyword, schema } = error
    // The keyword `then` or `else` has an error of its own.
    if (keyword === 'if') continue
    if (keyword !== 'anyOf' && keyword !== 'oneOf') {
      found.push({ error })
      continue
    }
    let parts = known.get(schema)
    if (!parts)
      known.set(schema, (parts = (schema as unknown[]).map((alternative) => nestedSchemas(alternative, root))))
    const alternatives = parts.map((): FoundError[] => [])
    for (let last = found.at(-1); last; last = found.at(-1)) {
      const alternative = alternatives[findAlternative(last.error, error, alternatives, parts)]
      if (!alternative) break
      alternative.unshift(last)
      found.pop()
    }
    found.push({ error, alternatives })
  }
  return found
}

/** A schema with all nested and referenced schemas. */
function nestedSchemas(schema: unknown, root: JsonSchema): ReadonlySet<unknown> {
  const parts = new Set([schema])
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue
    for (const inner of Object.values(part)) if (typeof inner === 'object') parts.add(inner)
    const { $ref } = part as Params
    if (typeof $ref === 'string' && $ref.startsWith('#'))
      parts.add(pointerNames($ref).reduce<unknown>((at, name) => (at as Params | undefined)?.[name], root))
  }
  return parts
}

/** The index of the alternative of a union that an error is of; -1 for an error of something else. */
function findAlternative(
  error: ErrorObject,
  union: ErrorObject,
  alternatives: readonly (readonly FoundError[])[],
  parts: readonly ReadonlySet<unknown>[],
): number {
  const { instancePath, schemaPath, parentSchema } = error
  const isSame = instancePath === union.instancePath
  if (!isSame && !instancePath.startsWith(`${union.instancePath}/`)) return -1
  if (schemaPath.startsWith(`${union.schemaPath}/`))
    return Number(schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0])
  // A keyword next to the union, in a schema that refers to itself.
  if (isSame && parentSchema === union.parentSchema) return -1
  return parts.findLastIndex((all, index) => all.has(parentSchema) && !isOtherType(alternatives[index]!, union))
}

/**
 * The errors of the alternative that an object or array is meant to be: the only one of its type whose fixed members,
 * such as `kind: 'a'`, it has. Without such an alternative, the error of the union.
 */
function nearestAlternativeErrors(found: FoundError): readonly FoundError[] {
  const { error, alternatives } = found
  if (!alternatives) return [found]
  const like = sameTypeErrors(error, alternatives).filter((errors) => !errors.some((inner) => isFixed(inner, error)))
  return like.length === 1 ? like[0]!.flatMap(nearestAlternativeErrors) : [found]
}

function toSchemaFault({ error, alternatives }: FoundError): SchemaFault {
  if (!alternatives) return describeError(error)
  const fixed = fixedMemberFault(error, sameTypeErrors(error, alternatives))
  if (fixed) return fixed
  const { instancePath, schema, data, params } = error
  const must = (params as Params)['passingSchemas'] ? 'must be only one of:' : 'must be'
  const allowed = describeAlternatives(schema as readonly unknown[])
  return { at: cutText(instancePath, 200), message: `${must} ${allowed}; got ${shortJson(data)}` }
}

/**
 * The errors of the alternatives that have the type of the value. Values without members are identified by their type.
 */
function sameTypeErrors(
  union: ErrorObject,
  alternatives: readonly (readonly FoundError[])[],
): readonly (readonly FoundError[])[] {
  const { data } = union as { readonly data?: unknown }
  if (typeof data !== 'object' || data === null) return []
  return alternatives.filter((errors) => errors.length > 0 && !isOtherType(errors, union))
}

/** Returns true if the errors of an alternative say that the value of the union has another type. */
function isOtherType(errors: readonly FoundError[], { instancePath }: ErrorObject): boolean {
  return errors.some(({ error }) => error.keyword === 'type' && error.instancePath === instancePath)
}

/** Returns true if an error is of a member of the union's value that has only certain values. */
function isFixed({ error: { keyword, instancePath } }: FoundError, union: ErrorObject): boolean {
  const below = instancePath.slice(union.instancePath.length + 1)
  return (keyword === 'const' || keyword === 'enum') && !below.includes('/')
}

/** The fault of a member whose value every alternative fixes, none to the given value. */
function fixedMemberFault(union: ErrorObject, like: readonly (readonly FoundError[])[]): SchemaFault | undefined {
  const fixed = like.map((errors) => errors.find((inner) => isFixed(inner, union))?.error)
  const [first] = fixed
  if (!first || fixed.some((error) => error?.instancePath !== first.instancePath)) return undefined
  return enumFault(
    first,
    fixed.flatMap((error) => allowedValues(error!)),
  )
}

const allowedValues = ({ keyword, schema }: ErrorObject): readonly unknown[] =>
  keyword === 'const' ? [schema] : (schema as readonly unknown[])

function enumFault({ instancePath, data }: ErrorObject, allowed: readonly unknown[]): SchemaFault {
  const list = allowed.slice(0, 50).map(shortJson).join(', ')
  return { at: cutText(instancePath, 200), message: `must be one of ${list}; got ${shortJson(data)}`, allowed }
}

function describeError(error: ErrorObject): SchemaFault {
  const { keyword, instancePath, data } = error
  const params = error.params as Params
  if (keyword === 'enum') return enumFault(error, allowedValues(error))
  const at = (name: unknown) => cutText(instancePath + pointerStep(cutText(String(name), 200)), 200)
  if (keyword === 'required') return { at: at(params['missingProperty']), message: 'is required and missing' }
  const extra = params['additionalProperty'] ?? params['unevaluatedProperty']
  if (extra !== undefined)
    return {
      at: at(extra),
      message: unknownMemberText(
        String(extra),
        (data as Params)[String(extra)],
        Object.keys(error.parentSchema?.['properties'] ?? {}),
      ),
    }
  if (keyword === 'not' && Object.keys(error.schema as object).length === 0)
    return { at: cutText(instancePath, 200), message: 'must be left out' }
  return {
    at: cutText(instancePath, 200),
    message: `${demandText(error)}${exampleSuffix(error)}; got ${shortJson(data)}`,
  }
}

/** The first example of a schema, as the end of a sentence. */
function exampleSuffix({ parentSchema }: ErrorObject): string {
  const [example] = (parentSchema?.['examples'] ?? []) as readonly unknown[]
  return example === undefined ? '' : `, such as ${shortJson(example)}`
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

/** Comparison operators in words. */
const comparisons: Readonly<Record<string, string>> = { '>=': 'at least', '<=': 'at most', '>': 'above', '<': 'below' }

/** The nouns that keywords such as `minLength` count. */
const countedParts: Readonly<Record<string, string>> = { Length: 'character', Items: 'item', Properties: 'member' }

/** A requirement of a schema, as the end of a sentence. */
function demandText({ keyword, params, message = 'is not valid' }: ErrorObject): string {
  const { type, comparison, limit, allowedValue } = params as Params
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

type Schema = Readonly<Record<string, unknown>>

/** The alternatives of a union in words, such as `an integer from 1 or "always"`. */
function describeAlternatives(schemas: readonly unknown[]): string {
  const forms = [...new Set(schemas.flatMap(alternativeForms))]
  const last = forms.pop()!
  return forms.length === 0 ? last : `${forms.join(', ')} or ${last}`
}

function alternativeForms(alternative: unknown): readonly string[] {
  if (typeof alternative !== 'object' || alternative === null) return ['anything']
  const schema = alternative as Schema
  if ('const' in schema) return [shortJson(schema['const'])]
  for (const keyword of ['anyOf', 'oneOf'])
    if (Array.isArray(schema[keyword])) return (schema[keyword] as unknown[]).flatMap(alternativeForms)
  if (Array.isArray(schema['enum'])) return schema['enum'].slice(0, 50).map(shortJson)
  const types = Array.isArray(schema['type']) ? (schema['type'] as unknown[]) : [schema['type']]
  return types.map((type) => formOfType(String(type), schema))
}

function formOfType(type: string, schema: Schema): string {
  switch (type) {
    case 'null':
      return 'null'
    case 'boolean':
      return 'true or false'
    case 'integer':
    case 'number':
      return `${type === 'integer' ? 'an integer' : 'a number'}${rangeText(schema)}`
    case 'string':
      return stringText(schema)
    case 'array':
      return `an array${itemsText(schema['items'])}`
    case 'object':
      return objectText(schema)
    default:
      return schemaName(schema)
  }
}

function rangeText({ minimum, maximum }: Schema): string {
  const to = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? '' : String(maximum)
  if (minimum === undefined) return to && ` up to ${to}`
  return ` from ${String(minimum)}${to && ` to ${to}`}`
}

/** The texts that a pattern matches, in words. */
const patternTexts: Readonly<Record<string, string>> = {
  '^[ -~]+$': 'a string on one line, in ASCII',
  '^[0-9A-Za-z]{27}$': 'a bare id (27 characters, no prefix)',
}

function stringText({ format, pattern, minLength }: Schema): string {
  if (typeof format === 'string') return `a string in the format ${format}`
  if (typeof pattern === 'string') return patternTexts[pattern] ?? `a string that matches ${pattern}`
  return minLength === 1 ? 'a string that is not empty' : 'a string'
}

const plurals: Readonly<Record<string, string>> = {
  object: 'objects',
  array: 'arrays',
  string: 'strings',
  number: 'numbers',
  integer: 'integers',
}

function itemsText(items: unknown): string {
  const plural = plurals[String((items as Schema | undefined)?.['type'])]
  return plural === undefined ? '' : ` of ${plural}`
}

function objectText({ required, properties }: Schema): string {
  if (!Array.isArray(required) || required.length === 0) return 'an object'
  const members = required.slice(0, 5).map((name) => {
    const fixed = ((properties as Schema | undefined)?.[String(name)] as Schema | undefined)?.['const']
    return fixed === undefined ? String(name) : `${String(name)}: ${shortJson(fixed)}`
  })
  return `an object with ${members.join(', ')}`
}

function schemaName({ title, $ref }: Schema): string {
  if (typeof title === 'string') return title
  return typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? $ref) : 'another value'
}
