import { decodedSegments } from '../catalogue/operation-paths.ts'

/** Returns true if an id is bare: exactly 27 characters from A-Z, a-z and 0-9 (clause 2.1). */
export function isBare(id: string): boolean {
  return /^[A-Za-z0-9]{27}$/.test(id)
}

/** Returns true if an id is prefixed: three lowercase letters, an underscore, then the 27 characters (clause 2.1). */
export function isPrefixed(id: string): boolean {
  return /^[a-z]{3}_[A-Za-z0-9]{27}$/.test(id)
}

/** Returns true for an id with or without a prefix. */
export function isId(text: string): boolean {
  return isBare(text) || isPrefixed(text)
}

/** A path whose ids are replaced by `{id}`. */
export function withoutIds(path: string): string {
  return path
    .split('/')
    .map((segment) => (isId(segment) ? '{id}' : segment))
    .join('/')
}

/** An id without its prefix (clause 2.1). */
export function stripPrefix(id: string): string {
  return isPrefixed(id) ? id.slice(4) : id
}

/** The prefix of an id with its underscore; empty without a prefix. */
export function idPrefix(id: string): string {
  return isPrefixed(id) ? id.slice(0, 4) : ''
}

/** Returns true if two paths differ only in the prefixes of ids, percent-encoding and a slash at the end. */
export function samePath(left: string, right: string): boolean {
  return sameSegments(bareSegments(left), bareSegments(right))
}

/** Returns true if a path ends in the segments of another one. */
export function endsAs(path: string, end: string): boolean {
  const wanted = bareSegments(end)
  return wanted.length > 0 && sameSegments(bareSegments(path).slice(-wanted.length), wanted)
}

const bareSegments = (path: string): readonly string[] => decodedSegments(path).map(stripPrefix)

const sameSegments = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((segment, index) => segment === right[index])

/**
 * Another well-formed id that almost certainly no object has. It is the same in each run, so that runs are
 * reproducible.
 */
export function otherId(id: string): string {
  const bare = stripPrefix(id)
  const rotated = Array.from(bare.slice(15), (character) => alphabet[(alphabet.indexOf(character) + 29) % 62])
  return `${bare.slice(0, 15)}${rotated.join('')}`
}

/**
 * Another well-formed id that almost certainly no object has, and that a comparison without regard to case takes for
 * this one. With few letters, the id of the next object may differ in the case of one, so other characters are changed.
 */
export function nearId(id: string): string {
  const bare = stripPrefix(id)
  const end = bare.slice(15)
  if (end.replaceAll(/[^A-Za-z]/g, '').length < 6) return otherId(id)
  const swapped = Array.from(end, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))
  return `${bare.slice(0, 15)}${swapped.join('')}`
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const collator = new Intl.Collator('en', { numeric: false })
const alphabetOrder =
  (order: string) =>
  (left: string, right: string): number => {
    for (let index = 0; index < left.length && index < right.length; index++) {
      const difference = order.indexOf(left[index]!) - order.indexOf(right[index]!)
      if (difference !== 0) return difference
    }
    return left.length - right.length
  }

/** Compares two ids. */
export type IdOrder = (left: string, right: string) => number

/** By code unit, as most programs sort: digits, upper case, lower case. */
export const codeUnitOrder: IdOrder = (left, right) => (left < right ? -1 : left > right ? 1 : 0)

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digits = '0123456789'

/**
 * Possible meanings of "alphabetically" for digits and letters of both cases: by code unit, by another order of the
 * three groups, or as in a dictionary. A list is out of order only by all of them.
 */
const orders: readonly IdOrder[] = [
  codeUnitOrder,
  alphabetOrder(`${digits}_${lower}${upper}`),
  alphabetOrder(`${upper}${lower}_${digits}`),
  alphabetOrder(`${lower}${upper}_${digits}`),
  (left, right) => collator.compare(left, right),
]

/** The first order of ids in which every pair is strictly ascending; undefined if there is none. */
export function risingOrder(pairs: readonly (readonly [lower: string, higher: string])[]): IdOrder | undefined {
  return orders.find((order) => pairs.every(([lower, higher]) => order(lower, higher) < 0))
}

/** The first order in which these ids are strictly descending; undefined if there is none. */
export function fallingOrder(ids: readonly string[]): IdOrder | undefined {
  return risingOrder(ids.slice(1).map((id, index) => [id, ids[index]!] as const))
}
