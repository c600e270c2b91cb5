// Finds the common JSON template of several answers: their equal parts, with holes where they differ.
import { isObject } from '../reading/find-list.ts'
import { readTime, detectTimeFormat } from '../reading/times.ts'

/** A place in the answers, with its values in the order of the answers; undefined for an answer without one. */
export interface MemberValues {
  readonly values: readonly unknown[]
  /** The names of the members on the path to it. */
  readonly path: readonly string[]
  /** The indexes of the answers. */
  readonly answers: readonly number[]
}

/** A template, and the places that no hole explains. */
export interface Template {
  readonly template: unknown
  /** Paths, with dots between the names. */
  readonly unexplained: readonly string[]
}

/**
 * Returns the hole for a place, such as `$items`, or another part of the template; undefined for any other place.
 * @param infer Finds the template of a place inside the part.
 */
export type HoleOf = (place: MemberValues, infer: (inner: MemberValues) => unknown) => unknown

/** The literal of a template for a value that is the same in every answer. */
export type LiteralOf = (value: unknown, path: readonly string[]) => unknown

/** The most levels of a template. */
export const mostLevels = 8

/**
 * The template of several answers. A place for which `holeOf` returns a hole becomes that hole. Any other place must
 * have the same literal in every answer, or be an object, whose members are then treated in the same way. Otherwise it
 * is left out and listed as unexplained, and so is a time, even if it is always the same.
 */
export function inferTemplate(
  answers: readonly unknown[],
  holeOf: HoleOf,
  literalOf: LiteralOf = placeholderValue,
): Template {
  const unexplained: string[] = []
  const infer = (place: MemberValues): unknown => {
    const { values, path } = place
    const hole = holeOf(place, infer)
    if (hole !== undefined) return hole
    if (path.length < mostLevels && values.every(isObject)) {
      const names = [...new Set(values.flatMap((value) => Object.keys(value)))]
      const members = names.flatMap((name) => {
        const inner = values.map((value) => (Object.hasOwn(value, name) ? value[name] : undefined))
        const member = infer({ ...place, values: inner, path: [...path, name] })
        return member === undefined ? [] : [[escapedName(name), member] as const]
      })
      return Object.fromEntries(members)
    }
    if (path.length < mostLevels && values.every(isOneItem)) {
      const item = infer({ ...place, values: values.map(([value]) => value), path: [...path, '[]'] })
      return item === undefined ? undefined : [item]
    }
    const [first] = values
    if (first !== undefined && isLiteral(first) && values.every((value) => value === first)) {
      // Two answers within one second have the same time, but it is not a literal.
      if (isMoment(first)) unexplained.push(path.join('.'))
      return escapeHoles(literalOf(first, path))
    }
    if (values.every(isEmptyValue) && new Set(values.map((value) => JSON.stringify(value))).size === 1) return first
    unexplained.push(path.join('.'))
    return undefined
  }
  return { template: infer({ values: answers, path: [], answers: [...answers.keys()] }), unexplained }
}

/**
 * A made-up value of the same type. A value in one answer may come from a record, such as the name of a catalog next to
 * its products, and must not be in any output.
 */
export function placeholderValue(value: unknown): unknown {
  if (typeof value === 'string') return 'text'
  return typeof value === 'number' ? 1 : value
}

/**
 * The value itself if it is a short lowercase word such as `error`, which comes from a program. Other values are made
 * up, since even the name of a customer may be in every answer.
 */
export function wordOrMadeUp(value: unknown): unknown {
  return typeof value === 'string' && /^[a-z][a-z_-]{0,19}$/.test(value) ? value : placeholderValue(value)
}

/** Returns true for a date with a time of day, and for a number of seconds or milliseconds from 2001 to 2100. */
function isMoment(value: unknown): boolean {
  const format = detectTimeFormat(value)
  if (format === undefined || format === 'date' || format.endsWith('-text')) return false
  const time = readTime(value) ?? 0
  return typeof value === 'string' || (time >= 1e12 && time < 4.1e12)
}

const isOneItem = (value: unknown): value is readonly [unknown] => Array.isArray(value) && value.length === 1
export const isLiteral = (value: unknown): boolean => value === null || typeof value !== 'object'
const isEmptyValue = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0

/** The name of a member in a template: a leading `$` is doubled. */
export const escapedName = (name: string): string => (name.startsWith('$') ? `$${name}` : name)

/** Escapes the `$` of literal texts by doubling it. */
export function escapeHoles(value: unknown): unknown {
  return typeof value === 'string' && value.includes('$') ? value.replaceAll('$', '$$$$') : value
}

/** Returns true if two templates are the same, whatever the order of their members. */
export function sameTemplate(left: unknown, right: unknown): boolean {
  if (isObject(left) && isObject(right)) {
    const names = Object.keys(left)
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && sameTemplate(left[name], right[name]))
    )
  }
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => sameTemplate(item, right[index]))
  return left === right
}
