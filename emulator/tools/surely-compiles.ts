import { isObject } from './is-object.ts'
import { keyword, type JsonSchema } from './json-schema.ts'
import { isSurelyLinear } from './linear-pattern.ts'

const toSet = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Keywords that Ajv checks further than the meta-schema does. */
const uncertain = new Set([
  ...toSet('$anchor $async $dynamicAnchor $dynamicRef $id $recursiveAnchor $recursiveRef id nullable'),
  ...toSet('formatExclusiveMaximum formatExclusiveMinimum formatMaximum formatMinimum'),
])

/** Formats that Ajv knows: it warns of any other format when it compiles. */
const formats = toSet('date date-time time duration email hostname ipv4 ipv6 uri uri-reference uuid regex json-pointer')

/** Keywords whose values have no schemas. */
const withoutSchemas = toSet('const default enum examples required')

/** Keywords whose values have schemas by name. */
const namedSchemas = toSet(
  '$defs definitions dependencies dependentRequired dependentSchemas patternProperties properties',
)

/** The limits of objects and lists: compiling a larger schema may overflow the stack. */
const mostParts = 2000
const deepest = 100

/**
 * Returns true for a schema that surely compiles if it matches the meta-schema. A few keywords can have mistakes that the
 * meta-schema does not find, such as a reference to nothing: this schema has none of these keywords, or has them in a
 * plain form. False means that only compiling it can decide.
 * @param onPattern Called with each pattern.
 */
export function surelyCompiles(root: JsonSchema, onPattern: (source: string) => void): boolean {
  let parts = 0
  const isSurePart = (part: unknown, depth: number): boolean => {
    if (typeof part !== 'object' || part === null) return true
    if (++parts > mostParts || depth > deepest) return false
    if (Array.isArray(part)) return part.every((item) => isSurePart(item, depth + 1))
    return Object.entries(part).every(([name, value]) => isSureMember(name, value, depth + 1))
  }
  const isSureMember = (name: string, value: unknown, depth: number): boolean => {
    if (uncertain.has(name)) return false
    if (name === '$ref') return isSureReference(value, root)
    if (name === 'format') return typeof value === 'string' && formats.has(value)
    if (name === 'enum') return Array.isArray(value) && value.length > 0
    if (name === 'pattern') return isSurePattern(value)
    if (withoutSchemas.has(name)) return true
    if (!namedSchemas.has(name) || !isObject(value)) return isSurePart(value, depth)
    if (name === 'patternProperties' && !Object.keys(value).every(isSurePattern)) return false
    return Object.values(value).every((schema) => isSurePart(schema, depth))
  }
  const isSurePattern = (source: unknown): boolean => {
    if (typeof source !== 'string' || !isSurelyLinear(source)) return false
    onPattern(source)
    return true
  }
  return isSurePart(root, 0)
}

/** Returns true for a reference to the whole schema, or to a definition of it that is not a reference itself. */
function isSureReference(reference: unknown, root: JsonSchema): boolean {
  if (reference === '#') return true
  if (typeof reference !== 'string') return false
  const [found, group = '', name = ''] = /^#\/(\$defs|definitions)\/([\w.-]+)$/.exec(reference) ?? []
  if (found === undefined) return false
  const definitions = keyword(root, group)
  if (!isObject(definitions) || !Object.hasOwn(definitions, name)) return false
  return keyword(definitions[name] as JsonSchema, '$ref') === undefined
}
