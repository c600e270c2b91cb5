// What passed between a client and a service, as plain data. Secrets are included: they are replaced when a report is
// written.
import type { NameAndValue } from '../client/evidence/transcript.ts'

/** The reason why a body that passed was not read. */
export type Unread =
  /** It has more bytes than are kept of one body. */
  | 'long'
  /** As many bytes were kept before as are kept in all. */
  | 'full'
  /** It has a Content-Encoding that cannot be undone. */
  | 'encoding'
  /** It is not UTF-8. */
  | 'text'

/** A body that passed. */
export interface PassedBody {
  /** Empty without one; undefined where it was not read. */
  readonly text: string | undefined
  readonly unread?: Unread
}

/** The answer of the service. */
export interface PassedAnswer {
  readonly status: number
  /** As the service sent them. */
  readonly headers: readonly NameAndValue[]
  /** As the client got them: without those of one connection, and with links that lead to the proxy. */
  readonly passedHeaders: readonly NameAndValue[]
  readonly body: PassedBody
  /** True if it came to its end. */
  readonly isWhole: boolean
}

/** A request of the client, and what came of it. */
export interface PassedExchange {
  /** The place of its arrival among all arrivals and answers. */
  readonly arrived: number
  /** The place of its end in the same order; undefined where it had none, or where the client did not wait for it. */
  readonly answered: number | undefined
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
  /** The connection of the client, by a number from 1. */
  readonly connection: number
  readonly method: string
  /** The path and the query as they came. */
  readonly address: string
  readonly headers: readonly NameAndValue[]
  readonly body: PassedBody
  /** Undefined where the connection was dropped, or no answer was given before the end. */
  readonly answer: PassedAnswer | undefined
}

/** The traffic of a proxy. */
export interface Traffic {
  /** In the order of arrival. */
  readonly exchanges: readonly PassedExchange[]
  /** The requests that passed and were not kept, as as many had been kept before. */
  readonly unkept: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
}
