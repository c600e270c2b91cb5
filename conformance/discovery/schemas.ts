import { isObject } from './find-list.ts'

const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])

/** Whether a value reads like a JSON Schema: it names a type, has properties, or refers to another. */
export function isSchema(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false
  const type = value['type']
  return (typeof type === 'string' && types.has(type)) || (Array.isArray(type) && type.every((one) => types.has(String(one)))) || isObject(value['properties']) || typeof value['$schema'] === 'string' || ['oneOf', 'anyOf', 'allOf'].some((name) => Array.isArray(value[name]))
}

/** Whether there is a JSON Schema anywhere in an answer. */
export function holdsSchema(json: unknown, depth = 6): boolean {
  if (isSchema(json)) return true
  if (depth === 0 || typeof json !== 'object' || json === null) return false
  return Object.values(json).some((member) => holdsSchema(member, depth - 1))
}

/**
 * The schema of a command's body in capabilities of any shape: under its name in a map, or in the entry that names
 * it; of several schemas there, the one whose properties have the members of a valid body.
 */
export function schemaOfCommand(json: unknown, command: string, validBody: unknown): Readonly<Record<string, unknown>> | undefined {
  const members = isObject(validBody) ? Object.keys(validBody) : []
  const fits = (schema: Readonly<Record<string, unknown>>) => members.every((name) => isObject(schema['properties']) && Object.hasOwn(schema['properties'], name))
  const near = placesOf(json, command, 6).flatMap((place) => schemasIn(place, 4))
  return near.find((schema) => isObject(schema['properties']) && fits(schema))
}

/** The values that belong to a command: the member of that name, or the object that has the name among its own texts. */
function placesOf(json: unknown, command: string, depth: number): readonly unknown[] {
  if (depth === 0 || typeof json !== 'object' || json === null) return []
  const own = isObject(json) ? [...(Object.hasOwn(json, command) ? [json[command]] : []), ...(Object.values(json).includes(command) ? [json] : [])] : []
  return [...own, ...Object.values(json).flatMap((member) => placesOf(member, command, depth - 1))]
}

function schemasIn(value: unknown, depth: number): readonly Readonly<Record<string, unknown>>[] {
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  if (isSchema(value)) return [value]
  return Object.values(value).flatMap((member) => schemasIn(member, depth - 1))
}

/** Bodies that differ from a valid one in one thing that the schema forbids, with what that is. */
export function invalidBodies(schema: Readonly<Record<string, unknown>>, validBody: unknown): readonly { readonly body: unknown; readonly fault: string }[] {
  if (!isObject(validBody) || !isObject(schema['properties'])) return []
  const required = Array.isArray(schema['required']) ? schema['required'].filter((name): name is string => typeof name === 'string' && Object.hasOwn(validBody, name)) : []
  const missing = required.slice(0, 1).map((name) => ({ body: Object.fromEntries(Object.entries(validBody).filter(([own]) => own !== name)), fault: `the required member ${name} missing` }))
  const typed = Object.entries(schema['properties']).find(([name, property]) => Object.hasOwn(validBody, name) && isObject(property) && typeof property['type'] === 'string' && types.has(property['type']))
  const wrong = typed ? [{ body: { ...validBody, [typed[0]]: (typed[1] as { type: string }).type === 'boolean' ? 'no boolean' : true }, fault: `${typed[0]} of another type than ${(typed[1] as { type: string }).type}` }] : []
  return [...missing, ...wrong]
}
