import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import type { Refusal, RefusalDetail, RefusalKind } from '../../model/contract/refusal.ts'
import type { Faults } from '../../tools/json-schema.ts'
import { cutText } from '../../tools/short-text.ts'

/**
 * The code and the status of each kind of refusal. The conventions may answer `refused`, `unauthenticated`, `forbidden`
 * and `unknown` with another status; the other statuses are fixed (clause 7).
 */
export const refusals: Readonly<Record<RefusalKind, { readonly code: string; readonly status: number }>> = {
  refused: { code: 'invalid_request', status: 400 },
  malformedId: { code: 'malformed_id', status: 400 },
  invalidEnum: { code: 'invalid_enum_value', status: 400 },
  unauthenticated: { code: 'unauthenticated', status: 401 },
  forbidden: { code: 'forbidden', status: 403 },
  unknown: { code: 'not_found', status: 404 },
  unknownPath: { code: 'unknown_endpoint', status: 404 },
  method: { code: 'method_not_allowed', status: 405 },
  conflict: { code: 'conflict', status: 409 },
  tooLarge: { code: 'payload_too_large', status: 413 },
  mediaType: { code: 'unsupported_media_type', status: 415 },
  rateLimited: { code: 'rate_limited', status: 429 },
  internal: { code: 'internal_error', status: 500 },
  /** The server could not read it as HTTP. It has its own status, and the code for that status. */
  unparsed: { code: 'bad_request', status: 400 },
  /** A fault that a test added. It has its own status, and the code for that status. */
  fault: { code: 'fault', status: 500 },
}

/** Overrides for a single refusal of a kind. */
export interface RefusalOptions {
  /** The requirement that the request violates. It is sent in `x-emulator-requirement`. */
  readonly requirement?: RequirementId | undefined
  /** The faults, each with its place in the request. */
  readonly details?: readonly RefusalDetail[] | undefined
  /** The kind of the first mistake. Default: its place. */
  readonly mistake?: string | undefined
  /** Additional headers of the answer. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Replaces the status and the code of the kind. */
  readonly status?: number | undefined
  /** Replaces the code of the kind. */
  readonly code?: string | undefined
}

/**
 * The error for a client of the API or of the control API: the pipeline turns it into a response. Commands of adapters
 * throw it too. The message says what was expected, what was sent and what to do.
 */
export class ApiError extends Error implements Refusal {
  override readonly name = 'ApiError'
  /** Why the request is refused. */
  readonly kind: RefusalKind
  /** The requirement that the request broke. */
  requirement: RequirementId | undefined
  /** The faults, each with its place in the request. */
  readonly details: readonly RefusalDetail[]
  /** The kind of the first mistake, by which a convention may give the answer another form. Default: its place. */
  readonly mistake: string | undefined
  /** The number of faults beyond those in `details`. */
  readonly more: number
  /** Headers of the response. The pipeline adds more. */
  headers: Readonly<Record<string, string>>
  /** Replaces the status of the kind, whatever the conventions say. */
  readonly status: number | undefined
  /** The code in the error body. */
  readonly code: string

  constructor(
    kind: RefusalKind,
    message: string,
    { requirement, details = [], mistake, headers = {}, status, code = refusals[kind].code }: RefusalOptions = {},
  ) {
    const text = cutText(message, longestMessage)
    // The error describes a client's request, so nobody needs a stack trace.
    const frames = limitFrames(0)
    super(text)
    limitFrames(frames)
    this.kind = kind
    this.requirement = requirement
    this.details = boundDetails(details)
    this.mistake = mistake ?? this.details[0]?.at
    this.more = details.length - this.details.length + ((details as Faults).more ?? 0)
    this.headers = headers
    this.status = status
    this.code = code
  }
}

/** The length at which the message of a refusal is cut. */
const longestMessage = 2000
/** The most details of a refusal, and their most bytes. An answer to a refused request has at most 64 KB. */
const mostDetails = 20
const mostBytes = 20_000
/** The most bytes of the values of an enum in one detail. */
const mostAllowed = 4000

/** The first details of a refusal, each cut to a readable length. */
function boundDetails(details: readonly RefusalDetail[]): readonly RefusalDetail[] {
  const short = details.slice(0, mostDetails).map(({ allowed, ...detail }) => ({
    ...detail,
    at: cutText(detail.at, 201),
    message: cutText(detail.message, 500),
    ...(allowed && { allowed: limitBytes(mostAllowed, allowed) }),
  }))
  return limitBytes(mostBytes, short)
}

/** The first values, up to a number of bytes of JSON. A character takes at most three bytes. */
function limitBytes<Value>(most: number, values: readonly Value[]): readonly Value[] {
  let bytes = 0
  const end = values.findIndex((value) => (bytes += 3 * (JSON.stringify(value)?.length ?? 0) + 3) > most)
  return end < 0 ? values : values.slice(0, end)
}

/** The property of V8's Error that limits the frames of a stack trace. */
const errorOptions = Error as { stackTraceLimit?: number }

/**
 * Sets the number of frames that new errors record, and returns the previous number. The ten frames that V8 records by
 * default take a quarter of the time of an answer with an error.
 */
function limitFrames(most: number | undefined): number | undefined {
  const before = errorOptions.stackTraceLimit
  // Other engines have no limit, and frozen intrinsics do not allow a change.
  if (before !== undefined && before !== most) Reflect.set(errorOptions, 'stackTraceLimit', most)
  return before
}
