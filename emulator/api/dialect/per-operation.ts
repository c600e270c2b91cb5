import {
  type ConventionName,
  type Conventions,
  definitions,
  type OperationConventions,
} from '../../model/contract/conventions.ts'
import type { ConventionDefinition } from '../../model/contract/define-convention.ts'
import { type OperationId, operationIds } from '../../model/contract/operation-ids.ts'
import type { PerOperation } from '../../model/contract/template.ts'
import { isObject } from '../../tools/is-object.ts'

const perOperation = (Object.keys(definitions) as ConventionName[]).filter(
  (name) => (definitions[name] as ConventionDefinition<unknown>).perOperation,
)

/** The key of the value for all operations that a convention does not name. */
export const otherOperations = '$default'

/** Returns true for a value that names operations. */
export function isPerOperation(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && Object.hasOwn(value, otherOperations)
}

/** The operations that have their own value of a convention. */
export function namedOperations(conventions: Conventions): readonly OperationId[] {
  const named = new Set(perOperation.flatMap((name) => Object.keys(operationValues(conventions[name]))))
  return named.size === 0 ? [] : operationIds.filter((id) => named.has(id))
}

function operationValues(value: unknown): object {
  return isPerOperation(value) ? value : {}
}

/** The value of a convention for an operation. */
export function operationValue<Value>(value: PerOperation<Value>, operation: string): Value {
  if (!isPerOperation(value)) return value as Value
  const values: Readonly<Record<string, unknown>> = value
  return values[Object.hasOwn(values, operation) ? operation : otherOperations] as Value
}

/** The conventions of one operation. Default: of the operations that no convention names. */
export function operationConventions(conventions: Conventions, operation?: OperationId): OperationConventions {
  const changed = perOperation.flatMap((name) => {
    const value: unknown = conventions[name]
    if (!isPerOperation(value)) return []
    return [[name, operation === undefined ? value[otherOperations] : operationValue(value, operation)]]
  })
  return (
    changed.length === 0 ? conventions : { ...conventions, ...Object.fromEntries(changed) }
  ) as OperationConventions
}
