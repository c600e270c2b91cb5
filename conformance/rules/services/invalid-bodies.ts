import { isObject } from '../../reading/find-list.ts'
import type { Schema } from '../../reading/schemas.ts'

/** A body that a schema forbids, and why. */
export interface InvalidBody {
  readonly body: unknown
  readonly fault: string
}

/** A value that is wrong in one thing. */
interface Fault {
  readonly kind:
    | 'missing'
    | 'type'
    | 'absent'
    | 'enum'
    | 'minimum'
    | 'empty'
    | 'unknown'
    | 'missing within'
    | 'type within'
  readonly value: unknown
  readonly what: string
}

/** How many of each kind are tried. A validator that checks one member will check the next. */
const most: Readonly<Record<Fault['kind'], number>> = {
  missing: 4,
  type: 4,
  absent: 1,
  enum: 1,
  minimum: 1,
  empty: 1,
  unknown: 1,
  'missing within': 1,
  'type within': 1,
}

/** A value of another type that no validator coerces into the wanted one, as it may coerce a number into a text. */
const otherType: Readonly<Record<string, unknown>> = {
  string: { not: 'a text' },
  number: 'no number',
  integer: 'no number',
  boolean: 'no boolean',
  array: { not: 'an array' },
  object: 'no object',
}

/** Bodies that differ from a valid one in one thing that the schema forbids, at any depth. */
export function invalidBodies(schema: Schema, validBody: unknown): readonly InvalidBody[] {
  if (!isObject(validBody) || !isObject(schema['properties'])) return []
  const left = { ...most }
  const faults = [...faultsOf(schema, validBody, '', 4)].filter(({ kind }) => left[kind]-- > 0)
  const bodies = faults.map(({ value, what }) => ({ body: value, fault: what }))
  return schema['type'] === 'object' && bodies.length > 0
    ? [...bodies, { body: [validBody], fault: 'an array around it' }]
    : bodies
}

function* faultsOf(schema: Schema, value: unknown, at: string, depth: number): Generator<Fault> {
  if (depth === 0 || hasAlternatives(schema)) return
  if (isObject(value) && isObject(schema['properties']))
    yield* faultsOfMembers(schema, schema['properties'], value, at, depth)
  const { items } = schema
  if (Array.isArray(value) && value.length > 0 && isObject(items))
    for (const fault of faultsOf(items, value[0], `${at}[0]`, depth - 1))
      yield { ...fault, kind: within(fault.kind), value: value.with(0, fault.value) }
}

function* faultsOfMembers(
  schema: Schema,
  properties: Schema,
  value: Schema,
  at: string,
  depth: number,
): Generator<Fault> {
  const path = (name: string) => (at === '' ? name : `${at}.${name}`)
  const required = Array.isArray(schema['required']) ? [...new Set(schema['required'] as unknown[])] : []
  const propertyOf = (name: string): Schema => (isObject(properties[name]) ? (properties[name] as Schema) : {})
  for (const name of required) {
    // A member with a default is not missed.
    if (typeof name !== 'string' || !Object.hasOwn(value, name) || Object.hasOwn(propertyOf(name), 'default')) continue
    yield {
      kind: 'missing',
      value: Object.fromEntries(Object.entries(value).filter(([own]) => own !== name)),
      what: `the required member ${path(name)} missing`,
    }
  }
  for (const name of Object.keys(properties)) {
    const { type } = propertyOf(name)
    if (typeof type !== 'string' || !Object.hasOwn(otherType, type) || hasAlternatives(propertyOf(name))) continue
    yield {
      kind: Object.hasOwn(value, name) ? 'type' : 'absent',
      value: { ...value, [name]: otherType[type] },
      what: `${path(name)} of another type than ${type}`,
    }
  }
  for (const [name, own] of Object.entries(value))
    for (const fault of faultsOfValue(propertyOf(name), own, path(name)))
      yield { ...fault, value: { ...value, [name]: fault.value } }
  if (schema['additionalProperties'] === false && !isObject(schema['patternProperties']))
    yield {
      kind: 'unknown',
      value: { ...value, no_such_member: 1 },
      what: `the member ${path('no_such_member')}, where no others are allowed`,
    }
  for (const [name, own] of Object.entries(value))
    for (const fault of faultsOf(propertyOf(name), own, path(name), depth - 1))
      yield { ...fault, kind: within(fault.kind), value: { ...value, [name]: fault.value } }
}

/** What else a schema forbids for a single value. */
function* faultsOfValue(schema: Schema, value: unknown, at: string): Generator<Fault> {
  if (hasAlternatives(schema)) return
  const { enum: options, minimum, minItems } = schema
  if (Array.isArray(options) && typeof value === 'string' && options.includes(value))
    yield { kind: 'enum', value: `not-${value}`, what: `${at} that is none of ${JSON.stringify(options)}` }
  if (typeof minimum === 'number' && typeof value === 'number')
    yield { kind: 'minimum', value: minimum - 1, what: `${at} below ${minimum}` }
  if (typeof minItems === 'number' && minItems > 0 && Array.isArray(value))
    yield { kind: 'empty', value: [], what: `${at} with fewer than ${minItems} items` }
}

/** Whether one of several schemas may apply: what one forbids, another may allow. */
function hasAlternatives(schema: Schema): boolean {
  return ['oneOf', 'anyOf', 'if', 'not'].some((name) => schema[name] !== undefined)
}

function within(kind: Fault['kind']): Fault['kind'] {
  return kind === 'missing' ? 'missing within' : kind === 'type' ? 'type within' : kind
}
