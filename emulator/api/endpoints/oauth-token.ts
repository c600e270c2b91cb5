import { Type } from 'typebox'
import type { StoredClient } from '../../model/contract/stored-records.ts'
import { secretsLike } from '../auth/credentials.ts'
import { hashSecret } from '../../tools/hash.ts'
import { authenticateClient, type TokenForm } from '../auth/oauth-client.ts'
import { noStore, OAuthError, oauthRefusal, toOAuthResponse } from '../auth/oauth-refusal.ts'
import { credentialId } from '../auth/sent-credential.ts'
import { isScope, vocabularyNames, missingScopes } from '../auth/scopes.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import { definePublicEndpoint } from './define-endpoint.ts'
import type { PublicContext } from '../../model/contract/context.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import { toIso } from '../../tools/time.ts'

type TokenContext = PublicContext<unknown, unknown, unknown>

const Form = Type.Object({
  grant_type: Type.Optional(Type.String({ description: 'client_credentials or refresh_token.' })),
  client_id: Type.Optional(Type.String({ description: 'Left out when the client authenticates by HTTP Basic.' })),
  client_secret: Type.Optional(Type.String({ description: 'Left out when the client authenticates by HTTP Basic.' })),
  refresh_token: Type.Optional(Type.String({ description: 'With grant_type=refresh_token. It works once.' })),
  scope: Type.Optional(
    Type.String({
      description: 'Scopes with spaces between them. Default: all scopes of the client or of the refresh token.',
    }),
  ),
})

/** `POST {base_url}/oauth/token` (clauses 4.1 and 5.2), by RFC 6749. */
export const oauthToken: Endpoint = definePublicEndpoint({
  id: 'oauth.token',
  method: 'POST',
  path: '/oauth/token',
  summary: 'Exchanges client credentials or a refresh token for an access token.',
  credentials: [],
  body: Form,
  bodyType: 'form',
  toErrorResponse: toOAuthResponse,
  refusal: {
    schema: OAuthError,
    statuses: [400, 401, 413, 415, 429],
    description: 'A refusal (RFC 6749 section 5.2).',
  },
  answer: {
    kind: 'template',
    template: 'tokenResponse',
    holes: {
      $access_token: Type.String(),
      $token_type: Type.Literal('Bearer'),
      $expires_in: Type.Integer({ minimum: 1 }),
      $expires_at: Type.String({ format: 'date-time' }),
      $refresh_token: Type.String(),
      $scope: Type.String(),
    },
    description: 'The access token (RFC 6749 section 5.1).',
  },
  requirements: [
    'oauth.client-credentials',
    'oauth.refresh',
    'oauth.access-token-string',
    'oauth.secret-verified',
    'oauth.refresh-secret-verified',
    'oauth.refresh-verified',
    'oauth.token-works',
    'oauth.refreshed-token-works',
    'oauth.expiry',
    'oauth.unversioned',
  ],
  conventions: ['tokenResponse', 'accessTokenLifetime', 'earlierTokens', 'scopeRule'],
  handle: (context) => ({
    kind: 'template',
    template: 'tokenResponse',
    values: exchangeGrant(context, withoutEmptyParameters(context.body)),
    headers: noStore,
  }),
})

/** RFC 6749 section 3.2: a parameter without a value counts as omitted. */
function withoutEmptyParameters(form: TokenForm): TokenForm {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ''))
}

/** Must not await: of two requests with one refresh token, only the first may find it. */
function exchangeGrant(context: TokenContext, form: TokenForm): TokenValues {
  const { grant_type: grant } = form
  if (grant === undefined)
    throw oauthRefusal(
      'invalid_request',
      'grant_type is missing from the form; send client_credentials or refresh_token.',
      { requirement: 'oauth.client-credentials' },
    )
  const client = authenticateClient(context.world, context.request.headers.get('authorization'), form)
  context.draft.credentials = 'oauthClient'
  context.draft.credential = client.id
  if (grant === 'client_credentials') {
    const granted = readScopes(form['scope'], client.scopes, context.conventions)
    return issueTokens(context, client, { granted, scopes: granted, asked: form['scope'] !== undefined })
  }
  if (grant === 'refresh_token') return redeemRefreshToken(context, client, form)
  throw oauthRefusal('unsupported_grant_type', 'grant_type must be client_credentials or refresh_token.', {
    requirement: 'oauth.client-credentials',
  })
}

