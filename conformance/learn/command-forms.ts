// The commands in capabilities, in the form in which an adapter of a twin declares them.
import { unseen } from '../wording/escaping/unseen.ts'
import { isObject } from '../reading/find-list.ts'
import { type CommandSchema, isSchema, parsedSchema, resolveSchema } from '../reading/schemas.ts'

/** A command in capabilities. Its schemas have no references, examples or defaults. */
export interface CommandForm {
  readonly name: string
  readonly description: string
  readonly body: CommandSchema
  readonly result?: CommandSchema
}

const mostCommands = 200
const mostLevels = 12
const mostMembers = 100
/** The most parts of all schemas together: cyclic references could produce any number. */
const mostParts = 5000
const mostText = 300

/** Command names that are valid in an address and in an adapter. */
const commandName = /^(?!capabilities$)[a-z][a-z0-9-]{0,60}$/
const resultName = /out|result|response|returns/i
const nameNames = ['name', 'command', 'id', 'key', 'slug', 'operation']

/**
 * The commands in capabilities of any shape: a list of entries with names, or a map by name.
 * @param sample The name of a command in the target file, if it declares one.
 */
export function readCommandForms(capabilities: unknown, sample?: string): readonly CommandForm[] {
  return findCommandForms(capabilities, { whole: capabilities, sample, partsLeft: mostParts }, 0) ?? []
}

interface ReadingState {
  /** The capabilities, whose definitions references may point to. */
  readonly whole: unknown
  readonly sample: string | undefined
  partsLeft: number
}

function findCommandForms(value: unknown, reading: ReadingState, level: number): readonly CommandForm[] | undefined {
  const { sample } = reading
  if (level > 4 || typeof value !== 'object' || value === null) return undefined
  const entries = Array.isArray(value) ? commandsInList(value, sample) : commandsInMap(value as CommandSchema, sample)
  const commands = entries.flatMap(([name, entry]) => (commandName.test(name) ? [[name, entry] as const] : []))
  if (commands.length > 0) return commands.slice(0, mostCommands).map(([name, entry]) => toForm(name, entry, reading))
  for (const member of Object.values(value).slice(0, mostMembers)) {
    const inner = findCommandForms(member, reading, level + 1)
    if (inner) return inner
  }
  return undefined
}

type Entry = readonly [name: string, entry: CommandSchema]

function commandsInList(list: readonly unknown[], sample: string | undefined): readonly Entry[] {
  const items = list.filter(isObject)
  const names =
    sample === undefined ? nameNames : Object.keys(items.find((item) => Object.values(item).includes(sample)) ?? {})
  const at = names.find((name) =>
    items.some((item) =>
      sample === undefined ? hasSchema(item) && typeof item[name] === 'string' : item[name] === sample,
    ),
  )
  return at === undefined
    ? []
    : items.flatMap((item) => (typeof item[at] === 'string' ? [[item[at], item] as const] : []))
}

function commandsInMap(map: CommandSchema, sample: string | undefined): readonly Entry[] {
  const entries = Object.entries(map).flatMap(([name, entry]): readonly Entry[] => {
    const parsed = parsedSchema(entry)
    return isObject(parsed) ? [[name, parsed]] : []
  })
  const isMap =
    sample === undefined
      ? !isSchema(map) &&
        entries.length === Object.keys(map).length &&
        entries.every(([, entry]) => isSchema(entry) || hasSchema(entry))
      : Object.hasOwn(map, sample)
  return isMap ? entries : []
}

const hasSchema = (entry: CommandSchema): boolean =>
  Object.values(entry).some((member) => isSchema(parsedSchema(member)))

