// Finds the JSON template behind several answers of one form: what is the same in all of them, with holes where they
// differ.
import { isObject } from '../reading/find-list.ts'
import { readTime, timeFormatOf } from '../reading/times.ts'

/** A place in the answers: the values that stand there, in the order of the answers; undefined where one has none. */
export interface MemberValues {
  readonly values: readonly unknown[]
  /** The names of the members that lead to it. */
  readonly path: readonly string[]
}

/** A template, and the places that no hole explains. */
export interface Template {
  readonly template: unknown
  /** Paths, with dots between the names. */
  readonly unexplained: readonly string[]
}

/** Names the hole that a place is, such as `$items`; undefined for any other place. */
export type HoleOf = (place: MemberValues) => unknown

/** The literal of a template for a value that is the same in every answer. */
export type LiteralOf = (value: unknown, path: readonly string[]) => unknown

const mostLevels = 8

/**
 * The template of several answers. A place that `holeOf` names is that hole. Any other must have the same literal in
 * every answer, or be an object whose members are looked at in turn; if not, it is left out, and told. A time that is
 * the same is told, too.
 */
export function templateOf(answers: readonly unknown[], holeOf: HoleOf, literalOf: LiteralOf = madeUp): Template {
  const unexplained: string[] = []
  const template = generalize({ values: answers, path: [] }, { holeOf, literalOf, unexplained })
  return { template, unexplained }
}

interface Generalizing {
  readonly holeOf: HoleOf
  readonly literalOf: LiteralOf
  readonly unexplained: string[]
}

/**
 * A value of the same type, made up: what one answer holds may be a value of a record, such as the name of a catalog
 * beside its products. No such value is in any output.
 */
export function madeUp(value: unknown): unknown {
  if (typeof value === 'string') return 'text'
  return typeof value === 'number' ? 1 : value
}

/**
 * The value itself, where it is a short word in small letters, such as `error`: that is of a program. Others are made
 * up, as the name of a customer may stand in every answer too.
 */
export function wordOrMadeUp(value: unknown): unknown {
  return typeof value === 'string' && /^[a-z][a-z_-]{0,19}$/.test(value) ? value : madeUp(value)
}

function generalize(place: MemberValues, generalizing: Generalizing): unknown {
  const { holeOf, literalOf, unexplained } = generalizing
  const { values, path } = place
  const hole = holeOf(place)
  if (hole !== undefined) return hole
  const present = values.filter((value) => value !== undefined)
  const isEverywhere = present.length === values.length
  if (isEverywhere && values.every(isObject) && path.length < mostLevels) {
    const names = [...new Set(values.flatMap((value) => Object.keys(value)))]
    const members = names.flatMap((name) => {
      const member = generalize(
        {
          values: values.map((value) => (Object.hasOwn(value, name) ? value[name] : undefined)),
          path: [...path, name],
        },
        generalizing,
      )
      return member === undefined ? [] : [[escapedName(name), member] as const]
    })
    return Object.fromEntries(members)
  }
  if (isEverywhere && values.every(isOneItem) && path.length < mostLevels) {
    const item = generalize(
      { values: values.map((value) => (value as readonly unknown[])[0]), path: [...path, '[]'] },
      generalizing,
    )
    return item === undefined ? undefined : [item]
  }
  const [first] = values
  if (isEverywhere && isLiteral(first) && values.every((value) => value === first)) {
    // Two answers of one second have the same time, which is no literal for that.
    if (isMoment(first)) unexplained.push(path.join('.'))
    return escaped(literalOf(first, path))
  }
  if (isEverywhere && values.every(isEmpty) && new Set(values.map((value) => JSON.stringify(value))).size === 1)
    return first
  unexplained.push(path.join('.'))
  return undefined
}

/** Returns true for a date with a time of day, and for a number of seconds or milliseconds from 2001 to 2100. */
function isMoment(value: unknown): boolean {
  const format = timeFormatOf(value)
  if (format === undefined || format === 'date' || format.endsWith('-text')) return false
  const time = readTime(value) ?? 0
  return typeof value === 'string' || (time >= 1e12 && time < 4.1e12)
}

const isOneItem = (value: unknown): boolean => Array.isArray(value) && value.length === 1
const isLiteral = (value: unknown): boolean => value === null || typeof value !== 'object'
const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0

/** The name of a member as a template has it: one more sign where it begins as that of a hole does. */
export const escapedName = (name: string): string => (name.startsWith('$') ? `$${name}` : name)

/** A literal text that begins like a hole is written with one more sign. */
function escaped(value: unknown): unknown {
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
