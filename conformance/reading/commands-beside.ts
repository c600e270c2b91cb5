// Finds the commands that capabilities list next to a known one.
import { namesCommand, type ListedSchema, toListedSchema } from './commands.ts'
import { isObject, collectTexts, readMemberPath } from './find-list.ts'
import { findBodySchemas, maxDepth, parsedSchema, type CommandSchema } from './schemas.ts'
import { toValueText } from './value-text.ts'

/** A command next to the sample in capabilities. */
export interface ListedCommand {
  readonly name: string
  readonly listed: ListedSchema | undefined
}

/** The other commands in capabilities, listed in the same way as a known one. */
export function findOtherCommands(json: unknown, command: string): readonly ListedCommand[] {
  return findSiblings(json, command, localReferences(json), maxDepth).map(({ name, place }) => {
    const [only, ...others] = findBodySchemas(place, maxDepth).map((part) => toListedSchema(part, json, place))
    return { name, listed: others.length === 0 ? only : undefined }
  })
}

interface NamedSchema {
  readonly name: string
  readonly place: unknown
}

/** All local references in capabilities. */
function localReferences(json: unknown): readonly string[] {
  return collectTexts(json).flatMap(({ path, text }) => (path.at(-1) === '$ref' && text.startsWith('#/') ? text : []))
}

function findSiblings(
  value: unknown,
  command: string,
  references: readonly string[],
  depth: number,
  pointer = '#',
): readonly NamedSchema[] {
  const json = parsedSchema(value)
  if (depth === 0 || typeof json !== 'object' || json === null) return []
  const toEntry = (name: string) => `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const found = Array.isArray(json)
    ? siblingsInList(json, command)
    : siblingsInMap(json as CommandSchema, command, {
        isDefinition: (name) => references.includes(toEntry(name)),
        hasDefinitions: (name) => references.some((reference) => reference.startsWith(`${toEntry(name)}/`)),
      })
  if (found.length > 0) return found
  for (const [name, member] of Object.entries(json)) {
    const inner = findSiblings(member, command, references, depth - 1, toEntry(name))
    if (inner.length > 0) return inner
  }
  return []
}

/** The entries next to the one with the command's name. All have their names at the same place. */
function siblingsInList(list: readonly unknown[], command: string): readonly NamedSchema[] {
  const entries = list.filter(isObject)
  for (const entry of entries) {
    const path = pathOfName(entry, command, 2)
    if (path === undefined) continue
    return removeAdapterPrefix(
      entries.filter((sibling) => sibling !== entry).map((entry) => [readMemberPath(entry, path), entry]),
      toValueText(readMemberPath(entry, path)),
      command,
    )
  }
  return []
}

/** The path to the command's name in an entry, which may be within an object, as in `{"function": {"name"}}`. */
function pathOfName(entry: unknown, command: string, depth: number): readonly string[] | undefined {
  if (depth === 0 || !isObject(entry)) return undefined
  const key = Object.keys(entry).find((name) => namesCommand(entry[name], command))
  if (key !== undefined) return [key]
  for (const [name, member] of Object.entries(entry)) {
    const inner = pathOfName(member, command, depth - 1)
    if (inner) return [name, ...inner]
  }
  return undefined
}

/** The members of a map that are targets of references, and those that contain such members, such as `$defs`. */
interface Definitions {
  readonly isDefinition: (name: string) => boolean
  readonly hasDefinitions: (name: string) => boolean
}

/** The members next to the one with the command's name, unless this is the definition of its schema. */
function siblingsInMap(
  map: CommandSchema,
  command: string,
  { isDefinition, hasDefinitions }: Definitions,
): readonly NamedSchema[] {
  const key = Object.keys(map).find((name) => namesCommand(name, command))
  return key === undefined || isDefinition(key)
    ? []
    : removeAdapterPrefix(
        Object.entries(map).filter(([name]) => name !== key && !hasDefinitions(name)),
        key,
        command,
      )
}

/** The names without the prefix of the command's name, such as that of an adapter. */
function removeAdapterPrefix(
  entries: readonly (readonly [name: unknown, place: unknown])[],
  known: string,
  command: string,
): readonly NamedSchema[] {
  const prefix = known.slice(0, -command.length)
  return entries.flatMap(([name, place]) =>
    typeof name === 'string' && name.startsWith(prefix) && name.length > prefix.length
      ? [{ name: name.slice(prefix.length), place }]
      : [],
  )
}
