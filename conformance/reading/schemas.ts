import { percentDecoded } from '../percent-decoded.ts'
import { parseJson } from '../send/parse-json.ts'
import { isObject } from './find-list.ts'

/** A JSON Schema, or an object that may be one. */
export type CommandSchema = Readonly<Record<string, unknown>>

const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
/** The maximum depth at which capabilities are searched. */
export const maxDepth = 10

/** Returns true if a value looks like a JSON Schema: it has a type, has properties, or combines others. */
export function isSchema(value: unknown): value is CommandSchema {
  if (!isObject(value)) return false
  const typeNames = [value['type']].flat()
  if (typeNames.length > 0 && typeNames.every((name) => typeof name === 'string' && types.has(name))) return true
  if (['$ref', '$schema'].some((name) => typeof value[name] === 'string')) return true
  return isObject(value['properties']) || ['enum', 'oneOf', 'anyOf', 'allOf'].some((name) => Array.isArray(value[name]))
}

/** Parses a schema that is a string within the JSON. */
export function parsedSchema(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value
  return parseJson(value) ?? value
}

/** The outermost JSON Schemas anywhere in an answer. */
export function findSchemas(json: unknown, depth: number = maxDepth): readonly CommandSchema[] {
  const value = parsedSchema(json)
  if (isSchema(value)) return [value]
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((member) => findSchemas(member, depth - 1))
}

/** Names of a command's result, whose schema may be next to that of its body. */
const resultName = /^(?:out|output|returns?|result|response|answer)s?(?:_?(?:schema|type|body))?$/i

/** All objects in a value, outermost first, except those of results. A string that contains an object is parsed. */
export function schemaParts(json: unknown, depth: number): readonly CommandSchema[] {
  const value = parsedSchema(json)
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return [
    ...(isObject(value) ? [value] : []),
    ...Object.entries(value).flatMap(([name, member]) => (resultName.test(name) ? [] : schemaParts(member, depth - 1))),
  ]
}

/** The target of a local reference, in the first of these values that has it. */
export function referredSchema(reference: string, within: readonly unknown[]): CommandSchema | undefined {
  const steps = reference
    .slice(2)
    .split('/')
    .map((step) => percentDecoded(step).replaceAll('~1', '/').replaceAll('~0', '~'))
  return within
    .map((whole) =>
      steps.reduce<unknown>(
        (current, step) => (isObject(current) && Object.hasOwn(current, step) ? current[step] : undefined),
        whole,
      ),
    )
    .find(isObject)
}

/** The most parts of one schema to resolve, since references may multiply at every level. */
const mostParts = 5000

/** A schema with its local references resolved and its `allOf` merged, at every depth. */
export function resolveSchema(schema: CommandSchema, within: readonly unknown[]): CommandSchema {
  let left = mostParts
  return resolve(schema, 5)

  function resolve(schema: CommandSchema, depth: number): CommandSchema {
    if (depth === 0 || left-- <= 0) return schema
    const { $ref: reference, allOf } = schema
    if (typeof reference === 'string' && reference.startsWith('#/')) {
      const target = referredSchema(reference, within)
      return target ? resolve(target, depth - 1) : schema
    }
    const parts = [
      schema,
      ...(Array.isArray(allOf) ? allOf.filter(isObject).map((part) => resolve(part, depth - 1)) : []),
    ]
    const inner = (value: unknown): unknown => (isObject(value) ? resolve(value, depth - 1) : value)
    const properties = Object.assign(
      {},
      ...parts.map((part) => (isObject(part['properties']) ? part['properties'] : {})),
    ) as CommandSchema
    const required = parts.flatMap((part) => (Array.isArray(part['required']) ? (part['required'] as unknown[]) : []))
    return {
      ...schema,
      ...(parts.some((part) => isObject(part['properties']))
        ? { properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, inner(value)])) }
        : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(isObject(schema['items']) ? { items: inner(schema['items']) } : {}),
    }
  }
}

/** The outermost schemas of objects in a value, except those of results. */
export function findBodySchemas(json: unknown, depth: number): readonly CommandSchema[] {
  const value = parsedSchema(json)
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  if (
    isSchema(value) &&
    (isObject(value['properties']) || value['type'] === 'object' || '$ref' in value || 'allOf' in value)
  )
    return [value]
  return Object.entries(value).flatMap(([name, member]) =>
    resultName.test(name) ? [] : findBodySchemas(member, depth - 1),
  )
}