function redeemRefreshToken(
  context: TokenContext,
  client: StoredClient,
  { refresh_token: token, scope }: TokenForm,
): TokenValues {
  const requirement = 'oauth.refresh-verified'
  if (token === undefined)
    throw oauthRefusal('invalid_request', 'refresh_token is missing from the form.', { requirement })
  const stored = context.world.get('credentials', credentialId(context.world, 'refresh', token))
  if (!stored || stored.owner_id !== client.id)
    throw oauthRefusal(
      'invalid_grant',
      'The refresh token was never issued, has been used, or belongs to another client.',
      { requirement },
    )
  const scopes = readScopes(scope, stored.scopes, context.conventions)
  context.world.remove('credentials', stored.id)
  return issueTokens(context, client, { granted: stored.scopes, scopes, asked: scope !== undefined })
}

/** The values of a token that an answer can show, by hole. */
type TokenValues = Readonly<Record<string, unknown>>

interface Grant {
  /** The scopes of the grant. A refresh may narrow the access token, but not the grant (RFC 6749 section 6). */
  readonly granted: readonly string[]
  /** The scopes of the access token. */
  readonly scopes: readonly string[]
  /** True if the request named scopes. The answer then names the granted ones. */
  readonly asked: boolean
}

function issueTokens(
  { world, worldSuffix, conventions, dialect }: TokenContext,
  client: StoredClient,
  { granted, scopes, asked }: Grant,
): TokenValues {
  const { accessTokenLifetime, earlierTokens } = conventions
  const expiresAt = world.clock.now() + accessTokenLifetime * 1000
  const common = { user_id: client.user_id, owner_id: client.id, project_id: null }
  if (earlierTokens === 'end') endAccessTokens(world, client)
  const secrets = secretsLike(client.id)
  const accessToken = secrets.bearer('acc', world.nextSecret())
  world.insert('credentials', {
    ...common,
    id: `bearer:${hashSecret(accessToken)}`,
    kind: 'accessToken',
    scopes,
    expires_at: expiresAt,
  })
  const refreshToken = dialect.shows('tokenResponse', '$refresh_token')
    ? secrets.inForm('ref', world.nextSecret())
    : undefined
  if (refreshToken !== undefined)
    world.insert('credentials', {
      ...common,
      id: `refresh:${hashSecret(refreshToken)}`,
      kind: 'refreshToken',
      scopes: granted,
      expires_at: null,
    })
  return {
    $access_token: `${accessToken}${worldSuffix}`,
    $token_type: 'Bearer',
    $expires_in: accessTokenLifetime,
    $expires_at: toIso(expiresAt),
    $refresh_token: refreshToken === undefined ? undefined : `${refreshToken}${worldSuffix}`,
    $scope: asked ? scopes.join(' ') : undefined,
  }
}

function endAccessTokens(world: TokenContext['world'], client: StoredClient): void {
  const earlier = world
    .collection('credentials')
    .all()
    .filter(({ kind, owner_id: owner }) => kind === 'accessToken' && owner === client.id)
  world.removeAll(
    'credentials',
    earlier.map(({ id }) => id),
  )
}

/** The requested scopes; all available scopes when the request names none (RFC 6749 section 3.3). */
function readScopes(
  scope: string | undefined,
  granted: readonly string[],
  conventions: Conventions,
): readonly string[] {
  if (scope === undefined) return granted
  const wanted = [...new Set(scope.split(' '))]
  const unknown = wanted.filter((name) => !isScope(name, conventions))
  const beyond = missingScopes(wanted, granted, conventions)
  if (unknown.length === 0 && beyond.length === 0) return wanted
  const fault =
    unknown.length > 0
      ? `scope has unknown scopes (${unknown.join(' ')})`
      : `scope has scopes that were not granted (${beyond.join(' ')})`
  throw oauthRefusal(
    'invalid_scope',
    `${fault}; send some of these with one space between them: ${vocabularyNames(granted, conventions).join(' ')}.`,
    { requirement: 'pat.scopes-decide' },
  )
}
