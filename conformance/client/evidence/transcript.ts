// The exchanges of a client during one task. Secrets are included: they are replaced when a report is written.
import type { RecordedExchange } from '../../conclusions/exchange.ts'

/** An exchange of a client. The URL of its request is the address below the base URL, as it was received. */
export interface ClientExchange extends RecordedExchange {
  /** From 1, in the order of arrival. */
  readonly index: number
  /** Milliseconds since the run began, by real time. `startedAt` is the time of the world. */
  readonly afterMs: number
  /** The path of the URL. It begins with a slash. */
  readonly path: string
  /** The query of the URL, with its question mark; empty without one. */
  readonly search: string
  /** True if the emulator serves the path by this method, documented or not. */
  readonly isServed: boolean
  /** The operation by which the dialect of the service may differ, documented or not; undefined if it is unknown. */
  readonly servedAs: string | undefined
  /** The accepted credential, such as `oauth#2`; undefined if none was accepted. */
  readonly credential: string | undefined
}

/** All requests of a client during one run. */
export interface Transcript {
  /** In the order of arrival. */
  readonly exchanges: readonly ClientExchange[]
  /** Exchanges whose requests lost the path of the base URL and so reached no world or another one. */
  readonly outside: readonly ClientExchange[]
  /** True if exchanges are missing. Then nothing is concluded from the absence of a request. */
  readonly cut: boolean
}
