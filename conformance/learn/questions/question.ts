import type { OperationId } from '../../catalogue/operations.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Call } from '../../judge/call.ts'
import type { Run } from '../../judge/run.ts'
import type { Session } from '../../judge/session.ts'
import type { Declaration } from '../../target/declarations.ts'
import type { Answers } from '../answers.ts'

/** The target, and its answers so far: what a call is made from. */
export interface CallContext {
  readonly session: { readonly run: Pick<Run, 'target' | 'version' | 'baseUrl' | 'random'> }
  readonly answers: Answers
}

/** The service, and its answers so far. */
export interface QuestionContext extends CallContext {
  readonly session: Session
}

/** Makes the request of a question; undefined if the data of the service does not allow it. */
export type MakeCall = (asking: CallContext) => Call | undefined

/** A recorded exchange, with the parts of its request that a call names. */
export interface RecordedCall {
  readonly exchange: Exchange
  readonly operation: OperationId | undefined
  readonly method: string
  readonly status: number
  /** The path after the base URL. */
  readonly path: string
  /** The values in the path of the operation, by their names. */
  readonly values: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly authorization: string | undefined
}

export interface RecordedContext extends CallContext {
  /** True if requests were recorded with their credentials. Only then is a request without any really anonymous. */
  readonly keepsCredentials: boolean
}

/** Returns true if a recorded exchange with the same call answers the question. */
export type Matches = (recorded: RecordedCall, asking: RecordedContext) => boolean

/** One or a few requests whose answer shows how a service implements something that the specification leaves open. */
export interface Question {
  /** The name of the answer. It begins with the emulator's name of the operation. */
  readonly id: string
  /** The request as `--plan` prints it, in the words of the specification. */
  readonly asks: string
  /** The declarations that it needs in the target file. */
  readonly needs: readonly Declaration[]
  /** A write creates, changes or deletes at the service. */
  readonly effect: 'read' | 'write'
  /** The question whose good request it varies. Where the service refuses that, this question is not asked. */
  readonly varies?: string
  /** True if it is asked only where a run has requests to spare, by the answers so far. */
  readonly isSpare?: (answers: Answers) => boolean
  /** True if it sends a wrong credential, or none where that was asked elsewhere. A gentle run leaves it out. */
  readonly isRisky?: boolean
  /** True if the bodies of two equal services may differ: a value, or the commands of an adapter. */
  readonly onlyForm?: boolean
  /** True if the status depends on the data of the service. Then the answer is not compared. */
  readonly isOfData?: boolean
  /** Sends the requests; undefined if the data of the service does not allow the question. */
  readonly ask: (asking: QuestionContext) => Promise<Exchange | undefined>
  /** The request that recorded traffic must have, in which each sample of the target is `anyValue`. */
  readonly call?: MakeCall
  /**
   * Decides whether a recorded exchange with such a request answers the question. Missing if the request needs values
   * that do not occur in recordings.
   */
  readonly matches?: Matches | undefined
}
