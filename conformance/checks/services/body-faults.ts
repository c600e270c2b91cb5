// Every way in which a body can break its schema in one thing: one keyword, in one place.
import { isObject } from '../../reading/find-list.ts'
import type { CommandSchema } from '../../reading/schemas.ts'
import { exampleValue } from './example-value.ts'
import { valueFaults } from './value-faults.ts'

/** Bodies that break one keyword in one place. */
export interface BodyFault {
  /** The broken rule. Faults of one kind test the same code of a validator, most likely. */
  readonly kind: string
  /** The keyword that forbids it. */
  readonly keyword: string
  /** The fault, as in "a body with …". */
  readonly what: string
  /** The nearest to a right body first. */
  readonly bodies: readonly unknown[]
  /** True if the broken value is within a member of the body. */
  readonly isWithin?: boolean
  /** The path of the broken value. */
  readonly at?: string
  /** The expected type, for a fault of another type. */
  readonly wanted?: string
  /** A body with a value far beyond the same bound. */
  readonly far?: unknown
}

/** The position of a value in a body, and the body with another value there. */
interface Position {
  readonly at: string
  readonly depth: number
  /** True if a member that the valid body leaves out leads here. */
  readonly isAbsent: boolean
  readonly put: (value: unknown) => unknown
}

const deepest = 4

/**
 * Values of other types by the expected type, made from a right value. Most lenient validators convert a string into a
 * number, a number into a string, or one item into a list.
 */
const otherTypes: Readonly<Record<string, (right: unknown) => readonly unknown[]>> = {
  string: () => [{ not: 'a text' }, 5, true, null, ['a text']],
  number: (right) => [String(right ?? 5), '', null, true],
  integer: (right) => [String(right ?? 5), null, '', true],
  boolean: (right) => [String(right ?? true), 1, '', null],
  array: (right) => [(Array.isArray(right) ? (right as unknown[])[0] : undefined) ?? 'no list', '', null],
  object: () => ['no object', [], null],
}

/** Returns true if one of several schemas may apply: a value that one forbids may be allowed by another. */
export function hasAlternatives(schema: CommandSchema): boolean {
  return ['oneOf', 'anyOf', 'if', 'not'].some((name) => schema[name] !== undefined)
}

/** The faults of a body: first those of present members, then those of absent ones. */
export function bodyFaults(schema: CommandSchema, validBody: unknown): readonly BodyFault[] {
  const root: Position = { at: '', depth: 0, isAbsent: false, put: (value) => value }
  const faults = [...positionFaults(schema, validBody, root)].map(createRotation())
  const around: BodyFault = { kind: 'array-around', keyword: 'type', what: 'an array around it', bodies: [[validBody]] }
  return [
    ...faults.filter(({ isAbsent }) => !isAbsent),
    ...(schema['type'] === 'object' ? [around, ...wholeFaults(schema)] : []),
    ...faults.filter(({ isAbsent }) => isAbsent),
  ]
}

/** Starts each place of a type with the next of the values, so that all of them are sent somewhere. */
function createRotation(): (fault: PositionedFault) => PositionedFault {
  const places = new Map<string, number>()
  return (fault) => {
    const { wanted, bodies } = fault
    if (wanted === undefined) return fault
    const place = places.get(wanted) ?? 0
    places.set(wanted, place + 1)
    const first = place % bodies.length
    return { ...fault, bodies: [...bodies.slice(first), ...bodies.slice(0, first)] }
  }
}

/** Other values in place of a whole body with required members: the members are missing after any conversion. */
function wholeFaults({ required }: CommandSchema): readonly BodyFault[] {
  if (!Array.isArray(required) || required.length === 0) return []
  return [
    { kind: 'empty-object', keyword: 'required', what: 'no members at all', bodies: [{}] },
    { kind: 'null-body', keyword: 'type', what: 'null in its place', bodies: [null] },
    { kind: 'text-body', keyword: 'type', what: 'a text in its place', bodies: ['no object'] },
    { kind: 'number-body', keyword: 'type', what: 'a number in its place', bodies: [1] },
    { kind: 'boolean-body', keyword: 'type', what: 'true in its place', bodies: [true] },
  ]
}

interface PositionedFault extends BodyFault {
  readonly isAbsent: boolean
}

