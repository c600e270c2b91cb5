// The destination of a request, read from its method and path alone and apart from the emulator's routes.
import type { OperationId } from '../../catalogue/operations.ts'
import { segmentsOf } from '../../catalogue/operation-paths.ts'
import { documentedAt, isWritten, type RequestedOperation, withOtherSlash } from './requested-operation.ts'
import type { ClientExchange } from './transcript.ts'
import type { DialectFacts } from './world-facts.ts'

/** The documented part of the API that a request went to, with what its path names. */
export type Destination =
  | { readonly kind: 'token' }
  | { readonly kind: 'accessTokens' }
  | { readonly kind: 'accessToken'; readonly id: string }
  | { readonly kind: 'prepareConnect'; readonly adapter: string }
  | { readonly kind: 'connect'; readonly adapter: string }
  | { readonly kind: 'capabilities'; readonly connection: string }
  | { readonly kind: 'command'; readonly connection: string; readonly command: string }
  | { readonly kind: 'configuration'; readonly scope: string }
  /** A list of the versioned API. */
  | { readonly kind: 'list'; readonly resource: string }
  | { readonly kind: 'versioned' }
  | { readonly kind: 'legacyRoot' }
  | { readonly kind: 'legacyProjects' }
  /** A list of the legacy API, with a Link header. */
  | { readonly kind: 'legacyList' }
  | { readonly kind: 'unknown' }

/** The destination of each operation. Requests to the MCP endpoint are not judged by it. */
const destinationsOf: Readonly<Record<OperationId, (values: RequestedOperation['values']) => Destination>> = {
  'oauth.token': () => ({ kind: 'token' }),
  'access-tokens.list': () => ({ kind: 'accessTokens' }),
  'access-tokens.create': () => ({ kind: 'accessTokens' }),
  'access-tokens.rename': ({ id }) => ({ kind: 'accessToken', id: id! }),
  'access-tokens.revoke': ({ id }) => ({ kind: 'accessToken', id: id! }),
  'connect.prepare': ({ adapter }) => ({ kind: 'prepareConnect', adapter: adapter! }),
  'connect.browser': ({ adapter }) => ({ kind: 'connect', adapter: adapter! }),
  'services.capabilities': ({ adapterConnectionId }) => ({ kind: 'capabilities', connection: adapterConnectionId! }),
  'services.invoke': ({ adapterConnectionId, command }) => ({
    kind: 'command',
    connection: adapterConnectionId!,
    command: command!,
  }),
  'configurations.value': ({ scope_id: scope }) => ({ kind: 'configuration', scope: scope! }),
  'environments.list': () => ({ kind: 'list', resource: 'environments' }),
  'resources.list': () => ({ kind: 'list', resource: 'resources' }),
  'products.list': () => ({ kind: 'list', resource: 'products' }),
  'legacy.root': () => ({ kind: 'legacyRoot' }),
  'legacy-projects.list': () => ({ kind: 'legacyProjects' }),
  'groups.list': () => ({ kind: 'legacyList' }),
  'groups.create': () => ({ kind: 'legacyList' }),
  'events.list': () => ({ kind: 'legacyList' }),
  mcp: () => ({ kind: 'unknown' }),
}

const destinations = new WeakMap<Pick<ClientExchange, 'path'>, Destination>()

/** Finds the destination of a request. Other paths of a served version are `versioned`. */
export function destinationOf(exchange: Pick<ClientExchange, 'path' | 'isServed'>, dialect: DialectFacts): Destination {
  const known = destinations.get(exchange) ?? findDestination(exchange, dialect)
  destinations.set(exchange, known)
  return known
}

function findDestination(exchange: Pick<ClientExchange, 'path' | 'isServed'>, dialect: DialectFacts): Destination {
  const { path, isServed } = exchange
  // A wrong method does not change the destination.
  const documented = documentedAt('HEAD', exchange, dialect)
  if (documented) return destinationsOf[documented.operation](documented.values)
  const page = pageOfConnection(path) ?? (isServed ? pageOfConnection(withOtherSlash(path)) : undefined)
  if (page) return page
  const isVersioned = dialect.versions.some((version) => path.startsWith(`/${version}/`))
  return isVersioned ? { kind: 'versioned' } : { kind: 'unknown' }
}

/** Where the page of the connection leads the browser. */
function pageOfConnection(path: string): Destination | undefined {
  const [app, adapter, last] = segmentsOf(path)
  const isPage = app === 'app' && adapter !== undefined && adapter !== '' && last === 'authorize'
  return isPage && isWritten(path, `/app/${encodeURIComponent(adapter)}/authorize`)
    ? { kind: 'connect', adapter }
    : undefined
}

/** A path without the slash at its end: what names a list, in whichever form it is served. */
export function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}
