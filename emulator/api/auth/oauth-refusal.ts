import { Type, type TSchema } from 'typebox'
import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import { ApiError, type RefusalOptions } from '../dialect/api-error.ts'
import { notedResponse } from '../dialect/noted-response.ts'
import type { Refusal, RefusalKind } from '../../model/contract/refusal.ts'

/** The codes of RFC 6749 section 5.2, and the last two from section 4.1.2.1, because 5.2 has none for these cases. */
const codes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'invalid_scope',
  'temporarily_unavailable',
  'server_error',
] as const
/** An error code of the token endpoint. */
export type OAuthCode = (typeof codes)[number]

/** The error body of RFC 6749 section 5.2. */
export const OAuthError: TSchema = Type.Object(
  { error: Type.Enum([...codes]), error_description: Type.String() },
  { additionalProperties: false, title: 'OAuthError' },
)

/** RFC 9110 requires a challenge with every 401, and RFC 6749 section 5.2 this one for a client that used Basic. */
export const clientChallenge: Readonly<Record<string, string>> = {
  'WWW-Authenticate': 'Basic realm="OAuth clients", charset="UTF-8"',
}

/** Makes a refusal of the token endpoint with a code of RFC 6749. */
export function oauthRefusal(
  code: OAuthCode,
  message: string,
  options: RefusalOptions & { readonly requirement: RequirementId },
): ApiError {
  return new ApiError(code === 'invalid_client' ? 'unauthenticated' : 'refused', message, { ...options, code })
}

/** RFC 6749 section 5.1 requires both headers on every answer with a token. Here every answer has them. */
export const noStore: Readonly<Record<string, string>> = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }

const statuses: Readonly<Partial<Record<RefusalKind, number>>> = {
  unauthenticated: 401,
  method: 405,
  tooLarge: 413,
  mediaType: 415,
  rateLimited: 429,
  internal: 500,
}

/**
 * Makes the response of a refusal in the format of RFC 6749 section 5.2, which standard clients read. The conventions
 * for errors and status codes do not change it.
 */
export function toOAuthResponse(error: Refusal): Response {
  const status = error.status ?? statuses[error.kind] ?? 400
  const code = codes.find((known) => known === error.code) ?? oauthCode(status)
  const requirement =
    error.kind === 'fault' || error.kind === 'unparsed'
      ? {}
      : { 'x-emulator-requirement': error.requirement ?? 'oauth.client-credentials' }
  const headers = {
    ...(status === 401 ? clientChallenge : {}),
    ...error.headers,
    ...noStore,
    'x-emulator-code': code,
    ...requirement,
  }
  const body = { error: code, error_description: toDescription(error.message) }
  return notedResponse(JSON.stringify(body), status, { 'Content-Type': 'application/json', ...headers })
}

function oauthCode(status: number): OAuthCode {
  if (status === 401) return 'invalid_client'
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

/** Replaces characters that RFC 6749 section 5.2 forbids: it allows printable ASCII without `"` and `\`. */
function toDescription(message: string): string {
  return message.replaceAll('"', "'").replaceAll(/[^\x20-\x7E]|\\/g, '?')
}
