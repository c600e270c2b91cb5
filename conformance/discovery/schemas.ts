import { isObject } from './find-list.ts'

export type Schema = Readonly<Record<string, unknown>>

const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const maxDepth = 10

/** Whether a value reads like a JSON Schema: it names a type, has properties, or combines others. */
function isSchema(value: unknown): value is Schema {
  if (!isObject(value)) return false
  const type = value['type']
  return (typeof type === 'string' && types.has(type)) || (Array.isArray(type) && type.length > 0 && type.every((one) => types.has(String(one)))) || isObject(value['properties']) || typeof value['$schema'] === 'string' || ['oneOf', 'anyOf', 'allOf'].some((name) => Array.isArray(value[name]))
}

/** A schema may come as text within the JSON. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** The outermost JSON Schemas anywhere in an answer. */
export function schemasIn(json: unknown, depth: number = maxDepth): readonly Schema[] {
  const value = parsed(json)
  if (isSchema(value)) return [value]
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((member) => schemasIn(member, depth - 1))
}

/**
 * The schema of a command's body in capabilities of any shape: under its name in a map or in a path, or in the entry
 * that names it; of several schemas there, the one whose properties have the members of a valid body. References
 * within the answer are followed, and `allOf` is joined.
 */
export function schemaOfCommand(json: unknown, command: string, validBody: unknown): Schema | undefined {
  const members = isObject(validBody) ? Object.keys(validBody) : []
  const fits = ({ properties }: Schema) => isObject(properties) && members.every((name) => Object.hasOwn(properties, name))
  for (const place of placesOf(json, command, maxDepth)) {
    const found = partsOf(place, maxDepth).map((part) => resolved(part, json)).filter(isSchema).find(fits)
    if (found) return found
  }
  return undefined
}

/** Whether a name is that of the command: itself, or behind the name of its adapter, as in a path or a tool. */
const names = (name: unknown, command: string): boolean => typeof name === 'string' && (name === command || ['/', '.', ':', '_'].some((mark) => name.endsWith(`${mark}${command}`)))

/** The values that belong to a command: the member of that name, or the object that has the name among its own texts. */
function placesOf(json: unknown, command: string, depth: number): readonly unknown[] {
  if (depth === 0 || typeof json !== 'object' || json === null) return []
  const named = isObject(json) ? Object.keys(json).filter((name) => names(name, command)).map((name) => json[name]) : []
  const own = isObject(json) && Object.values(json).some((value) => names(value, command)) ? [json] : []
  return [...named, ...own, ...Object.values(json).flatMap((member) => placesOf(member, command, depth - 1))]
}

/** Every object in a value, the outermost first; texts that hold one are read. */
function partsOf(json: unknown, depth: number): readonly Schema[] {
  const value = parsed(json)
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return [...(isObject(value) ? [value] : []), ...Object.values(value).flatMap((member) => partsOf(member, depth - 1))]
}

/** A schema with its local reference followed and its `allOf` joined. */
function resolved(schema: Schema, whole: unknown, depth = 5): Schema {
  const { $ref: reference } = schema
  if (typeof reference === 'string' && reference.startsWith('#/') && depth > 0) {
    const target = reference.slice(2).split('/').reduce<unknown>((current, step) => (isObject(current) ? current[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')] : undefined), whole)
    return isObject(target) ? resolved(target, whole, depth - 1) : schema
  }
  const { allOf } = schema
  if (!Array.isArray(allOf) || depth === 0) return schema
  const parts = [schema, ...allOf.filter(isObject).map((part) => resolved(part, whole, depth - 1))]
  return {
    ...schema,
    properties: Object.assign({}, ...parts.map(({ properties }) => (isObject(properties) ? properties : {}))) as Schema,
    required: parts.flatMap(({ required }) => (Array.isArray(required) ? (required as unknown[]) : [])),
  }
}

/** A value of another type that no validator turns into the wanted one, as it may a number into a text. */
const otherType: Readonly<Record<string, unknown>> = { string: { not: 'a text' }, number: 'no number', integer: 'no number', boolean: 'no boolean', array: { not: 'an array' }, object: 'no object' }

/** Bodies that differ from a valid one in one thing that the schema forbids, with what that is: at most two of a kind. */
export function invalidBodies(schema: Schema, validBody: unknown): readonly { readonly body: unknown; readonly fault: string }[] {
  const { properties, required } = schema
  if (!isObject(validBody) || !isObject(properties)) return []
  const demanded = Array.isArray(required) ? [...new Set(required)].filter((name): name is string => typeof name === 'string' && Object.hasOwn(validBody, name)) : []
  const typed = Object.entries(properties).flatMap(([name, property]) => {
    const type = isObject(property) ? property['type'] : undefined
    return Object.hasOwn(validBody, name) && typeof type === 'string' && Object.hasOwn(otherType, type) ? [{ name, type }] : []
  })
  return [
    ...demanded.slice(0, 2).map((name) => ({ body: Object.fromEntries(Object.entries(validBody).filter(([own]) => own !== name)), fault: `the required member ${name} missing` })),
    ...typed.slice(0, 2).map(({ name, type }) => ({ body: { ...validBody, [name]: otherType[type] }, fault: `${name} of another type than ${type}` })),
  ]
}
