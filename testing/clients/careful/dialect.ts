import type { Conventions, OperationConventions } from '../../../emulator/model/contract/conventions.ts'
import { operationConventions } from '../../../emulator/api/dialect/per-operation.ts'
import { defaultConventions, withConventions } from '../../../emulator/api/dialect/conventions.ts'

/**
 * The facts about the service that an SDK must know beyond the specification. An SDK speaks one dialect: its author
 * chose it.
 */
export type Dialect = Pick<
  OperationConventions,
  | 'listEnvelope'
  | 'legacyListEnvelope'
  | 'legacyProjects'
  | 'objectEnvelope'
  | 'unauthenticatedStatus'
  | 'accessTokensPath'
  | 'secretName'
  | 'stateCodeName'
  | 'capabilities'
  | 'versions'
>

/** The dialect of a service under these conventions. */
export function carefulDialect(conventions: Partial<Conventions>): Dialect {
  return operationConventions(withConventions(defaultConventions, conventions))
}
