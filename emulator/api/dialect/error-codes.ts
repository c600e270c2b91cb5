// The codes in error bodies, by which programs distinguish refusals. The OpenAPI documents list them.
import { refusals } from './api-error.ts'

/** Codes that are more specific than the kind of a refusal. */
const emulatorCodes = [
  'memory_full',
  'not_stored',
  'too_many_worlds',
  'unknown_world',
  'world_evicted',
  // The server sends these before a request reaches the API.
  'foreign_origin',
  'misdirected_request',
] as const
const controlCodes = [
  'control_token',
  'too_many_streams',
  'unknown_collection',
  'unknown_convention',
  'unknown_credential',
  'unknown_path',
  'unknown_record',
  'unknown_request',
  'unknown_requirement',
] as const

/** A code that is more specific than the kind of a refusal. Only the control API sends some of them. */
export type EmulatorCode = (typeof emulatorCodes)[number] | (typeof controlCodes)[number]

/** The codes of the statuses that a test can request: the API's own, and those of gateways. */
const statusCodes: Readonly<Record<number, string>> = {
  401: refusals.unauthenticated.code,
  403: refusals.forbidden.code,
  404: refusals.unknown.code,
  405: refusals.method.code,
  408: 'request_timeout',
  409: refusals.conflict.code,
  410: refusals.unknown.code,
  413: refusals.tooLarge.code,
  415: refusals.mediaType.code,
  429: refusals.rateLimited.code,
  431: 'headers_too_large',
  502: 'bad_gateway',
  503: 'service_unavailable',
  504: 'gateway_timeout',
}

/** The code for a status that a test requested. */
export function codeOfStatus(status: number): string {
  return statusCodes[status] ?? (status < 500 ? refusals.refused.code : refusals.internal.code)
}

/** Every code that the API itself sends. Commands of adapters may send others. */
export const errorCodes: readonly string[] = [
  ...new Set([...Object.values(refusals).map(({ code }) => code), ...Object.values(statusCodes), ...emulatorCodes]),
]

/** Every code that the control API sends. */
export const controlErrorCodes: readonly string[] = [...errorCodes, ...controlCodes]
