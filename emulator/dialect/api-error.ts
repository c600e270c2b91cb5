import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { Refusal, RefusalDetail, RefusalKind } from '../contract/refusal.ts'

/**
 * Why a request is refused. The conventions decide the status of those that the specification leaves open;
 * `malformedId` and `invalidEnum` are always 400 (clause 7).
 */
export const refusals: Readonly<Record<RefusalKind, string>> = {
  refused: 'invalid_request',
  malformedId: 'malformed_id',
  invalidEnum: 'invalid_enum_value',
  unauthenticated: 'unauthenticated',
  forbidden: 'forbidden',
  unknown: 'not_found',
  unknownPath: 'unknown_endpoint',
  method: 'method_not_allowed',
  conflict: 'conflict',
  tooLarge: 'payload_too_large',
  mediaType: 'unsupported_media_type',
  rateLimited: 'rate_limited',
  internal: 'internal_error',
  /** What a fault of the test asked for: it brings its own status, and the code that goes with it. */
  fault: 'fault',
}

export interface RefusalOptions {
  /** The requirement that the request broke: sent in `x-emulator-requirement`. */
  readonly requirement?: RequirementId | undefined
  readonly details?: readonly RefusalDetail[] | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** In place of the status and the code that the kind has. */
  readonly status?: number | undefined
  readonly code?: string | undefined
}

/** A refusal on its way to the client. The message says what was expected, what came and what to do. */
export class ApiError extends Error implements Refusal {
  override readonly name = 'ApiError'
  readonly kind: RefusalKind
  readonly requirement: RequirementId | undefined
  readonly details: readonly RefusalDetail[]
  /** Whoever lets it pass may add to them. */
  headers: Readonly<Record<string, string>>
  /** What the status is whatever the conventions say. */
  readonly status: number | undefined
  readonly code: string

  constructor(
    kind: RefusalKind,
    message: string,
    { requirement, details = [], headers = {}, status, code = refusals[kind] }: RefusalOptions = {},
  ) {
    super(message)
    this.kind = kind
    this.requirement = requirement
    this.details = details
    this.headers = headers
    this.status = status
    this.code = code
  }
}
