// Values of conventions that may differ by operation.
import { isObject } from '../reading/find-list.ts'

/** Values by the names of operations; `$default` is that of all others. */
export type ByOperation = Readonly<Record<string, unknown>>

export const isByOperation = (value: unknown): value is ByOperation =>
  isObject(value) && Object.hasOwn(value, '$default')

/** The value of an operation. */
export function valueAt(value: unknown, operation: string): unknown {
  if (!isByOperation(value)) return value
  return value[Object.hasOwn(value, operation) ? operation : '$default']
}

/** The operations that values name, and `$default`. */
export function namedPlaces(...values: readonly unknown[]): readonly string[] {
  return [...new Set(['$default', ...values.flatMap((value) => (isByOperation(value) ? Object.keys(value) : []))])]
}
