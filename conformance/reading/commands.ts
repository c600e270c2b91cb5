// Finds the commands in capabilities of any shape, and their schemas.
import { isObject } from './find-list.ts'
import {
  findBodySchemas,
  isSchema,
  maxDepth,
  schemaParts,
  resolveSchema,
  type CommandSchema,
  findSchemas,
} from './schemas.ts'
import { sortedJson } from './same-json.ts'

/** The schema of a command's body in capabilities. */
export interface ListedSchema {
  /** The schema with its references resolved and its `allOf` merged. */
  readonly schema: CommandSchema
  /** The original schema, and the values that its references point to. */
  readonly original: CommandSchema
  readonly within: readonly unknown[]
}

/**
 * The schema of a command's body in capabilities of any shape: under its name in a map or in a path, or in the entry
 * that names it. If there are several schemas, it is the one whose properties include the members of a valid body, or
 * else the only one; schemas of results are ignored. References within the answer are resolved, and `allOf` is merged.
 */
export function listedSchema(json: unknown, command: string, validBody: unknown): ListedSchema | undefined {
  const members = isObject(validBody) ? Object.keys(validBody) : []
  const has = ({ properties }: CommandSchema, name: string) => isObject(properties) && Object.hasOwn(properties, name)
  const places = commandValues(json, command, maxDepth)
  for (const place of places) {
    const fitting = schemaParts(place, maxDepth)
      .map((part) => toListedSchema(part, json, place))
      .find(
        ({ schema }) =>
          isSchema(schema) && isObject(schema['properties']) && members.every((name) => has(schema, name)),
      )
    if (fitting) return fitting
  }
  const schemas = places.flatMap((place) =>
    findBodySchemas(place, maxDepth).map((part) => toListedSchema(part, json, place)),
  )
  const [only, ...others] = [...new Map(schemas.map((found) => [sortedJson(found.schema), found])).values()]
  return only && others.length === 0 && members.some((name) => has(only.schema, name)) ? only : undefined
}

/** A schema whose references are resolved in the capabilities, in itself and in the entry of its command. */
export function toListedSchema(original: CommandSchema, json: unknown, place: unknown): ListedSchema {
  const within = [json, original, place]
  return { schema: resolveSchema(original, within), original, within }
}

/**
 * The detail of a command in capabilities: `schema`; `other` for a possible schema in an unknown form; `name` for only
 * its name; or `nothing`.
 */
export function commandDetail(json: unknown, command: string): 'schema' | 'other' | 'name' | 'nothing' {
  const places = commandValues(json, command, maxDepth)
  if (places.length === 0 && !mentions(json, command, maxDepth)) return 'nothing'
  if (places.length === 0) return isListed(json, command, maxDepth) && findSchemas(json).length === 0 ? 'name' : 'other'
  if (places.some((place) => findSchemas(place).length > 0)) return 'schema'
  // A string may be the address or the name of a schema, unless it is a description.
  const holds = (place: unknown) =>
    isObject(place)
      ? Object.entries(place).some(
          ([name, value]) =>
            !namesCommand(value, command) &&
            !/^(?:id|title|description|summary|label|version|deprecated|enabled)$/i.test(name) &&
            value !== null,
        ) || Object.keys(place).length === 0
      : place === true || Array.isArray(place) || (typeof place === 'string' && /^(?:https?:|[/#.])/.test(place))
  return places.some(holds) ? 'other' : 'name'
}

/** Returns true if a list of texts contains the command's name. */
function isListed(json: unknown, command: string, depth: number): boolean {
  if (depth === 0 || typeof json !== 'object' || json === null) return false
  if (Array.isArray(json) && json.some((item) => typeof item === 'string' && namesCommand(item, command))) return true
  return Object.values(json).some((member) => isListed(member, command, depth - 1))
}

/** Returns true if an answer contains the command's name in another spelling, or within a word. */
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

/** Returns true if a name is the command's, by itself or after the name of its adapter, as in a path or a tool. */
export const namesCommand = (name: unknown, command: string): boolean =>
  typeof name === 'string' &&
  (name === command || ['/', '.', ':', '_'].some((mark) => name.endsWith(`${mark}${command}`)))

/** The values that belong to a command: a member of that name, or an object with the name among its texts. */
function commandValues(json: unknown, command: string, depth: number): readonly unknown[] {
  if (depth === 0 || typeof json !== 'object' || json === null) return []
  const named = isObject(json)
    ? Object.keys(json)
        .filter((name) => namesCommand(name, command))
        .map((name) => json[name])
    : []
  const whole = isObject(json) && Object.values(json).some((value) => namesCommand(value, command)) ? [json] : []
  return [...named, ...whole, ...Object.values(json).flatMap((member) => commandValues(member, command, depth - 1))]
}
