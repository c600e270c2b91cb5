// The worlds that the credentials of a request name, for clients whose base URL cannot change.
import { parseAuthorization, parseBasic } from '../api/auth/authorization.ts'
import { formDecode } from '../api/auth/oauth-client.ts'
import { clientRecordId, credentialId, worldNamedBy } from '../api/auth/world-suffix.ts'
import { mediaTypeOf, readText } from '../api/input/read-body.ts'
import { hasTooManyParameters } from '../api/input/read-form.ts'
import { parseSearch } from '../api/input/read-parameters.ts'
import type { Eventually } from '../tools/eventually.ts'
import type { World } from '../world/world.ts'
import type { ReceivedRequest } from './received-request.ts'

/** A credential that names a world. */
export interface NamingCredential {
  readonly world: string
  /** The place of the credential in the request, for messages. */
  readonly place: string
  /** True if a world has issued the credential. */
  readonly isKnownTo: (world: World) => boolean
}

/**
 * Finds the credentials that name a world: in `Authorization`, in the form of the token endpoint, and as the state code
 * of a connection, which a browser sends without other credentials.
 * @param bodyLimit The maximum size of a form, in bytes.
 */
export function namingCredentials(
  received: ReceivedRequest,
  bodyLimit: number,
): Eventually<readonly NamingCredential[]> {
  const { request, path } = received
  const visible = visibleCredentials(received)
  const isTokenRequest = request.method === 'POST' && tokenPath.test(path) && mediaTypeOf(request) === formType
  return isTokenRequest ? inForm(request, bodyLimit).then((sent) => [...visible, ...sent]) : visible
}

/** Finds the credentials that name a world, without those in a body. */
export function visibleCredentials({ request, path, search }: ReceivedRequest): readonly NamingCredential[] {
  const authorization = request.headers.get('authorization')
  // Nearly all requests: their credential names no world. HTTP Basic hides the tilde.
  if (!path.startsWith('/app/') && (authorization === null || isPlainBearer(authorization))) return []
  return [...inAuthorization(authorization, path), ...inQuery(path, search)]
}

const isPlainBearer = (authorization: string): boolean =>
  authorization.startsWith('Bearer ') && !authorization.includes('~')

const tokenPath = /^\/oauth\/token\/?$/
const formType = 'application/x-www-form-urlencoded'

function inAuthorization(header: string | null, path: string): readonly NamingCredential[] {
  const parsed = header === null ? undefined : parseAuthorization(header)
  if (!parsed) return []
  const { scheme, value } = parsed
  // The token endpoint reads HTTP Basic alone: many clients also send the token that they have, maybe of another world.
  if (scheme === 'bearer' || scheme === 'dsn')
    return tokenPath.test(path) ? [] : naming('Authorization', value, [scheme])
  const user = scheme === 'basic' ? parseBasic(value)?.user : undefined
  // RFC 6749 section 2.3.1: the id of a client is form-urlencoded, which may write the tilde as %7E.
  return user === undefined
    ? []
    : naming('Authorization', user.includes('~') ? user : formDecode(user), ['key', 'client'])
}

function inQuery(path: string, search: string): readonly NamingCredential[] {
  if (!path.startsWith('/app/') || !search.includes('prepare_state')) return []
  return (parseSearch(search).get('prepare_state') ?? []).flatMap((code) => naming('prepare_state', code, []))
}

async function inForm(request: Request, limit: number): Promise<readonly NamingCredential[]> {
  const text = await readText(request.clone(), limit).catch(() => '')
  const form = new URLSearchParams(hasTooManyParameters(text) ? '' : text)
  return [
    ...form.getAll('client_id').flatMap((sent) => naming('client_id', sent, ['client'])),
    ...form.getAll('refresh_token').flatMap((sent) => naming('refresh_token', sent, ['refresh'])),
  ]
}

type NamingKind = 'bearer' | 'dsn' | 'key' | 'client' | 'refresh'

function naming(place: string, sent: string, kinds: readonly NamingKind[]): readonly NamingCredential[] {
  const world = worldNamedBy(sent)
  if (world === undefined) return []
  const idIn = (named: World, kind: NamingKind) =>
    kind === 'client' ? clientRecordId(named, sent) : credentialId(named, kind, sent)
  return [
    {
      world,
      place,
      isKnownTo: (named) => kinds.some((kind) => named.get('credentials', idIn(named, kind)) !== undefined),
    },
  ]
}
