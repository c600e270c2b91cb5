import type { AnswerBodies } from '../../model/contract/answer-bodies.ts'
import type { OperationId } from '../../model/contract/operation-ids.ts'
import type { Fault } from './fault.ts'

/** The members that a stub may have beside its answer. */
type Other = Pick<Fault, 'times' | 'skip' | 'probability' | 'headers' | 'contentType' | 'retryAfter' | 'delay'>

/** The body of an operation's answers, in any envelope. Every member is optional. */
export type AnswerBody<Operation extends OperationId> = AnswerBodies[Operation]

/** An answer of your own to an operation. */
export interface Stub<Operation extends OperationId, Status extends number> extends Other {
  /** The operation that it answers. */
  readonly operation: Operation
  /** The status. Default: 200. */
  readonly status?: Status
  /** A text, or JSON. Any value is right unless the status is 2xx. */
  readonly body?: `${Status}` extends `2${string}` ? AnswerBody<Operation> : unknown
}
