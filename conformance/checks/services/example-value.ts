// Makes values that a schema allows, for members that a valid body omits.
import { isObject } from '../../reading/find-list.ts'
import type { CommandSchema } from '../../reading/schemas.ts'
import { boundedPattern } from './bounded-pattern.ts'
import { toNumber } from '../../reading/value-text.ts'

const byFormat: Readonly<Record<string, string>> = {
  date: '2030-01-31',
  time: '12:30:00Z',
  'date-time': '2030-01-31T12:30:00Z',
  duration: 'P1D',
  email: 'ada@example.com',
  'idn-email': 'ada@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  iri: 'https://example.com/',
  uuid: '6f1c2a52-8f3d-4c55-9d0a-3f0c3a1e7b11',
}

/** Texts that common patterns match. */
const usualTexts = ['a', 'A', 'AB', 'ab', 'ABC', '1', '12', '12345', 'A1', 'A-1', 'a-b', 'a_b', 'a.b', '+441234567']

/** A value that a schema probably allows; undefined if none is found. */
export function exampleValue(schema: CommandSchema, depth = 4): unknown {
  const { const: constant, enum: options, default: usual, examples, type } = schema
  if (constant !== undefined) return constant
  for (const candidates of [options, examples])
    if (Array.isArray(candidates) && candidates.length > 0) return candidates[0]
  if (usual !== undefined) return usual
  switch (Array.isArray(type) ? type.find((typeName) => typeName !== 'null') : type) {
    case 'string':
      return exampleText(schema)
    case 'integer':
    case 'number':
      return exampleNumber(schema)
    case 'boolean':
      return true
    case 'array':
      return exampleList(schema, depth)
    case 'object':
      return exampleObject(schema, depth)
    default:
      return undefined
  }
}

function exampleText({ format, pattern, minLength = 0 }: CommandSchema): string | undefined {
  const formatted = typeof format === 'string' ? byFormat[format] : undefined
  const texts = (formatted === undefined ? usualTexts : [formatted]).map((text) =>
    text.padEnd(Math.min(toNumber(minLength), 1000), text.at(-1)),
  )
  return typeof pattern === 'string' ? texts.find((text) => matchesPattern(pattern, text)) : texts[0]
}

function matchesPattern(pattern: string, text: string): boolean {
  try {
    return boundedPattern(pattern, '').test(text)
  } catch {
    return false
  }
}

function exampleNumber({ minimum, exclusiveMinimum, maximum, multipleOf }: CommandSchema): number {
  const step = typeof multipleOf === 'number' ? multipleOf : 1
  if (typeof minimum === 'number') return Math.ceil(minimum / step) * step
  if (typeof exclusiveMinimum === 'number') return (Math.floor(exclusiveMinimum / step) + 1) * step
  return typeof maximum === 'number' ? Math.min(step, Math.floor(maximum / step) * step) : step
}

function exampleList({ items, minItems }: CommandSchema, depth: number): unknown {
  const count = typeof minItems === 'number' ? Math.min(minItems, 20) : 1
  if (count === 0) return []
  const item = isObject(items) && depth > 0 ? exampleValue(items, depth - 1) : undefined
  return item === undefined ? undefined : Array.from({ length: count }, () => item)
}

function exampleObject({ properties, required }: CommandSchema, depth: number): unknown {
  const members: Record<string, unknown> = {}
  for (const name of Array.isArray(required) ? (required as unknown[]) : []) {
    const property = isObject(properties) && typeof name === 'string' ? properties[name] : undefined
    const value = isObject(property) && depth > 0 ? exampleValue(property, depth - 1) : undefined
    if (typeof name !== 'string' || value === undefined) return undefined
    members[name] = value
  }
  return members
}
