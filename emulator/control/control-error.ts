import type { RefusalDetail } from '../contract/refusal.ts'

/** The status of each code of the control API. */
const statuses = {
  invalid_request: 400,
  unknown_convention: 400,
  unknown_path: 404,
  unknown_world: 404,
  unknown_collection: 404,
  unknown_record: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  internal_error: 500,
} as const

export type ControlErrorCode = keyof typeof statuses

interface ControlErrorOptions {
  readonly details?: readonly RefusalDetail[] | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A refusal of the control API, whose shape no convention changes. The message says what was expected, what came and what to do. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly code: ControlErrorCode
  readonly details: readonly RefusalDetail[]
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ControlErrorCode, message: string, { details = [], headers = {} }: ControlErrorOptions = {}) {
    super(message)
    this.code = code
    this.details = details
    this.headers = headers
  }

  get status(): number {
    return statuses[this.code]
  }

  toResponse(): Response {
    const { code, message, details } = this
    return Response.json(
      { error: details.length > 0 ? { code, message, details } : { code, message } },
      { status: this.status, headers: this.headers },
    )
  }
}
