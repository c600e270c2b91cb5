import { didYouMean } from '../../tools/nearest.ts'
import { operationIds, type OperationId } from '../../model/contract/operation-ids.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { shortJson } from '../../tools/short-text.ts'

/** @throws EmulatorError `unknown_operation`, which suggests the nearest operation, or lists all if none is close. */
export function assertOperation(operation: string): asserts operation is OperationId {
  if ((operationIds as readonly string[]).includes(operation)) return
  if (typeof operation !== 'string')
    throw new EmulatorError(
      'unknown_operation',
      `An operation is named by a string, such as 'environments.list'; got ${shortJson(operation)}.`,
    )
  const all = `. The operations are: ${operationIds.join(', ')}.`
  throw new EmulatorError(
    'unknown_operation',
    `There is no operation ${JSON.stringify(operation.slice(0, 100))}${didYouMean(operation, operationIds, all)}`,
  )
}
