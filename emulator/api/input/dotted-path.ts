import { ApiError } from '../dialect/api-error.ts'
import { deepestNesting } from '../../tools/json-bounds.ts'

/**
 * Splits a dotted path into its steps (clause 4.4). A backslash escapes a dot or a backslash in a key.
 * @throws ApiError `refused` for an empty step, a backslash before another character, or too many steps.
 */
export function parseDottedPath(path: string): readonly string[] {
  const steps: string[] = []
  let step = ''
  for (let index = 0; index < path.length; index++) {
    const character = path[index]!
    if (character === '\\') {
      const escaped = path[++index]
      if (escaped !== '.' && escaped !== '\\')
        throw badPath(path, 'a backslash escapes only a dot or another backslash')
      step += escaped
    } else if (character === '.') {
      steps.push(step)
      step = ''
    } else step += character
  }
  steps.push(step)
  if (steps.includes('')) throw badPath(path, 'it has an empty step')
  if (steps.length > deepestNesting)
    throw badPath(path.slice(0, 50), `it has ${steps.length} steps; the maximum is ${deepestNesting}`)
  return steps
}

function badPath(path: string, fault: string): ApiError {
  return new ApiError('refused', `path must be a dotted path such as a.b.0; got ${JSON.stringify(path)}: ${fault}.`, {
    requirement: 'configurations.dotted-path',
    details: [{ at: 'path', message: fault }],
  })
}

const arrayIndex = /^(?:0|[1-9]\d{0,9})$/

/** The value at a path, or undefined. */
export function followSteps(value: unknown, steps: readonly string[]): unknown {
  let current = value
  for (const step of steps) {
    if (Array.isArray(current)) current = arrayIndex.test(step) ? current[Number(step)] : undefined
    else if (typeof current === 'object' && current !== null && Object.hasOwn(current, step))
      current = (current as Record<string, unknown>)[step]
    else return undefined
  }
  return current
}

/**
 * Copies a value with another value at a path, or without one when it is undefined. Missing objects on the path are
 * created. An array grows by at most one element.
 * @returns undefined when the path leads through a value without members, or beyond the end of an array.
 */
export function copyWithValue(whole: unknown, steps: readonly string[], value: unknown): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return value
  if (whole !== undefined && (typeof whole !== 'object' || whole === null)) return undefined
  const child = rest.length === 0 ? value : copyWithValue(followSteps(whole, [step]), rest, value)
  if (child === undefined && (rest.length > 0 || value !== undefined)) return undefined
  if (Array.isArray(whole)) {
    if (!arrayIndex.test(step) || Number(step) > whole.length) return undefined
    return child === undefined
      ? whole.toSpliced(Number(step), 1)
      : Object.assign([...whole] as unknown[], { [step]: child })
  }
  const members = new Map(Object.entries(whole ?? {}))
  if (child === undefined) members.delete(step)
  else members.set(step, child)
  return Object.fromEntries(members)
}
