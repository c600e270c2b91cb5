// The world of a request, by its address, and by its credentials for clients whose base URL cannot change.
import {
  parseAuthorization,
  parseBasic,
  clientRecordId,
  credentialId,
  defaultWorldName,
  credentialWorld,
} from '../api/auth/sent-credential.ts'
import { formDecode } from '../api/auth/oauth-client.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import { requestMediaType, readBodyText } from '../api/input/read-body.ts'
import { formMediaType, hasTooManyParameters } from '../api/input/read-form.ts'
import { parseSearch } from '../api/input/read-parameters.ts'
import { shortJson } from '../tools/short-text.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import type { RequestContext, Rest, Step } from './context.ts'

/**
 * Finds the world of a request by its path, its header `x-emulator-world` and its credentials. The first use of a name
 * creates the world, but a wrong credential never does: it is refused in the default world.
 * @throws ApiError when the places name different worlds; EmulatorError `invalid_world_name`.
 */
export function findWorld(worlds: Worlds): Step {
  return function inItsWorld(context, next) {
    const { request, path } = context
    const isTokenRequest =
      request.method === 'POST' && tokenPath.test(path) && requestMediaType(request) === formMediaType
    if (isTokenRequest) return inWorldOfForm(context, next)
    return next(chooseWorld(context, worlds, visibleCredentials(context)))
  }

  async function inWorldOfForm(context: RequestContext, next: Rest): Promise<Response> {
    const sent = await credentialsInForm(context.request, context.app.dialect.conventions.bodyLimit)
    return await next(chooseWorld(context, worlds, [...visibleCredentials(context), ...sent]))
  }
}

function chooseWorld(
  context: RequestContext,
  worlds: Worlds,
  credentials: readonly NamingCredential[],
): RequestContext {
  const byAddress = worldOfAddress(context)
  const [first] = credentials
  const use = (name: string, worldSuffix = '') => {
    context.world = worlds.use(name)
    // The suffix of issued secrets that leads them back to their world: `~` and its name, or nothing.
    context.worldSuffix = worldSuffix
    return context
  }
  if (!first) return use(byAddress ?? defaultWorldName)
  const suffix = `~${first.world}`
  const places = [
    ...(byAddress === undefined
      ? []
      : [{ place: context.pathWorld === undefined ? headerPlace : pathPlace, world: byAddress }]),
    ...credentials,
  ]
  assertSameWorld(places)
  if (byAddress !== undefined) return use(byAddress, suffix)
  if (worlds.has(first.world) || worlds.isEvicted(first.world)) return use(first.world, suffix)
  const isKnown = credentials.some(({ isKnownTo }) => isKnownTo(worlds.preview(first.world)))
  return isKnown ? use(first.world, suffix) : use(defaultWorldName)
}

/** Refuses a GET that would create a world: a page of another site must not fill the memory. */
export function refuseNewWorlds(worlds: Worlds): Step {
  return function refuseNewWorld(context, next) {
    if (context.sender.createsWorlds) return next(context)
    const named = [worldOfAddress(context), ...visibleCredentials(context).map(({ world }) => world)]
    const missing = named.find((name) => name !== undefined && !worlds.has(name))
    if (missing === undefined) return next(context)
    throw new ApiError(
      'unknown',
      `There is no world ${shortJson(missing)}, and a page of another site cannot create one. Send a request of your own first.`,
      { code: 'unknown_world' },
    )
  }
}

/** The place of a world's name in a request, for messages. */
const pathPlace = 'the path'
const headerPlace = 'the header x-emulator-world'

/** The world that the path or the header names. @throws ApiError when they name different ones. */
export function worldOfAddress({
  pathWorld,
  headerWorld,
}: Pick<RequestContext, 'pathWorld' | 'headerWorld'>): string | undefined {
  if (pathWorld !== undefined && headerWorld !== undefined)
    assertSameWorld([
      { place: pathPlace, world: pathWorld },
      { place: headerPlace, world: headerWorld },
    ])
  return pathWorld ?? headerWorld
}

/** Refuses a request that names several worlds. @throws ApiError `refused`. */
function assertSameWorld(named: readonly { readonly place: string; readonly world: string }[]): void {
  const [first, ...others] = named
  const other = others.find(({ world }) => world !== first!.world)
  if (!first || !other) return
  const [left, right] = [first, other].map(({ place, world }) => `${place} names ${shortJson(world)}`)
  throw new ApiError(
    'refused',
    `A request must name one world; in this one ${left} and ${right}. Name it in one place, or the same in all.`,
  )
}

/** A credential that names a world. */
interface NamingCredential {
  readonly world: string
  /** The place of the credential in the request, for messages. */
  readonly place: string
  /** True if a world has issued the credential. */
  readonly isKnownTo: (world: World) => boolean
}

/**
 * Finds the credentials that name a world, without those in a body: in `Authorization`, and as the state code of a
 * connection, which a browser sends without other credentials.
 */
function visibleCredentials({ request, path, search }: RequestContext): readonly NamingCredential[] {
  const authorization = request.headers.get('authorization')
  // Nearly all requests: their credential names no world. HTTP Basic hides the tilde.
  if (!path.startsWith('/app/') && (authorization === null || isPlainBearer(authorization))) return []
  return [...authorizationCredentials(authorization, path), ...queryCredentials(path, search)]
}

const isPlainBearer = (authorization: string): boolean =>
  authorization.startsWith('Bearer ') && !authorization.includes('~')

const tokenPath = /^\/oauth\/token\/?$/

function authorizationCredentials(header: string | null, path: string): readonly NamingCredential[] {
  const parsed = header === null ? undefined : parseAuthorization(header)
  if (!parsed) return []
  const { scheme, value } = parsed
  // The token endpoint reads only HTTP Basic: many clients also send their current token, possibly of another world.
  if (scheme === 'bearer' || scheme === 'dsn')
    return tokenPath.test(path) ? [] : namingCredentials('Authorization', value, [scheme])
  const user = scheme === 'basic' ? parseBasic(value)?.user : undefined
  // RFC 6749 section 2.3.1: the id of a client is form-urlencoded, which may write the tilde as %7E.
  return user === undefined
    ? []
    : namingCredentials('Authorization', user.includes('~') ? user : formDecode(user), ['key', 'client'])
}

function queryCredentials(path: string, search: string): readonly NamingCredential[] {
  if (!path.startsWith('/app/') || !search.includes('prepare_state')) return []
  return (parseSearch(search).get('prepare_state') ?? []).flatMap((code) =>
    namingCredentials('prepare_state', code, []),
  )
}

async function credentialsInForm(request: Request, limit: number): Promise<readonly NamingCredential[]> {
  const text = await readBodyText(request.clone(), limit).catch(() => '')
  const form = new URLSearchParams(hasTooManyParameters(text) ? '' : text)
  return [
    ...form.getAll('client_id').flatMap((sent) => namingCredentials('client_id', sent, ['client'])),
    ...form.getAll('refresh_token').flatMap((sent) => namingCredentials('refresh_token', sent, ['refresh'])),
  ]
}

type NamingKind = 'bearer' | 'dsn' | 'key' | 'client' | 'refresh'

function namingCredentials(place: string, sent: string, kinds: readonly NamingKind[]): readonly NamingCredential[] {
  const world = credentialWorld(sent)
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