/** The kind of a fault depends on its depth: a validator may check only the top level of a body. */
function bodyFaultKind(keyword: string, { depth, isAbsent }: Position): string {
  return `${keyword}${depth > 0 ? '-within' : ''}${isAbsent ? '-absent' : ''}`
}

function* positionFaults(schema: CommandSchema, value: unknown, position: Position): Generator<PositionedFault> {
  const { at, depth, isAbsent, put } = position
  for (const { keyword, kind = keyword, what, values, far } of valueFaults(schema, value))
    yield {
      kind,
      keyword,
      what: at === '' ? what : `${at} ${what}`,
      bodies: values.map((invalid) => put(invalid)),
      isAbsent,
      isWithin: depth > 1,
      at,
      ...(far === undefined ? {} : { far: put(far) }),
    }
  if (isObject(value)) yield* memberFaults(schema, value, position)
  if (Array.isArray(value)) yield* itemFaults(schema, value, position)
}

function* memberFaults(schema: CommandSchema, value: CommandSchema, position: Position): Generator<PositionedFault> {
  const { at, depth, isAbsent, put } = position
  const where = { isAbsent, isWithin: depth > 0 }
  const path = (name: string) => (at === '' ? name : `${at}.${name}`)
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? [...new Set(schema['required'] as unknown[])] : []
  for (const name of required) {
    if (typeof name !== 'string' || !Object.hasOwn(value, name)) continue
    const others = Object.fromEntries(Object.entries(value).filter(([member]) => member !== name))
    const what = `the required member ${path(name)} missing`
    yield {
      kind: bodyFaultKind('required', position),
      keyword: 'required',
      what,
      bodies: [put(others)],
      ...where,
      at: path(name),
    }
  }
  const forbidden = isObject(schema['additionalProperties']) ? { not: 'expected' } : 1
  yield {
    kind: bodyFaultKind('additionalProperties', position),
    keyword: 'additionalProperties',
    what: `a member that the schema does not allow (${path('no_such_member')})`,
    bodies: [put({ ...value, no_such_member: forbidden })],
    ...where,
    at: path('no_such_member'),
  }
  for (const [name, property] of Object.entries(properties)) {
    if (!isObject(property)) continue
    const isPresent = Object.hasOwn(value, name)
    const inner: Position = {
      at: path(name),
      depth: position.depth + 1,
      isAbsent: isAbsent || !isPresent,
      put: (member) => put({ ...value, [name]: member }),
    }
    const member = isPresent ? value[name] : exampleValue(property)
    yield* typeFaults(property, { ...inner, depth: position.depth }, member)
    if (member !== undefined && inner.depth < deepest) yield* positionFaults(property, member, inner)
  }
}

/** A value of another type. */
function* typeFaults(schema: CommandSchema, position: Position, right: unknown): Generator<PositionedFault> {
  const { type } = schema
  const { at, depth, isAbsent, put } = position
  const where = { isAbsent, isWithin: depth > 0 }
  if (typeof type === 'string' && Object.hasOwn(otherTypes, type)) {
    const what = `${at} of another type than ${type}`
    const bodies = otherTypes[type]!(right).map((value) => put(value))
    yield { kind: bodyFaultKind('type', position), keyword: 'type', what, bodies, ...where, at, wanted: type }
  } else if (hasAlternatives(schema) || Array.isArray(type)) {
    const bodies = [{ not: 'expected' }, ['unexpected'], 'unexpected', 1.5, true].map((invalid) => put(invalid))
    yield { kind: 'alternatives', keyword: 'type', what: `${at} of a type that it may not have`, bodies, ...where }
  }
}

function* itemFaults(
  { items }: CommandSchema,
  value: readonly unknown[],
  position: Position,
): Generator<PositionedFault> {
  if (!isObject(items) || value.length === 0 || position.depth >= deepest) return
  const at = (index: number, put: Position['put']): Position => ({
    at: `${position.at}[${index}]`,
    depth: position.depth + 1,
    isAbsent: position.isAbsent,
    put,
  })
  const first = at(0, (item) => position.put(value.with(0, item)))
  yield* typeFaults(items, { ...first, depth: position.depth }, value[0])
  yield* positionFaults(items, value[0], first)
  // A validator may check only the first item.
  const last = at(value.length, (item) => position.put([...value, item]))
  for (const fault of positionFaults(items, value[0], last)) {
    yield { ...fault, kind: 'items' }
    return
  }
}
