// The requests of a client during one task and their answers, as plain data. Secrets are included: they are replaced
// when a report is written.

import type { OperationId } from '../../catalogue/operations.ts'

/** A name and a value, as it came over the wire. */
export type NameAndValue = readonly [name: string, value: string]

/** The answer to a request. */
export interface ReceivedAnswer {
  /** Its status code. */
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined when it was too long to keep. */
  readonly body: string | undefined
}

/** A request as it came. */
export interface ReceivedRequest {
  /** From 1, in the order of arrival. */
  readonly index: number
  /** The place of its arrival among all arrivals and answers of the run. Requests overlap as these intervals do. */
  readonly arrived: number
  /** The place of its answer in the same order; undefined when none was given before the run ended. */
  readonly answered: number | undefined
  /** The time of the world, in milliseconds since 1970. */
  readonly at: number
  /** Milliseconds since the run began, by real time. */
  readonly afterMs: number
  /** In upper case. */
  readonly method: string
  /** The path below the base URL, as received. It begins with a slash. */
  readonly path: string
  /** The query as received, with its question mark; empty without one. */
  readonly search: string
  /** In the order and form in which they came. */
  readonly headers: readonly NameAndValue[]
  /** Empty without one; undefined when it was too long to keep, or refused before it was read. */
  readonly body: string | undefined
  /** The connection, by a number from 1; undefined in process. */
  readonly connection: number | undefined
  /** The documented operation, by the kit's own table; undefined where nothing is documented. */
  readonly operation: OperationId | undefined
  /** True if the emulator serves the path by this method, documented or not. */
  readonly isServed: boolean
  /** The operation by which the dialect of the service may differ, documented or not; undefined where none is known. */
  readonly servedAs: string | undefined
  /** Which credential was accepted, as `oauth#2`; undefined when none was. */
  readonly credential: string | undefined
  /** Undefined when the connection was dropped, or no answer was given before the run ended. */
  readonly answer: ReceivedAnswer | undefined
}

/** Everything that a client sent during one run. */
export interface Transcript {
  /** In the order of arrival. */
  readonly requests: readonly ReceivedRequest[]
  /** Requests that lost the path of the base URL, and so came to no world or to another one. */
  readonly outside: readonly ReceivedRequest[]
  /** True if requests are missing. Then nothing is concluded from what is absent. */
  readonly cut: boolean
}
