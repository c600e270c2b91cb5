// The statuses of refusals, which conventions may choose for each operation.
import type { OperationId as DocumentedId } from '../../../conformance/catalogue/operations.ts'
import type { DialectFacts, RefusalStatuses } from '../../../conformance/client/evidence/world-facts.ts'
import type { LearnedRefusals } from '../../../conformance/proxy/twin-question.ts'
import { operationConventions, namedOperations } from '../../../emulator/api/dialect/per-operation.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import type { OperationId } from '../../../emulator/model/contract/operation-ids.ts'

/** The statuses of refusals by operation. Nearly all operations have the same ones. */
export function refusalStatuses(all: Conventions): DialectFacts['refusals'] {
  const statusesOf = (operation?: OperationId): RefusalStatuses => {
    const { unauthenticatedStatus, forbiddenStatus, refusedStatus, unknownIdStatus } = operationConventions(
      all,
      operation,
    )
    return {
      unauthenticated: unauthenticatedStatus,
      forbidden: forbiddenStatus,
      refused: refusedStatus,
      unknown: unknownIdStatus,
    }
  }
  const others = statusesOf()
  const named = new Map<string, RefusalStatuses>(namedOperations(all).map((id) => [id, statusesOf(id)]))
  return (servedAs = '') => named.get(servedAs) ?? others
}

/** The operations whose names differ between the emulator and the kit. */
const emulatorNames: Readonly<Partial<Record<DocumentedId, OperationId>>> = {
  'legacy-projects.list': 'legacy.projects',
  'groups.list': 'legacy.groups.list',
  'groups.create': 'legacy.groups.create',
  'events.list': 'legacy.events.list',
}

/** The emulator's name for a documented operation, as used in a fault. */
export function toEmulatorOperation(operation: DocumentedId): OperationId {
  return emulatorNames[operation] ?? (operation as OperationId)
}

/** The statuses of refusals by documented operation. */
export function refusalsByOperation(conventions: Conventions): LearnedRefusals {
  const refusals = refusalStatuses(conventions)
  return (operation) => refusals(toEmulatorOperation(operation))
}
