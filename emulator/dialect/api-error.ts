import type { RequirementId } from '../../conformance/catalogue/requirements.ts'

/**
 * Why a request is refused. The conventions decide the status of those that the specification leaves open;
 * `malformedId` and `invalidEnum` are always 400 (clause 7).
 */
export const refusals = {
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
} as const

export type RefusalKind = keyof typeof refusals

export interface RefusalDetail {
  /** JSON pointer into the body, or the name of a parameter. */
  readonly at: string
  readonly message: string
  /** The options of an enum. */
  readonly allowed?: readonly unknown[]
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
export class ApiError extends Error {
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

/** A path as a message shows it: not too long. */
export function shownPath(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path
}

/** A value as a message shows it: on one line and not too long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}
