import Type from 'typebox'
import { decodeBasic } from '../auth/authenticate.ts'
import { hashOf, type StoredCredential } from '../auth/credentials.ts'
import type { Conventions } from '../conventions.ts'
import { type Context, defineEndpoint, type Endpoint } from '../define-endpoint.ts'
import { ApiError } from '../http/api-error.ts'
import { readForm } from '../http/read-form.ts'
import { toIso } from '../clock.ts'

const Form = Type.Object({
  grant_type: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String()),
})

type TokenContext = Context<unknown, unknown, unknown>

function tokenSchema({ tokenResponse }: Conventions): ReturnType<typeof Type.Object> {
  const expiry = tokenResponse === 'withoutExpiresIn' ? {} : tokenResponse === 'expiresAt' ? { expires_at: Type.String({ format: 'date-time' }) } : { expires_in: Type.Integer({ minimum: 1 }) }
  const refresh = tokenResponse === 'withoutRefreshToken' ? {} : { refresh_token: Type.String() }
  return Type.Object({ access_token: Type.String(), token_type: Type.Literal('Bearer'), ...expiry, ...refresh }, { additionalProperties: false })
}

/** A refusal in the form of RFC 6749 section 5.2, which standard clients read. */
class OAuthRefusal extends Error {
  readonly code: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(code: string, message: string, status = 400, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.code = code
    this.status = status
    this.headers = headers
  }
}

/** `POST {base_url}/oauth/token` (clauses 4.1 and 5.2), by RFC 6749. */
export const oauthToken: Endpoint = defineEndpoint({
  id: 'oauth.token', method: 'POST', path: '/oauth/token', summary: 'Exchanges client credentials or a refresh token for an access token.',
  credentials: [], body: Form, bodyType: 'own',
  answer: { kind: 'json', schema: tokenSchema, description: 'The access token (RFC 6749 section 5.1).' },
  requirements: ['oauth.client-credentials', 'oauth.refresh', 'oauth.access-token-string', 'oauth.secret-verified', 'oauth.refresh-secret-verified', 'oauth.refresh-verified', 'oauth.token-works', 'oauth.refreshed-token-works', 'oauth.expiry', 'oauth.unversioned'],
  conventions: ['tokenResponse', 'accessTokenLifetime'],
  handle: async (context) => {
    try {
      return { kind: 'json', value: await exchange(context), headers: noStore }
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error
      const body = { error: error.code, error_description: error.message }
      return { kind: 'response', response: Response.json(body, { status: error.status, headers: { ...noStore, ...error.headers, 'x-emulator-requirement': 'oauth.client-credentials' } }) }
    }
  },
})

const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }

async function exchange(context: TokenContext): Promise<Record<string, unknown>> {
  const form = await formOf(context)
  const client = authenticateClient(context, form)
  switch (form['grant_type']) {
    case undefined:
      throw new OAuthRefusal('invalid_request', 'grant_type is missing; give client_credentials or refresh_token.')
    case 'client_credentials':
      return issue(context, client)
    case 'refresh_token':
      return refresh(context, client, form['refresh_token'])
    default:
      throw new OAuthRefusal('unsupported_grant_type', 'grant_type must be client_credentials or refresh_token.')
  }
}

async function formOf({ request, conventions }: TokenContext): Promise<Readonly<Record<string, string>>> {
  try {
    return await readForm(Form, request, conventions)
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === 'tooLarge') throw error
    throw new OAuthRefusal('invalid_request', error.message, error.kind === 'mediaType' ? 415 : 400)
  }
}

/** RFC 6749 section 2.3.1: by the form, as clause 4.1 documents it, or by HTTP Basic; never by both. */
function authenticateClient({ request, world }: TokenContext, form: Readonly<Record<string, string>>): StoredCredential {
  const authorization = request.headers.get('authorization')
  const basic = authorization === null ? undefined : basicClient(authorization)
  const challenge: Record<string, string> = authorization === null ? {} : { 'WWW-Authenticate': 'Basic realm="oauth"' }
  if (authorization !== null && !basic) throw new OAuthRefusal('invalid_client', 'Authorization at this endpoint is HTTP Basic with client_id and client_secret, or absent.', 401, { 'WWW-Authenticate': 'Basic realm="oauth"' })
  if (basic && (form['client_secret'] !== undefined || (form['client_id'] !== undefined && form['client_id'] !== basic.id))) {
    throw new OAuthRefusal('invalid_request', 'The client authenticates by HTTP Basic or by the form, not by both.')
  }
  const id = basic?.id ?? form['client_id']
  const secret = basic?.secret ?? form['client_secret']
  if (id === undefined || secret === undefined) throw new OAuthRefusal('invalid_client', `${id === undefined ? 'client_id' : 'client_secret'} is missing.`, 401, challenge)
  const client = world.get('credentials', `client:${id}`) as StoredCredential | undefined
  if (!client || client.owner_id !== hashOf(secret)) throw new OAuthRefusal('invalid_client', 'client_id and client_secret do not belong to a client.', 401, challenge)
  return client
}

/** In HTTP Basic the two are form-urlencoded first (RFC 6749 section 2.3.1). */
function basicClient(authorization: string): { readonly id: string; readonly secret: string } | undefined {
  const [scheme, value] = authorization.split(' ', 2)
  const decoded = scheme?.toLowerCase() === 'basic' && value !== undefined ? decodeBasic(value) : undefined
  if (!decoded) return undefined
  const decode = (text: string) => new URLSearchParams(`v=${text}`).get('v') ?? ''
  return { id: decode(decoded.user), secret: decode(decoded.password) }
}

function refresh(context: TokenContext, client: StoredCredential, token: string | undefined): Record<string, unknown> {
  if (token === undefined) throw new OAuthRefusal('invalid_request', 'refresh_token is missing.')
  const { world } = context
  const id = `refresh:${hashOf(token)}`
  const stored = world.get('credentials', id) as StoredCredential | undefined
  if (!stored || stored.owner_id !== client.id) throw new OAuthRefusal('invalid_grant', 'The refresh token is unknown, already used, or of another client.')
  world.remove('credentials', id)
  return issue(context, client)
}

function issue({ world, conventions }: TokenContext, client: StoredCredential): Record<string, unknown> {
  const { accessTokenLifetime, tokenResponse } = conventions
  const expiresAt = world.clock.now() + accessTokenLifetime * 1000
  const common = { user_id: client.user_id, scopes: client.scopes, owner_id: client.id, project_id: null }
  const accessToken = `acc_${world.nextSecret()}`
  world.insert<StoredCredential>('credentials', { ...common, id: `bearer:${hashOf(accessToken)}`, kind: 'accessToken', expires_at: expiresAt })
  const response: Record<string, unknown> = { access_token: accessToken, token_type: 'Bearer' }
  if (tokenResponse === 'expiresAt') response['expires_at'] = toIso(expiresAt)
  else if (tokenResponse !== 'withoutExpiresIn') response['expires_in'] = accessTokenLifetime
  if (tokenResponse !== 'withoutRefreshToken') {
    const refreshToken = `ref_${world.nextSecret()}`
    world.insert<StoredCredential>('credentials', { ...common, id: `refresh:${hashOf(refreshToken)}`, kind: 'refreshToken', expires_at: null })
    response['refresh_token'] = refreshToken
  }
  return response
}
