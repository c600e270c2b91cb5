import type { Exchange } from '../../conclusions/exchange.ts'
import type { Session } from '../../judge/session.ts'
import type { Declaration } from '../../target/declarations.ts'
import type { Answers } from '../answers.ts'

/** The service that is asked, and its answers so far. */
export interface Asking {
  readonly session: Session
  readonly answers: Answers
}

/** A request, or a few, whose answer shows how a service fills a place that the specification leaves open. */
export interface Question {
  /** The name of the answer. It begins with the operation, by the emulator's name where it has another. */
  readonly id: string
  /** The question as `--plan` prints it: the request, in the specification's own words. */
  readonly asks: string
  /** The declarations of the target file that it needs. */
  readonly needs: readonly Declaration[]
  /** A write creates, changes or deletes at the service. */
  readonly effect: 'read' | 'write'
  /** True if the body is not the same thing at two services that are alike: a value, or the commands of an adapter. */
  readonly onlyForm?: boolean
  /** True if the status depends on what the service holds. Then nothing of the answer is compared. */
  readonly isOfData?: boolean
  /** Asks; undefined where what the service holds does not let it be asked. */
  readonly ask: (asking: Asking) => Promise<Exchange | undefined>
}
