import { expandScopes, vocabularyName } from './scopes.ts'
import type { CollectionRecords } from '../../model/contract/stored-records.ts'
import type { Caller, CredentialKind, Scope } from '../../model/contract/credentials.ts'
import type { OperationConventions } from '../../model/contract/conventions.ts'
import { ApiError } from '../dialect/api-error.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import { longestHeader, parseAuthorization, parseBasic, credentialId } from './sent-credential.ts'
import { trimField } from '../../tools/raw-headers.ts'

const names: Readonly<Record<CollectionRecords['credentials']['kind'], string>> = {
  accessToken: 'an OAuth access token (Authorization: Bearer)',
  personalAccessToken: 'a personal access token (Authorization: Bearer)',
  integrationToken: 'an integration token (Authorization: Bearer)',
  apiKey: 'an API key (HTTP Basic, empty password)',
  dsn: 'a DSN (Authorization: DSN)',
  refreshToken: 'a refresh token',
  oauthClient: 'an OAuth client',
}

/**
 * Finds the caller of a request (clause 5). No message repeats the header: a secret sent without its scheme would end
 * up in logs.
 * @throws ApiError `unauthenticated` when the credential is missing, malformed, unknown, expired, or of a kind that the
 * endpoint does not accept.
 */
export function authenticate(
  world: WorldAccess,
  authorization: string | null,
  accepted: readonly CredentialKind[],
): Caller {
  if (authorization === null) throw unauthenticatedError('The Authorization header is missing.', accepted)
  const parsed = parseAuthorization(authorization)
  if (!parsed)
    throw unauthenticatedError(
      trimField(authorization) === '' ? 'The Authorization header is empty.' : malformedHeader,
      accepted,
    )
  const { scheme, value } = parsed
  const stored = findCredential(world, scheme, value, accepted)
  if (!stored) throw unauthenticatedError(unknownCredential(scheme, value), accepted, scheme)
  if (stored.expires_at !== null && stored.expires_at <= world.clock.now())
    throw unauthenticatedError('The token has expired.', accepted, scheme)
  const { kind } = stored
  if (!isAcceptedKind(kind, accepted))
    throw unauthenticatedError(`This endpoint does not accept ${names[kind]}.`, accepted, scheme)
  return {
    kind,
    credentialId: stored.id,
    userId: stored.user_id,
    scopes: stored.scopes,
    ownerId: stored.owner_id,
    projectId: stored.project_id ?? undefined,
  }
}

/** @throws ApiError `forbidden` when the caller lacks the scope and the convention `scopeRule` is enforced. */
export function authorize(caller: Caller, scope: Scope, conventions: OperationConventions): void {
  const { scopeRule, forbiddenStatus } = conventions
  if (scopeRule === 'ignored' || expandScopes(caller.scopes, conventions).has(scope)) return
  const name = vocabularyName(scope, conventions)
  throw new ApiError(
    'forbidden',
    name === undefined
      ? `No scope of the convention scopeRule allows ${scope}. Add it to one, such as {"name": ["${scope}"]}.`
      : `The credential needs the scope ${name}; it has ${caller.scopes.join(', ') || 'none'}. Create a token with that scope.`,
    {
      requirement: 'pat.scopes-decide',
      // Any other status, such as 404, must not reveal that the resource exists.
      headers:
        forbiddenStatus === 403 || forbiddenStatus === 401
          ? {
              'WWW-Authenticate': authenticateChallenges(['accessToken'], {
                error: 'insufficient_scope',
                ...(name === undefined ? {} : { scope: name }),
              }),
            }
          : {},
    },
  )
}

function findCredential(
  world: WorldAccess,
  scheme: string,
  value: string,
  accepted: readonly CredentialKind[],
): CollectionRecords['credentials'] | undefined {
  const get = (kind: 'bearer' | 'dsn' | 'key', sent: string) =>
    world.get('credentials', credentialId(world, kind, sent))
  if (scheme === 'bearer' || scheme === 'dsn') return get(scheme, value)
  if (scheme !== 'basic')
    throw unauthenticatedError('This endpoint does not accept the scheme in Authorization.', accepted)
  const basic = parseBasic(value)
  if (!basic) throw unauthenticatedError('The value of Authorization: Basic must be base64 of user:password.', accepted)
  const stored = get('key', basic.user)
  if (stored && basic.password !== '')
    throw unauthenticatedError(
      'An API key is the user name of HTTP Basic with an empty password (<API_KEY>:); got a password.',
      accepted,
    )
  return stored
}

const malformedHeader = `Authorization must be a scheme, a space and a value of visible ASCII characters, ${longestHeader} characters at most; it has no space, other characters, or more of them.`

function isAcceptedKind(kind: string, accepted: readonly string[]): kind is CredentialKind {
  return accepted.includes(kind)
}

function unknownCredential(scheme: string, value: string): string {
  if (scheme === 'bearer' && value.includes(','))
    return 'The Bearer value contains a comma, as if Authorization was sent twice. Send it once.'
  const name = scheme === 'bearer' ? 'Bearer token' : scheme === 'dsn' ? 'DSN' : 'API key'
  return `The ${name} was never issued, or was revoked.`
}

function unauthenticatedError(message: string, accepted: readonly CredentialKind[], scheme?: string): ApiError {
  const { advice, challenge, challengeOfToken } = credentialAdvice(accepted)
  return new ApiError('unauthenticated', `${message} ${advice}`, {
    requirement: accepted.includes('apiKey') ? 'auth.legacy-required' : 'auth.required',
    headers: { 'WWW-Authenticate': scheme === 'bearer' ? challengeOfToken : challenge },
  })
}

/** The part of a refusal that names the credentials that an endpoint accepts. */
interface Advice {
  readonly advice: string
  readonly challenge: string
  /** The challenge for a Bearer token that is not valid. */
  readonly challengeOfToken: string
}

/** By list of credentials, which endpoints share: a client without credentials may repeat its requests. */
const known = new WeakMap<readonly CredentialKind[], Advice>()

function credentialAdvice(accepted: readonly CredentialKind[]): Advice {
  let advice = known.get(accepted)
  if (!advice) {
    advice = {
      advice: `Send ${accepted.map((kind) => names[kind]).join(', or ')}.`,
      challenge: authenticateChallenges(accepted),
      challengeOfToken: authenticateChallenges(accepted, { error: 'invalid_token' }),
    }
    known.set(accepted, advice)
  }
  return advice
}

const realm = 'realm="Platform Data API"'

/**
 * Makes the value of `WWW-Authenticate` for an endpoint that accepts these credentials: one challenge for each scheme
 * (RFC 9110 section 11.6.1).
 * @param bearer Parameters of the Bearer challenge, such as `error` (RFC 6750 section 3).
 */
export function authenticateChallenges(
  accepted: readonly CredentialKind[],
  bearer: Readonly<Record<string, string>> = {},
): string {
  const schemes = new Set(accepted.map((kind) => (kind === 'apiKey' ? 'Basic' : kind === 'dsn' ? 'DSN' : 'Bearer')))
  const parameters = Object.entries(bearer)
    .map(([name, value]) => `, ${name}="${value}"`)
    .join('')
  return [...schemes].map((scheme) => `${scheme} ${realm}${scheme === 'Bearer' ? parameters : ''}`).join(', ')
}
