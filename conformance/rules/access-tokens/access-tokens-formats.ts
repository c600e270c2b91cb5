import { isObject } from '../../reading/find-list.ts'

/** Milliseconds. */
export const day = 86_400_000

/** How `expires_at` is written, which is not shown (clause 2.2). */
export type ExpiryFormat =
  | 'rfc3339'
  | 'date'
  | 'unix-seconds'
  | 'unix-milliseconds'
  | 'unix-seconds as text'
  | 'unix-milliseconds as text'

/** The format of a value that a target shows; undefined when it is none that is known. */
export function expiryFormatOf(shown: unknown): ExpiryFormat | undefined {
  if (typeof shown === 'number') return shown > secondsBelow ? 'unix-milliseconds' : 'unix-seconds'
  if (typeof shown !== 'string') return undefined
  if (/^\d{9,14}$/.test(shown))
    return Number(shown) > secondsBelow ? 'unix-milliseconds as text' : 'unix-seconds as text'
  return /^\d{4}-\d\d-\d\d$/.test(shown) ? 'date' : /^\d{4}-\d\d-\d\d[T ]/.test(shown) ? 'rfc3339' : undefined
}

/** Seconds of the year 5138, milliseconds of 1973. */
const secondsBelow = 1e11

/** A time in milliseconds since 1970 as `expires_at` is written. */
export function writeExpiry(time: number, format: ExpiryFormat): unknown {
  if (format.endsWith(' as text'))
    return String(writeExpiry(time, format === 'unix-seconds as text' ? 'unix-seconds' : 'unix-milliseconds'))
  if (format === 'unix-seconds') return Math.floor(time / 1000)
  const wholeSeconds = Math.floor(time / 1000) * 1000
  if (format === 'unix-milliseconds') return wholeSeconds
  const text = new Date(wholeSeconds).toISOString()
  return format === 'date' ? text.slice(0, 10) : text.replace('.000Z', 'Z')
}

/** Milliseconds since 1970 of a timestamp in any usual form; undefined when it is none. */
export function readTime(shown: unknown): number | undefined {
  const value = typeof shown === 'string' && /^\d{9,14}$/.test(shown) ? Number(shown) : shown
  if (typeof value === 'number') return value > secondsBelow ? value : value * 1000
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** The same day and time two years on, by the calendar. */
export function twoYearsAfter(time: number): number {
  const date = new Date(time)
  date.setUTCFullYear(date.getUTCFullYear() + 2)
  return date.getTime()
}

/** The elements of a set of scopes, whether it comes as an array, a text with separators, an object of flags, or bits. */
function elementsOf(scopes: unknown): readonly unknown[] {
  if (Array.isArray(scopes)) return scopes
  if (typeof scopes === 'number') return bitsOf(scopes)
  if (typeof scopes === 'string') return scopes.split(/[\s,]+/).filter((scope) => scope !== '')
  return isObject(scopes)
    ? Object.entries(scopes).flatMap(([name, flag]) => (flag === false || flag === null ? [] : [name]))
    : []
}

function bitsOf(scopes: number): readonly number[] {
  return Array.from({ length: 31 }, (_, place) => 2 ** place).filter((bit) => (scopes & bit) !== 0)
}

/** One scope of a set, by its place, in the form in which the set came: a smaller set. */
export function oneScope(scopes: unknown, place: number): unknown {
  const element = elementsOf(scopes)[place]
  if (typeof scopes === 'string' || typeof scopes === 'number') return element
  return isObject(scopes)
    ? Object.fromEntries(
        Object.entries(scopes).map(([name, flag]) => [
          name,
          name === element ? flag : typeof flag === 'boolean' ? false : null,
        ]),
      )
    : [element]
}

/** Whether two sets of scopes have the same elements, in any order. An element may be shown with more members than were asked for. */
export function sameScopes(left: unknown, right: unknown): boolean {
  return scopesBeyond(left, right).length === 0 && scopesBeyond(right, left).length === 0
}

/** The elements of one set of scopes that another does not have. */
export function scopesBeyond(set: unknown, other: unknown): readonly unknown[] {
  return elementsOf(set).filter((one) => !elementsOf(other).some((another) => sameScope(one, another)))
}

function sameScope(left: unknown, right: unknown): boolean {
  if (isObject(left) && isObject(right)) return within(left, right) || within(right, left)
  if (isObject(left)) return Object.values(left).includes(right)
  if (isObject(right)) return Object.values(right).includes(left)
  return (
    left === right ||
    (typeof left === 'string' && typeof right === 'string' && left.toLowerCase() === right.toLowerCase())
  )
}

function within(part: Readonly<Record<string, unknown>>, whole: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(part).every(([name, value]) => JSON.stringify(whole[name]) === JSON.stringify(value))
}

/** A copy in one text, to compare two scopes or sets of them as they were declared. */
export function scopesText(scopes: unknown): string {
  return JSON.stringify(
    elementsOf(scopes)
      .map((scope) => JSON.stringify(scope))
      .sort(),
  )
}

/** How many scopes a token shows, however they are written. */
export function scopeCount(scopes: unknown): number {
  return elementsOf(scopes).length
}
