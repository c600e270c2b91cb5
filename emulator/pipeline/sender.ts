import type { ApiError } from '../api/dialect/api-error.ts'
import { anyOrigin, type CorsHeaders } from '../api/dialect/cors.ts'
import type { RawHeaders } from '../tools/raw-headers.ts'

/** The sender of a request, as the server knows it. */
export interface Sender {
  /**
   * The headers as they came over the wire. Listing those of the server's own Request takes as long as a good part of
   * the answer.
   */
  readonly rawHeaders?: RawHeaders | undefined
  /** The number of the connection, from 1. */
  readonly connection?: number | undefined
  readonly cors: CorsHeaders
  /** True if the first use of a name creates a world. */
  readonly createsWorlds: boolean
  /** Why the server could not read the request, whose headers are then unknown. */
  readonly unparsed?: ApiError | undefined
  /** Makes the page of the console. Undefined where no server has it, as in process. */
  readonly consolePage?: (() => Promise<Response>) | undefined
}

/** The sender of a request in process, where a page is the caller's own. */
export const localSender: Sender = { cors: anyOrigin, createsWorlds: true }
