import type { WorldAccess } from '../../model/contract/world-access.ts'
import { parseAuthorization, parseBasic, clientRecordId } from './sent-credential.ts'
import type { StoredClient } from '../../model/contract/stored-records.ts'
import { hashSecret } from '../../tools/hash.ts'
import { clientChallenge, oauthRefusal } from './oauth-refusal.ts'

/** The fields of a token request. */
export type TokenForm = Readonly<Record<string, string | undefined>>

/**
 * Authenticates the client of a token request by the form (clause 4.1) or by HTTP Basic (RFC 6749 section 2.3.1), but
 * not by both, and never by the query string. `Authorization` with another scheme is ignored, since many clients add
 * their current token to all requests.
 * @throws ApiError `invalid_client`, or `invalid_request` when the request uses both.
 */
export function authenticateClient(world: WorldAccess, authorization: string | null, form: TokenForm): StoredClient {
  const requirement = form['grant_type'] === 'refresh_token' ? 'oauth.refresh-secret-verified' : 'oauth.secret-verified'
  const usesBasic = authorization !== null && /^[\t ]*basic(?![^\t ])/i.test(authorization)
  const basic = usesBasic ? basicClient(authorization) : undefined
  if (usesBasic && !basic) {
    throw oauthRefusal(
      'invalid_client',
      'Authorization: Basic must have client_id and client_secret with a colon between them, in base64.',
      { requirement, headers: clientChallenge },
    )
  }
  if (
    basic &&
    (form['client_secret'] !== undefined || (form['client_id'] !== undefined && form['client_id'] !== basic.id))
  ) {
    throw oauthRefusal('invalid_request', 'The client must authenticate by HTTP Basic or by the form, not by both.', {
      requirement,
    })
  }
  const id = basic?.id ?? form['client_id']
  const secret = basic?.secret ?? form['client_secret']
  if (id === undefined || secret === undefined) {
    throw oauthRefusal(
      'invalid_client',
      `${id === undefined ? 'client_id' : 'client_secret'} is missing from the form.`,
      { requirement, headers: clientChallenge },
    )
  }
  const client = world.get('credentials', clientRecordId(world, id))
  if (client?.kind === 'oauthClient' && client.secret_hash === hashSecret(secret)) return client
  throw oauthRefusal('invalid_client', 'client_id and client_secret do not belong to a client.', {
    requirement,
    headers: clientChallenge,
  })
}

/** Reads HTTP Basic. Both parts are form-urlencoded (RFC 6749 section 2.3.1). */
function basicClient(authorization: string): { readonly id: string; readonly secret: string } | undefined {
  const parsed = parseAuthorization(authorization)
  const basic = parsed?.scheme === 'basic' ? parseBasic(parsed.value) : undefined
  return basic && { id: formDecode(basic.user), secret: formDecode(basic.password) }
}

/** Decodes a form-urlencoded string. Returns an invalid one unchanged. */
export function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
