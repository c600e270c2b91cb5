import type { CredentialKind } from '../auth/credentials.ts'
import type { Endpoint } from '../define-endpoint.ts'
import type { Fault } from '../faults/fault.ts'
import type { ApiError } from '../http/api-error.ts'

/**
 * A request as it is noted while it is served: references and no copies, as every request pays for this and hardly
 * one is read.
 */
export interface Draft {
  /** From 1, in the order in which requests came. */
  readonly index: number
  /** Virtual time, in milliseconds since 1970. */
  readonly at: number
  /** By the stopwatch. */
  readonly begun: number
  readonly method: string
  readonly path: string
  readonly search: string
  readonly headers: Headers
  endpoint: Endpoint | undefined
  credentials: CredentialKind | undefined
  body: string | undefined
  fault: Fault | undefined
  refusal: ApiError | undefined
  /** Undefined while it is served; 0 when the connection was dropped. */
  status: number | undefined
  ended: number
}

/** The longest body that is kept, in characters. */
const longestBody = 65_536

/** Notes the body of a request, unless it is too long to keep. */
export function noteBody(draft: Draft, text: string): void {
  draft.body = text.length > longestBody ? `(${text.length} characters, which is more than is kept)` : text
}
