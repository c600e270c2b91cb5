import { EmulatorError, type EmulatorErrorCode } from '../tools/emulator-error.ts'
import type { RefusalKind } from '../contract/refusal.ts'
import { ApiError, type RefusalOptions } from './api-error.ts'

type Refusal = readonly [RefusalKind, RefusalOptions?]

/** The refusal for each error of the TypeScript API. Undefined: no client can cause it, so it is an internal error. */
const refusalsByCode: Readonly<Record<EmulatorErrorCode, Refusal | undefined>> = {
  invalid_option: ['refused'],
  invalid_time: ['refused'],
  clock_out_of_range: ['conflict'],
  unknown_convention: ['refused', { code: 'unknown_convention' }],
  invalid_convention: ['refused', { code: 'unknown_convention' }],
  unknown_operation: ['refused'],
  unknown_scenario: ['refused'],
  unknown_deviation: ['refused'],
  invalid_deviation: ['refused'],
  invalid_fault: ['refused'],
  invalid_adapter: undefined,
  invalid_seed: ['refused'],
  invalid_world_name: ['refused'],
  unknown_world: ['unknown', { code: 'unknown_world' }],
  default_world: ['conflict'],
  unknown_collection: ['unknown', { code: 'unknown_collection' }],
  read_only_collection: ['method', { headers: { Allow: 'GET, HEAD, OPTIONS' } }],
  unknown_record: ['unknown', { code: 'unknown_record' }],
  invalid_record: ['refused'],
  record_conflict: ['conflict'],
  unexpected_requests: undefined,
  port_taken: undefined,
  port_forbidden: undefined,
  unknown_host: undefined,
  cannot_listen: undefined,
  missing_package: undefined,
}

/**
 * Converts an error into the refusal that a client of the API or the control API gets. Undefined for an internal error.
 */
export function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  const refusal = error instanceof EmulatorError ? refusalsByCode[error.code] : undefined
  if (!refusal) return undefined
  const { message, details } = error as EmulatorError
  const [kind, options] = refusal
  return new ApiError(kind, message, { ...options, details })
}
