// Makes values that a schema forbids, keyword by keyword.
import { isObject } from '../../reading/find-list.ts'
import type { CommandSchema } from '../../reading/schemas.ts'
import { toValueText } from '../../reading/value-text.ts'

/** Values that break one keyword. */
interface ValueFault {
  readonly keyword: string
  /** Default: the keyword. */
  readonly kind?: string
  /** The fault, as in "a count below 1". */
  readonly what: string
  /** The nearest to a right value first. */
  readonly values: readonly unknown[]
  /** A value far beyond the same bound. */
  readonly far?: unknown
}

/** Longer texts and lists are not made, as such limits are rarely useful. */
const longest = 20_000
const mostItems = 1000

/** The values that break a schema, from the nearest to a right one to the farthest. */
export function* valueFaults(schema: CommandSchema, value: unknown): Generator<ValueFault> {
  const { enum: options, const: constant } = schema
  if (Array.isArray(options)) yield* enumFaults(options, value)
  if (constant !== undefined) {
    const other =
      typeof constant === 'number' ? constant + 1 : typeof constant === 'boolean' ? !constant : 'no such value'
    yield { keyword: 'const', what: `other than ${JSON.stringify(constant)}`, values: [other] }
  }
  if (typeof value === 'number') yield* numberFaults(schema, value)
  if (typeof value === 'string') yield* textFaults(schema, value)
  if (Array.isArray(value)) yield* listFaults(schema, value)
  if (isObject(value)) yield* objectFaults(schema, value)
}

function* enumFaults(options: readonly unknown[], value: unknown): Generator<ValueFault> {
  const what = (invalid: unknown) => `${JSON.stringify(invalid)}, which is not one of ${JSON.stringify(options)}`
  const numbers = options.filter((option) => typeof option === 'number')
  const text = options.find((option) => typeof option === 'string')
  if (typeof text === 'string' && (typeof value === 'string' || value === undefined)) {
    const string = typeof value === 'string' ? value : text
    yield { keyword: 'enum', what: what(`not-${string}`), values: [`not-${string}`] }
    const swapped = string === string.toLowerCase() ? string.toUpperCase() : string.toLowerCase()
    if (swapped !== string)
      yield { keyword: 'enum', kind: 'enum-in-other-case', what: what(swapped), values: [swapped] }
  } else if (numbers.length > 0) {
    const next = Math.max(...numbers) + 1
    yield { keyword: 'enum', what: what(next), values: [next] }
  }
}

function* numberFaults(schema: CommandSchema, value: number): Generator<ValueFault> {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const step = typeof multipleOf === 'number' ? multipleOf : 1
  if (typeof minimum === 'number')
    yield { keyword: 'minimum', what: `below ${minimum}`, values: [minimum - step], far: minimum - 1e6 * step }
  if (typeof maximum === 'number')
    yield { keyword: 'maximum', what: `above ${maximum}`, values: [maximum + step], far: maximum + 1e6 * step }
  if (typeof exclusiveMinimum === 'number')
    yield { keyword: 'exclusiveMinimum', what: `not above ${exclusiveMinimum}`, values: [exclusiveMinimum] }
  if (typeof exclusiveMaximum === 'number')
    yield { keyword: 'exclusiveMaximum', what: `not below ${exclusiveMaximum}`, values: [exclusiveMaximum] }
  if (typeof multipleOf === 'number' && (type !== 'integer' || multipleOf > 1)) {
    const values = [...(type === 'integer' ? [value + 1] : []), value + multipleOf / 2]
    yield { keyword: 'multipleOf', what: `that is not a multiple of ${multipleOf}`, values }
  }
  if (type === 'integer') yield { keyword: 'type', kind: 'fraction', what: 'with a fraction', values: [value + 0.5] }
}

function* textFaults({ minLength, maxLength, pattern }: CommandSchema, value: string): Generator<ValueFault> {
  if (typeof minLength === 'number' && minLength > 0)
    yield { keyword: 'minLength', what: `shorter than ${minLength}`, values: [value.slice(0, minLength - 1)] }
  if (typeof maxLength === 'number' && maxLength <= longest) {
    const values = [value.at(-1) ?? 'x', 'a', 'A', '1'].map((letter) => value.padEnd(maxLength + 1, letter))
    yield {
      keyword: 'maxLength',
      what: `longer than ${maxLength}`,
      values,
      far: value.padEnd(2 * maxLength + 100, 'a'),
    }
  }
  if (typeof pattern === 'string') {
    const values = [`${value}!`, `!${value}`, '!', '', ' ', `${value} x`]
    yield { keyword: 'pattern', what: `that does not match ${pattern}`, values }
  }
}

function* listFaults(
  { minItems, maxItems, uniqueItems }: CommandSchema,
  value: readonly unknown[],
): Generator<ValueFault> {
  if (typeof minItems === 'number' && minItems > 0)
    yield { keyword: 'minItems', what: `with fewer than ${minItems} items`, values: [value.slice(0, minItems - 1)] }
  if (value.length === 0) return
  if (typeof maxItems === 'number' && maxItems < mostItems) {
    const values = [Array.from({ length: maxItems + 1 }, (_, index) => value[index % value.length])]
    yield { keyword: 'maxItems', what: `with more than ${maxItems} items`, values }
  }
  if (uniqueItems === true) yield { keyword: 'uniqueItems', what: 'with an item twice', values: [[...value, value[0]]] }
}

function* objectFaults(schema: CommandSchema, value: CommandSchema): Generator<ValueFault> {
  const { minProperties, maxProperties, propertyNames, dependentRequired } = schema
  const entries = Object.entries(value)
  if (typeof minProperties === 'number' && minProperties > 0) {
    const values = [Object.fromEntries(entries.slice(0, minProperties - 1))]
    yield { keyword: 'minProperties', what: `with fewer than ${minProperties} members`, values }
  }
  if (typeof maxProperties === 'number' && maxProperties < mostItems) {
    const more = Array.from({ length: maxProperties + 1 }, (_, index) => [`member${index}`, entries[0]?.[1] ?? 'a'])
    const values = [{ ...Object.fromEntries(more), ...value }]
    yield { keyword: 'maxProperties', what: `with more than ${maxProperties} members`, values }
  }
  if (isObject(propertyNames)) {
    const values = ['!', 'x'.repeat(300), ''].map((name) => ({ ...value, [name]: entries[0]?.[1] ?? 'a' }))
    yield { keyword: 'propertyNames', what: 'with a member of a name that is not allowed', values }
  }
  for (const [name, others] of Object.entries(isObject(dependentRequired) ? dependentRequired : {})) {
    if (!Object.hasOwn(value, name) || !Array.isArray(others)) continue
    const left = Object.fromEntries(entries.filter(([member]) => member !== others[0]))
    const what = `with ${name} and without ${toValueText(others[0])}`
    yield { keyword: 'dependentRequired', what, values: [left] }
  }
}
