import { isObject } from '../../reading/find-list.ts'
import { isSameJson, sortedJson } from '../../reading/same-json.ts'

/** The elements of a set of scopes: an array, a text with separators, an object of flags, or bits. */
function scopeElements(scopes: unknown): readonly unknown[] {
  if (Array.isArray(scopes)) return scopes
  if (typeof scopes === 'number') return splitBits(scopes)
  if (typeof scopes === 'string') return scopes.split(/[\s,]+/).filter((scope) => scope !== '')
  return isObject(scopes)
    ? Object.entries(scopes).flatMap(([name, flag]) => (flag === false || flag === null ? [] : [name]))
    : []
}

function splitBits(scopes: number): readonly number[] {
  return Array.from({ length: 31 }, (_, place) => 2 ** place).filter((bit) => (scopes & bit) !== 0)
}

/** A smaller set with one scope of a set, by its place, in the same form. */
export function singleScope(scopes: unknown, place: number): unknown {
  const element = scopeElements(scopes)[place]
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

/** The empty set, in the same form. */
export function noScopes(scopes: unknown): unknown {
  if (typeof scopes === 'string') return ''
  if (typeof scopes === 'number') return 0
  return isObject(scopes) ? {} : []
}

/**
 * Returns true if two sets of scopes have the same elements, in any order. One of two equal elements may have more
 * members.
 */
export function sameScopes(left: unknown, right: unknown): boolean {
  return extraScopes(left, right).length === 0 && extraScopes(right, left).length === 0
}

/** The elements of one set of scopes that another does not have. */
export function extraScopes(set: unknown, other: unknown): readonly unknown[] {
  return scopeElements(set).filter((element) => !scopeElements(other).some((another) => sameScope(element, another)))
}

function sameScope(left: unknown, right: unknown): boolean {
  if (isObject(left) && isObject(right)) return isMemberSubset(left, right) || isMemberSubset(right, left)
  if (isObject(left)) return Object.values(left).includes(right)
  if (isObject(right)) return Object.values(right).includes(left)
  return (
    left === right ||
    (typeof left === 'string' && typeof right === 'string' && left.toLowerCase() === right.toLowerCase())
  )
}

function isMemberSubset(part: Readonly<Record<string, unknown>>, whole: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(part).every(([name, value]) => isSameJson(whole[name], value))
}

/** A set of scopes as a string, for comparison. */
export function scopesText(scopes: unknown): string {
  return JSON.stringify(
    scopeElements(scopes)
      .map((scope) => sortedJson(scope))
      .sort(),
  )
}

/** The number of scopes in a set, in any form. */
export function scopeCount(scopes: unknown): number {
  return scopeElements(scopes).length
}
