import type { AnswerBodies, OperationId } from '../../model/contract/operation-ids.ts'
import type { Fault } from './fault.ts'

/** The members that a stub may have in addition to its answer. */
type StubOptions = Pick<Fault, 'times' | 'skip' | 'probability' | 'headers' | 'retryAfter' | 'delay'>

/** The body of an operation's answers, in any envelope. Every member is optional. */
export type AnswerBody<Operation extends OperationId> = AnswerBodies[Operation]

/** The answer that the emulator gives without the stub. */
export interface OriginalAnswer<Operation extends OperationId> {
  /** The status. */
  readonly status: number
  /** The JSON of the body, or its text if it is not JSON. In an error answer, the body of the error. */
  readonly body: AnswerBody<Operation>
  /** The whole answer, with an unread body. */
  readonly response: Response
}

/** The argument of a function that answers. */
export interface AnswerContext<Operation extends OperationId, In = unknown> {
  /** The request. Its body can be read. */
  readonly request: Request
  /** The parameters of the path by name, decoded, as the client sent them: an id may have its prefix. */
  readonly params: Readonly<Record<string, string>>
  /** The world of the request: its data, clock and journal. */
  readonly world: In
  /**
   * Executes the request, and returns the answer that the emulator gives without the stub. Later calls return the same
   * answer. If it is never called, the request has no effect.
   */
  readonly original: () => Promise<OriginalAnswer<Operation>>
}

/** An answer: a body, as JSON or a string, or a whole response. */
export type Answer<Operation extends OperationId> = AnswerBody<Operation> | Response

/** Answers a request. An error that it throws is the test's own: it goes to `onError`, and the client gets 500. */
export type AnswerFunction<Operation extends OperationId, In = unknown> = (
  context: AnswerContext<Operation, In>,
) => Answer<Operation> | Promise<Answer<Operation>>

/** The members of a stub that say how it answers. */
interface HowItAnswers<Operation extends OperationId, Status extends number, In> {
  /** Answers each request by a function, instead of `body`. */
  readonly answer: AnswerFunction<Operation, In>
  /** The status. Default: 200. For a function that called `original`: the status of the original answer. */
  readonly status: Status
  /** A string, or JSON. Any value is allowed unless the status is 2xx. */
  readonly body: `${Status}` extends `2${string}` ? AnswerBody<Operation> : unknown
}

/** Some members, at least one of which is required. */
type AtLeastOne<Members> = Partial<Members> & { readonly [Name in keyof Members]: Pick<Members, Name> }[keyof Members]

/** Returns true for a fault that is a stub, not a failure. */
export function isStub({ operation, body, status }: Fault): boolean {
  return operation !== undefined && (body !== undefined || (status !== undefined && status < 400))
}

/** An answer of your own to an operation: by `status`, `body` or `answer`. */
export type Stub<Operation extends OperationId, Status extends number, In = unknown> = StubOptions & {
  /** The operation that it answers. */
  readonly operation: Operation
} & AtLeastOne<HowItAnswers<Operation, Status, In>>
