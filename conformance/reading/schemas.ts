import { isObject } from './find-list.ts'

/** A JSON Schema, or an object that may be one. */
export type Schema = Readonly<Record<string, unknown>>

const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const maxDepth = 10

/** Whether a value reads like a JSON Schema: it names a type, has properties, or combines others. */
function isSchema(value: unknown): value is Schema {
  if (!isObject(value)) return false
  const given = [value['type']].flat()
  if (given.length > 0 && given.every((one) => typeof one === 'string' && types.has(one))) return true
  if (['$ref', '$schema'].some((name) => typeof value[name] === 'string')) return true
  return isObject(value['properties']) || ['enum', 'oneOf', 'anyOf', 'allOf'].some((name) => Array.isArray(value[name]))
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
 * that names it. Of several schemas there, it is the one whose properties include the members of a valid body; schemas
 * of results are left out. References within the answer are followed, and `allOf` is merged.
 */
export function schemaOfCommand(json: unknown, command: string, validBody: unknown): Schema | undefined {
  const members = isObject(validBody) ? Object.keys(validBody) : []
  const fits = ({ properties }: Schema) =>
    isObject(properties) && members.every((name) => Object.hasOwn(properties, name))
  for (const place of placesOf(json, command, maxDepth)) {
    const found = partsOf(place, maxDepth)
      .map((part) => resolved(part, [json, part, place]))
      .filter(isSchema)
      .find(fits)
    if (found) return found
  }
  return undefined
}

/**
 * What capabilities show of a command: a schema; `other` for something that may be one in an unknown form; only its
 * name; or nothing.
 */
export function shownOf(json: unknown, command: string): 'schema' | 'other' | 'name' | 'nothing' {
  const places = placesOf(json, command, maxDepth)
  if (places.length === 0) return mentions(json, command, maxDepth) ? 'other' : 'nothing'
  if (places.some((place) => schemasIn(place).length > 0)) return 'schema'
  // A text may be the address or the name of a schema, unless its member is a description.
  const holds = (place: unknown) =>
    isObject(place)
      ? Object.entries(place).some(
          ([name, value]) =>
            !names(value, command) &&
            !/^(?:id|title|description|summary|label|version|deprecated|enabled)$/i.test(name) &&
            value !== null,
        ) || Object.keys(place).length === 0
      : typeof place !== 'string'
  return places.some(holds) ? 'other' : 'name'
}

/** Whether an answer has a word that is the command's name in another spelling, or contains it. */
function mentions(json: unknown, command: string, depth: number): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const isIt = (text: string) =>
    !/\s/.test(text) &&
    (plain(text) === plain(command) || `/${text}/`.replaceAll(/[^0-9A-Za-z-]/g, '/').includes(`/${command}/`))
  if (typeof json === 'string') return isIt(json)
  return (
    depth > 0 &&
    typeof json === 'object' &&
    json !== null &&
    Object.entries(json).some(
      ([name, member]) => (!Array.isArray(json) && isIt(name)) || mentions(member, command, depth - 1),
    )
  )
}

/** Whether a name is that of the command, alone or after the name of its adapter, as in a path or a tool. */
const names = (name: unknown, command: string): boolean =>
  typeof name === 'string' &&
  (name === command || ['/', '.', ':', '_'].some((mark) => name.endsWith(`${mark}${command}`)))

/** The values that belong to a command: a member of that name, or an object with the name among its texts. */
function placesOf(json: unknown, command: string, depth: number): readonly unknown[] {
  if (depth === 0 || typeof json !== 'object' || json === null) return []
  const named = isObject(json)
    ? Object.keys(json)
        .filter((name) => names(name, command))
        .map((name) => json[name])
    : []
  const own = isObject(json) && Object.values(json).some((value) => names(value, command)) ? [json] : []
  return [...named, ...own, ...Object.values(json).flatMap((member) => placesOf(member, command, depth - 1))]
}

/** Names of a command's result, which come next to its body. */
const resultName = /^(?:out|output|returns?|result|response|answer)s?(?:_?(?:schema|type|body))?$/i

/** Every object in a value, the outermost first, except those of results. A text that holds an object is parsed. */
function partsOf(json: unknown, depth: number): readonly Schema[] {
  const value = parsed(json)
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return [
    ...(isObject(value) ? [value] : []),
    ...Object.entries(value).flatMap(([name, member]) => (resultName.test(name) ? [] : partsOf(member, depth - 1))),
  ]
}

/** The object that a local reference leads to, in the first of these values that has one there. */
function referred(reference: string, within: readonly unknown[]): Schema | undefined {
  const steps = reference
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
  return within
    .map((whole) => steps.reduce<unknown>((current, step) => (isObject(current) ? current[step] : undefined), whole))
    .find(isObject)
}

/** A schema with its local references followed and its `allOf` merged, at every depth. */
function resolved(schema: Schema, within: readonly unknown[], depth = 5): Schema {
  if (depth === 0) return schema
  const { $ref: reference, allOf } = schema
  if (typeof reference === 'string' && reference.startsWith('#/')) {
    const target = referred(reference, within)
    return target ? resolved(target, within, depth - 1) : schema
  }
  const parts = [
    schema,
    ...(Array.isArray(allOf) ? allOf.filter(isObject).map((part) => resolved(part, within, depth - 1)) : []),
  ]
  const inner = (value: unknown): unknown => (isObject(value) ? resolved(value, within, depth - 1) : value)
  const properties = Object.assign(
    {},
    ...parts.map((part) => (isObject(part['properties']) ? part['properties'] : {})),
  ) as Schema
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