function toForm(name: string, entry: CommandSchema, reading: ReadingState): CommandForm {
  const members = Object.entries(entry).map(([member, value]) => [member, parsedSchema(value)] as const)
  const schemas = isSchema(entry) ? [['body', entry] as const] : members.filter(([, value]) => isSchema(value))
  const body = schemas.find(([member]) => !resultName.test(member))?.[1] as CommandSchema | undefined
  const result = schemas.find(([member]) => resultName.test(member))?.[1] as CommandSchema | undefined
  const text = ['description', 'summary', 'title']
    .map((member) => entry[member])
    .find((value) => typeof value === 'string')
  const clean = (schema: CommandSchema) => cleanSchema(schema, { reading, within: [schema, reading.whole] }, 0)
  return {
    name,
    description: visibleText(text ?? '') || `The command ${name}.`,
    body: body === undefined ? { type: 'object' } : clean(body),
    ...(result === undefined ? {} : { result: clean(result) }),
  }
}

const visibleText = (text: string): string => text.replaceAll(unseen, ' ').slice(0, mostText).trim()

/**
 * The content of each keyword of a schema. Other keywords, such as examples and defaults, contain values of the
 * service.
 */
const keywords: Readonly<Record<string, 'schema' | 'schemas' | 'named' | 'values' | 'plain' | 'text'>> = {
  type: 'plain',
  properties: 'named',
  patternProperties: 'named',
  required: 'values',
  additionalProperties: 'schema',
  items: 'schema',
  prefixItems: 'schemas',
  contains: 'schema',
  propertyNames: 'schema',
  anyOf: 'schemas',
  oneOf: 'schemas',
  allOf: 'schemas',
  not: 'schema',
  enum: 'values',
  const: 'plain',
  minimum: 'plain',
  maximum: 'plain',
  exclusiveMinimum: 'plain',
  exclusiveMaximum: 'plain',
  multipleOf: 'plain',
  minLength: 'plain',
  maxLength: 'plain',
  pattern: 'plain',
  format: 'plain',
  minItems: 'plain',
  maxItems: 'plain',
  uniqueItems: 'plain',
  minProperties: 'plain',
  maxProperties: 'plain',
  'x-id': 'plain',
  title: 'text',
  description: 'text',
}

interface CleaningState {
  readonly reading: ReadingState
  /** The schemas that references may point to, in order of precedence. */
  readonly within: readonly unknown[]
}

/** A schema with only known keywords, and with its references replaced by their targets. */
function cleanSchema(schema: CommandSchema, { reading, within }: CleaningState, level: number): CommandSchema {
  if (level > mostLevels || reading.partsLeft-- <= 0) return {}
  const whole = typeof schema['$ref'] === 'string' ? resolveSchema(schema, within) : schema
  const inner = (value: unknown): unknown =>
    isObject(value) ? cleanSchema(value, { reading, within }, level + 1) : typeof value === 'boolean' ? value : {}
  const entries = Object.entries(whole).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    if (!Object.hasOwn(keywords, name)) return []
    const made = cleanKeyword(keywords[name]!, value, inner)
    return made === undefined ? [] : [[name, made]]
  })
  return Object.fromEntries(entries)
}

function cleanKeyword(kind: (typeof keywords)[string], value: unknown, inner: (value: unknown) => unknown): unknown {
  switch (kind) {
    case 'schema':
      return inner(value)
    case 'schemas':
      return Array.isArray(value) ? value.slice(0, mostMembers).map(inner) : undefined
    case 'named':
      return isObject(value)
        ? Object.fromEntries(
            Object.entries(value)
              .filter(([name]) => name !== '__proto__' && name.length <= 100 && name.search(unseen) === -1)
              .slice(0, mostMembers)
              .map(([name, member]) => [name, inner(member)]),
          )
        : undefined
    case 'values':
      return Array.isArray(value)
        ? value.slice(0, mostMembers).flatMap((item: unknown) => plainValue(item) ?? [])
        : undefined
    case 'text':
      return typeof value === 'string' ? visibleText(value) : undefined
    case 'plain':
      return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : plainValue(value)
  }
}

/** A string, a number or a boolean. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'string') return value.length > mostText || value.search(unseen) !== -1 ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}
