import { ApiError } from '../http/api-error.ts'
import type { World } from '../world.ts'
import { type CredentialKind, hashOf, type StoredCredential } from './credentials.ts'
import type { Scope } from './scopes.ts'

/** Who asks, by a credential that is valid now. */
export interface Caller {
  readonly kind: CredentialKind
  readonly userId: string
  readonly scopes: readonly Scope[]
  /** The personal access token's id, or the OAuth client's. */
  readonly ownerId: string
  /** The project that an API key or a DSN is bound to. */
  readonly projectId: string | undefined
}

const names: Readonly<Record<CredentialKind, string>> = {
  accessToken: 'an OAuth access token (Authorization: Bearer)',
  personalAccessToken: 'a personal access token (Authorization: Bearer)',
  integrationToken: 'an integration token (Authorization: Bearer)',
  apiKey: 'an API key (HTTP Basic, empty password)',
  dsn: 'a DSN (Authorization: DSN)',
}

/**
 * Finds the caller of a request, by clause 5.
 * @throws ApiError `unauthenticated` when the credential is missing, malformed, unknown, expired or of a kind that the endpoint does not take.
 */
export function authenticate(world: World, authorization: string | null, accepted: readonly CredentialKind[]): Caller {
  if (authorization === null) throw refusal('No credentials came: the header Authorization is missing.', accepted)
  const space = authorization.indexOf(' ')
  const scheme = (space < 0 ? authorization : authorization.slice(0, space)).toLowerCase()
  const value = space < 0 ? '' : authorization.slice(space + 1).trim()
  const stored = find(world, scheme, value, accepted)
  if (!stored) throw refusal(`The credential in Authorization: ${scheme} is not known here.`, accepted)
  if (stored.expires_at !== null && stored.expires_at <= world.clock.now()) throw refusal('The token has expired.', accepted)
  const kind = stored.kind as CredentialKind
  if (!accepted.includes(kind)) throw refusal(`This endpoint does not take ${names[kind]}.`, accepted)
  return { kind, userId: stored.user_id, scopes: stored.scopes, ownerId: stored.owner_id, projectId: stored.project_id ?? undefined }
}

/** @throws ApiError `forbidden` when the caller's scopes do not allow it. */
export function authorize(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return
  throw new ApiError('forbidden', `The credential lacks the scope ${scope}; it has ${caller.scopes.join(', ') || 'none'}. Create a token with that scope.`, { requirement: 'pat.scopes-decide' })
}

function find(world: World, scheme: string, value: string, accepted: readonly CredentialKind[]): StoredCredential | undefined {
  const get = (id: string) => world.get('credentials', id) as StoredCredential | undefined
  if (scheme === 'bearer') return get(`bearer:${hashOf(value)}`)
  if (scheme === 'dsn') return get(`dsn:${hashOf(value)}`)
  if (scheme === 'basic') {
    const decoded = decodeBasic(value)
    if (!decoded) throw refusal('The value of Authorization: Basic is not base64 of user:password.', accepted)
    if (decoded.password !== '') throw refusal('An API key is the user name of HTTP Basic; its password is empty (<API_KEY>:).', accepted)
    return get(`key:${hashOf(decoded.user)}`)
  }
  throw refusal(`The scheme ${JSON.stringify(scheme)} in Authorization is not known here.`, accepted)
}

/** Reads the value of HTTP Basic (RFC 7617); undefined when it is not one, as without a colon. */
export function decodeBasic(value: string): { readonly user: string; readonly password: string } | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(value), (character) => character.charCodeAt(0)))
  } catch {
    return undefined
  }
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) }
}

function refusal(message: string, accepted: readonly CredentialKind[]): ApiError {
  const legacy = accepted.includes('apiKey')
  const challenge = accepted.includes('dsn') ? 'Bearer, Basic, DSN' : legacy ? 'Bearer, Basic realm="API key"' : 'Bearer'
  return new ApiError('unauthenticated', `${message} Send ${accepted.map((kind) => names[kind]).join(', or ')}.`, {
    requirement: legacy ? 'auth.legacy-required' : 'auth.required',
    headers: { 'WWW-Authenticate': challenge },
  })
}
