// JSON Schemas that are known to be valid without Ajv, which takes longer to load than a start.
import { isObject } from './is-object.ts'

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

const isText = (value: unknown): boolean => typeof value === 'string'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const isNumber = (value: unknown): boolean => Number.isFinite(value)
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0
const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length

/** The keywords without schemas in them, each with the values that it takes. */
const keywords: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => types.includes(value as string),
  enum: (value) => Array.isArray(value) && value.length > 0,
  const: () => true,
  required: isNames,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  uniqueItems: isFlag,
  title: isText,
  description: isText,
  'x-id': () => true,
}

/**
 * The patterns in a schema that Ajv accepts if it accepts the patterns; undefined for a schema that may be invalid: it
 * has other keywords than the common ones, or other values of them.
 */
export function plainPatterns(schema: unknown): readonly string[] | undefined {
  if (typeof schema === 'boolean') return []
  if (!isObject(schema)) return undefined
  const patterns: string[] = []
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'pattern' && typeof value === 'string') patterns.push(value)
    else if (name === 'properties' || name === 'items' || name === 'additionalProperties') {
      if (name === 'properties' && !isObject(value)) return undefined
      for (const inner of name === 'properties' ? Object.values(value as object) : [value]) {
        const found = plainPatterns(inner)
        if (!found) return undefined
        patterns.push(...found)
      }
    } else if (!Object.hasOwn(keywords, name) || !keywords[name]!(value)) return undefined
  }
  return patterns
}
