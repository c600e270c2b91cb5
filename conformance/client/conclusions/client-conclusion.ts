import type { Statement } from '../../conclusions/conclusion.ts'
import type { AnyExchange } from '../../conclusions/exchange.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import type { ClientCause } from './client-cause.ts'
import type { ClientFact } from './client-fact.ts'

/** The conclusion of a law about a client in one run. */
export interface ClientConclusion extends Statement<ClientFact, ClientCause> {
  readonly verdict: ClientVerdict
  /** The exchanges that prove it. */
  readonly evidence?: readonly AnyExchange[]
}
