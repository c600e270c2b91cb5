// Describes the faults of a value that fits no alternative of a union.
import type { ErrorObject } from 'ajv/dist/2020.js'
import { describeAlternatives } from './describe-alternatives.ts'
import { cut, shortJson } from './short-text.ts'
import { alternativesOf } from './union-keywords.ts'

interface UnionFault {
  readonly at: string
  readonly message: string
  readonly allowed?: readonly unknown[]
}

/**
 * The errors of the alternative that an object or array is meant to be: the only one of its type whose fixed members,
 * such as `kind: 'a'`, it has. Undefined when there is no such alternative.
 */
export function meantAlternative(union: ErrorObject): readonly ErrorObject[] | undefined {
  const [meant, ...others] = likeAlternatives(union).filter((errors) => !errors.some((error) => isFixed(error, union)))
  return others.length === 0 ? meant : undefined
}

/** One fault for the whole union, which names the alternatives. */
export function faultOfUnion(union: ErrorObject, at: string): UnionFault {
  const { keyword, schema, data } = union
  const fixed = fixedMember(union)
  if (fixed) return fixed
  const fitting = alternativesOf(union).filter((errors) => errors.length === 0)
  const must = keyword === 'oneOf' && fitting.length > 1 ? 'must be only one of:' : 'must be'
  return { at, message: `${must} ${describeAlternatives(schema as readonly unknown[])}; got ${shortJson(data)}` }
}

/** The errors of the alternatives that have the type of the value. Values without members are told by their type. */
function likeAlternatives(union: ErrorObject): readonly (readonly ErrorObject[])[] {
  if (typeof union.data !== 'object' || union.data === null) return []
  const isOtherType = ({ keyword, instancePath }: ErrorObject) =>
    keyword === 'type' && instancePath === union.instancePath
  return alternativesOf(union).filter((errors) => errors.length > 0 && !errors.some(isOtherType))
}

function isFixed({ keyword, instancePath }: ErrorObject, union: ErrorObject): boolean {
  const below = instancePath.slice(union.instancePath.length + 1)
  return (keyword === 'const' || keyword === 'enum') && !below.includes('/')
}

/** The fault of a member whose value every alternative fixes, and none as it is. */
function fixedMember(union: ErrorObject): UnionFault | undefined {
  const fixed = likeAlternatives(union).map((errors) => errors.find((error) => isFixed(error, union)))
  const [first] = fixed
  if (!first || fixed.some((error) => error?.instancePath !== first.instancePath)) return undefined
  const allowed = fixed.flatMap((error) =>
    error!.keyword === 'const' ? [error!.schema] : (error!.schema as unknown[]),
  )
  const list = allowed.slice(0, 50).map(shortJson).join(', ')
  return { at: cut(first.instancePath, 200), message: `must be one of ${list}; got ${shortJson(first.data)}`, allowed }
}
