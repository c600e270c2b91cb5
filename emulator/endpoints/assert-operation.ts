import { nearest } from '../tools/nearest.ts'
import { operationIds, type OperationId } from './operation-ids.ts'

/** Thrown for the name of an operation that the emulator does not have. */
export class UnknownOperationError extends Error {
  override readonly name = 'UnknownOperationError'
}

/** @throws UnknownOperationError that names the nearest operation, or all. */
export function assertOperation(operation: string): asserts operation is OperationId {
  if ((operationIds as readonly string[]).includes(operation)) return
  const hint = nearest(operation, operationIds)
  throw new UnknownOperationError(
    `There is no operation ${JSON.stringify(operation.slice(0, 100))}${hint === undefined ? `. The operations are: ${operationIds.join(', ')}.` : `; did you mean ${hint}?`}`,
  )
}
