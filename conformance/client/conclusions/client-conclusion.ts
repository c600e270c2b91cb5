import type { Failure, Statement } from '../../conclusions/conclusion.ts'
import type { AnyExchange } from '../../conclusions/exchange.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import type { ClientCause } from './client-cause.ts'
import type { ClientFact } from './client-fact.ts'

/** A statement about a client. */
export type ClientStatement = Statement<ClientFact, ClientCause>

/** A statement about a client in one run, with its verdict. */
export interface ClientConclusion extends ClientStatement {
  readonly verdict: ClientVerdict
  /** The exchanges that prove it. */
  readonly evidence?: readonly AnyExchange[]
}

/** A request that breaks its requirement. */
export interface WrongRequest extends Failure<ClientFact> {
  /** The exchanges that prove it, if the request is not the only one. */
  readonly evidence?: readonly AnyExchange[]
}
