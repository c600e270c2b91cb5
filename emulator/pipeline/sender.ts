import type { ApiError } from '../api/dialect/api-error.ts'
import { anyOrigin, type CorsHeaders } from '../api/dialect/cors.ts'
import type { RawHeaders } from '../tools/raw-headers.ts'

/** The sender of a request, as the server knows it. */
export interface Sender {
  /**
   * The headers as received. Listing those of the server's own Request takes a large part of the time of an answer.
   */
  readonly rawHeaders?: RawHeaders | undefined
  /** The number of the connection, from 1. */
  readonly connection?: number | undefined
  readonly cors: CorsHeaders
  /** True if the first use of a name creates a world. */
  readonly createsWorlds: boolean
  /** Why the server could not read the request, whose headers are then unknown. */
  readonly unparsed?: ApiError | undefined
  /** Makes the page of the console; undefined without a server. */
  readonly consolePage?: (() => Promise<Response>) | undefined
  /** True for a deviation, which sends on what a client sent. */
  readonly isDeviation?: boolean
}

/** The sender of a request in process, where the caller controls the page. */
export const localSender: Sender = { cors: anyOrigin, createsWorlds: true }

export const deviationSender: Sender = { ...localSender, isDeviation: true }
