import type { Failure, Statement } from '../../conclusions/conclusion.ts'
import type { AnyExchange } from '../../conclusions/exchange.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import type { ClientCause } from './client-cause.ts'
import type { ClientFact } from './client-fact.ts'

/** What is said about a client. */
export type ClientStatement = Statement<ClientFact, ClientCause>

/** What is said about a client in one run, with its verdict. */
export interface ClientConclusion extends ClientStatement {
  readonly verdict: ClientVerdict
  /** The exchanges that show it. */
  readonly evidence?: readonly AnyExchange[]
}

/** A request that is not as its requirement says. */
export interface WrongRequest extends Failure<ClientFact> {
  /** The exchanges that show it, where it is not this one alone. */
  readonly evidence?: readonly AnyExchange[]
}
