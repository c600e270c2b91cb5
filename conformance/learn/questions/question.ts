import type { Exchange } from '../../conclusions/exchange.ts'
import type { Session } from '../../judge/session.ts'
import type { Declaration } from '../../target/declarations.ts'
import type { Answers } from '../answers.ts'

/** The service, and its answers so far. */
export interface QuestionContext {
  readonly session: Session
  readonly answers: Answers
}

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
  /** True if the bodies of two equal services may differ: a value, or the commands of an adapter. */
  readonly onlyForm?: boolean
  /** True if the status depends on the data of the service. Then the answer is not compared. */
  readonly isOfData?: boolean
  /** Sends the requests; undefined if the data of the service does not allow the question. */
  readonly ask: (asking: QuestionContext) => Promise<Exchange | undefined>
}
