import type { OperationId } from './operation-ids.ts'

/** JSON in which some texts are holes, such as `$items`. A literal `$` is written `$$`. */
export type TemplatePart =
  | string
  | number
  | boolean
  | null
  | readonly TemplatePart[]
  | { readonly [member: string]: TemplatePart }

/** A template of an answer: a part that is an object or an array, or just a hole, such as `$items`. */
export type Template = readonly TemplatePart[] | { readonly [member: string]: TemplatePart } | `$${string}`

/** A value for every operation, or one for each of some operations and another for the rest. */
export type PerOperation<Value> =
  | Value
  | ({ readonly $default: Value } & { readonly [Operation in OperationId]?: Value })

/** Returns true for a template, and false for the name of a shape that conventions list. */
export function isTemplate<Value>(value: Value | Template): value is Template {
  return typeof value === 'object' || (typeof value === 'string' && value.startsWith('$'))
}
