import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { CredentialKind } from '../contract/credentials.ts'
import type { Endpoint } from '../endpoints/define-endpoint.ts'
import type { Fault } from '../faults/fault.ts'
import type { ApiError } from '../dialect/api-error.ts'
import type { RefusalKind } from '../contract/refusal.ts'
import { toHeaders } from '../tools/raw-headers.ts'

/** Why a request was refused: without the details, of which there may be as many as a body has members. */
export interface NotedRefusal {
  readonly kind: RefusalKind
  readonly code: string
  readonly requirement: RequirementId | undefined
  readonly message: string
}

/** A request as it is noted while it is served: next to nothing is made of it, as every request pays for this and hardly one is read. */
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
  /** As `joined` makes them. */
  readonly headers: string
  endpoint: Endpoint | undefined
  /** The kind of those that were accepted. */
  credentials: CredentialKind | 'oauthClient' | undefined
  /** Undefined when none was read, or it was too long to keep. */
  body: string | undefined
  /** In characters. */
  bodyLength: number
  /** The parameters that were known, where the endpoint's schema does not tell. */
  parameters: readonly string[] | undefined
  fault: Fault | undefined
  refusal: NotedRefusal | undefined
  /** Undefined while it is served; 0 when the connection was dropped. */
  status: number | undefined
  ended: number
  /** Bytes that it takes, about. */
  size: number
}

/** The longest body that is kept, in characters. */
const longestBody = 65_536
const longestMessage = 2000

/** Notes the body of a request; of one that is too long to keep, only its length. */
export function noteBody(draft: Draft, text: string): void {
  draft.bodyLength = text.length
  if (text.length <= longestBody) draft.body = text
}

/** Notes why a request was refused. */
export function noteRefusal(draft: Draft, { kind, code, requirement, message }: ApiError): void {
  draft.refusal = {
    kind,
    code,
    requirement,
    message: message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message,
  }
}

/** The value of a header of the request, by its name in lower case. */
export function headerOf({ headers }: Draft, name: string): string | undefined {
  return toHeaders(headers)[name]
}
