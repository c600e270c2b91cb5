import { isObject } from './is-object.ts'
import { isQuickPattern } from './surely-matches.ts'

/**
 * Returns true for a JSON Schema 2020-12 beyond doubt. False for what is none, and also where only Ajv can tell: a
 * keyword that is not listed here, or a pattern that could take long. Most schemas of adapters are plain, so a start
 * with an adapter needs no Ajv, which takes longer to load than the rest of it.
 */
export function isSurelySchema(schema: unknown): boolean {
  if (typeof schema === 'boolean') return true
  if (!isObject(schema)) return false
  return Object.entries(schema).every(
    ([name, value]) => name.startsWith('x-') || (Object.hasOwn(keywords, name) && keywords[name]!(value)),
  )
}

const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
/** Formats that every validator here has. */
const formats = new Set(['date-time', 'date', 'time', 'email', 'uri', 'uuid', 'hostname', 'ipv4', 'ipv6'])

const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => typeof value === 'number'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
const isTruth = (value: unknown): boolean => typeof value === 'boolean'
const isUnique = (value: unknown): boolean => Array.isArray(value) && new Set(value).size === value.length
const isAny = (): boolean => true
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isSurelySchema)
const areNamed = (value: unknown): boolean => isObject(value) && Object.values(value).every(isSurelySchema)

const keywords: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => (Array.isArray(value) ? value.length > 0 && isUnique(value) : true) && [value].flat().every(isType),
  properties: areNamed,
  required: (value) => isUnique(value) && (value as readonly unknown[]).every(isText),
  additionalProperties: isSurelySchema,
  propertyNames: isSurelySchema,
  items: isSurelySchema,
  contains: isSurelySchema,
  prefixItems: isList,
  anyOf: isList,
  oneOf: isList,
  allOf: isList,
  not: isSurelySchema,
  // Ajv refuses an enum without a value, and compares objects by their members.
  enum: (value) => isUnique(value) && (value as readonly unknown[]).length > 0 && (value as unknown[]).every(isScalar),
  const: isAny,
  default: isAny,
  examples: (value) => Array.isArray(value),
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  uniqueItems: isTruth,
  pattern: (value) => typeof value === 'string' && isQuickPattern(value),
  format: (value) => formats.has(value as string),
  title: isText,
  description: isText,
}

const isType = (value: unknown): boolean => types.has(value as string)
const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object'
