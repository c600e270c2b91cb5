import { deepestNesting } from './json-bounds.ts'

/**
 * A copy of a JSON value, with everything in it. Other values, such as dates and functions, stay as they are, and so do
 * those that nest too deep to be accepted.
 */
export function copyJson<Value>(value: Value): Value {
  const copies = new Map<unknown, unknown>()
  const copy = (part: unknown, depth: number): unknown => {
    if (typeof part !== 'object' || part === null || depth > deepestNesting) return part
    if (copies.has(part)) return copies.get(part)
    const isList = Array.isArray(part)
    if (!isList && Object.prototype.toString.call(part) !== '[object Object]') return part
    const copied: Record<string, unknown> = isList ? ([] as unknown[] as never) : {}
    copies.set(part, copied)
    for (const [name, member] of Object.entries(part)) {
      // An assignment to this name would set the prototype.
      if (name === '__proto__')
        Object.defineProperty(copied, name, { value: copy(member, depth + 1), enumerable: true })
      else copied[name] = copy(member, depth + 1)
    }
    return copied
  }
  return copy(value, 0) as Value
}
