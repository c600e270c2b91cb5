import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { CredentialKind } from '../contract/credentials.ts'
import type { Endpoint } from '../endpoints/define-endpoint.ts'
import type { Fault } from '../faults/fault.ts'
import type { ApiError } from '../dialect/api-error.ts'
import type { RefusalKind } from '../contract/refusal.ts'
import { toHeaders } from '../tools/raw-headers.ts'

/** Why a request was refused. The details are left out: a large body can have thousands. */
export interface NotedRefusal {
  readonly kind: RefusalKind
  readonly code: string
  readonly requirement: RequirementId | undefined
  readonly message: string
}

/** A request as it is recorded while it is served. It stays unparsed: every request pays for this, and few are read. */
export interface Draft {
  /** From 1, in the order of arrival. */
  readonly index: number
  /** Virtual time, in milliseconds since 1970. */
  readonly at: number
  /** Real time by the stopwatch, in milliseconds. */
  readonly begun: number
  readonly method: string
  readonly path: string
  readonly search: string
  /** The headers in one text, as `joined` makes it. */
  readonly headers: string
  endpoint: Endpoint | undefined
  /** The kind of the accepted credentials. */
  credentials: CredentialKind | 'oauthClient' | undefined
  /** Undefined when no body was read, or it was too long to keep. */
  body: string | undefined
  /** In characters. */
  bodyLength: number
  /** The known parameters, when the handler and not the endpoint's schema names them. */
  parameters: readonly string[] | undefined
  fault: Fault | undefined
  refusal: NotedRefusal | undefined
  /** Undefined while the request is served; 0 when the connection was dropped. */
  status: number | undefined
  /** Real time by the stopwatch, in milliseconds. */
  ended: number
  /** Approximate memory use, in bytes. */
  size: number
}

/** The longest body that is kept, in characters. */
const longestBody = 65_536
/** The length at which the message of a refusal is cut, in characters. */
const longestMessage = 2000

/** Records the body of a request, or only its length when it is too long to keep. */
export function noteBody(draft: Draft, text: string): void {
  draft.bodyLength = text.length
  if (text.length <= longestBody) draft.body = text
}

/** Records why a request was refused. */
export function noteRefusal(draft: Draft, { kind, code, requirement, message }: ApiError): void {
  draft.refusal = {
    kind,
    code,
    requirement,
    message: message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message,
  }
}

/** Returns the value of a request header, by its name in lower case. */
export function headerOf({ headers }: Draft, name: string): string | undefined {
  return toHeaders(headers)[name]
}
