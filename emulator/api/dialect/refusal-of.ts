import { thrownText } from '../../tools/short-text.ts'
import { EmulatorError, type EmulatorErrorCode } from '../../tools/emulator-error.ts'
import type { RefusalKind } from '../../model/contract/refusal.ts'
import { ApiError, type RefusalOptions } from './api-error.ts'
import type { EmulatorCode } from './error-codes.ts'

type RefusalForm = readonly [RefusalKind, (RefusalOptions & { readonly code?: EmulatorCode })?]

/**
 * The refusal for each error of the TypeScript API. Undefined if no client can cause the error, which is then internal.
 */
const refusalsByCode: Readonly<Record<EmulatorErrorCode, RefusalForm | undefined>> = {
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
  world_evicted: ['unknown', { code: 'world_evicted', status: 410 }],
  too_many_worlds: ['rateLimited', { code: 'too_many_worlds', headers: { 'Retry-After': '1' } }],
  memory_full: ['tooLarge', { code: 'memory_full' }],
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
  unusable_data_file: undefined,
  unusable_twin: undefined,
  not_stored: ['internal', { status: 507, code: 'not_stored' }],
  invalid_case: ['refused'],
  case_version: ['refused'],
  case_too_large: ['refused'],
  case_incomplete: ['refused'],
  missing_package: undefined,
  missing_globals: undefined,
}

/**
 * Converts an error into the refusal that a client of the API or the control API gets. Undefined for an internal error.
 */
export function toRefusal(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (!(error instanceof EmulatorError)) return undefined
  const refusal = refusalsByCode[error.code]
  if (!refusal) return undefined
  const [kind, options] = refusal
  return new ApiError(kind, error.message, { ...options, details: error.details })
}

/**
 * The refusal for an error that no client caused.
 * @param onError Called with the error.
 * @param advice The end of the message: what to do.
 */
export function internalRefusal(
  error: unknown,
  onError: (error: unknown) => void,
  who = 'The emulator',
  advice = ' Please report it.',
): ApiError {
  onError(error)
  return new ApiError('internal', `${who} failed: ${thrownText(error)}.${advice}`)
}
