// Where a request went, read from its method and path alone and apart from the emulator's routes.
import type { ReceivedRequest } from './transcript.ts'
import type { DialectFacts } from './world-facts.ts'

/** A documented place of the API, with what its path names. */
export type Place =
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

type PlaceOf = (...segments: readonly string[]) => Place

/** The paths that the specification shows. `{v}` is a version that is served. */
const templates: readonly (readonly [pattern: string, place: PlaceOf])[] = [
  ['/oauth/token', () => ({ kind: 'token' })],
  ['/app/*/prepare-connect', (adapter) => ({ kind: 'prepareConnect', adapter: adapter! })],
  ['/app/*/connect', (adapter) => ({ kind: 'connect', adapter: adapter! })],
  // Where the page of the connection leads the browser.
  ['/app/*/authorize', (adapter) => ({ kind: 'connect', adapter: adapter! })],
  ['/services/*/capabilities', (connection) => ({ kind: 'capabilities', connection: connection! })],
  ['/services/*/*', (connection, command) => ({ kind: 'command', connection: connection!, command: command! })],
  ['/{v}/configurations/*', (scope) => ({ kind: 'configuration', scope: scope! })],
  ['/{v}/environments', () => ({ kind: 'list', resource: 'environments' })],
  ['/{v}/resources', () => ({ kind: 'list', resource: 'resources' })],
  ['/{v}/pulse/catalogs/*/products', () => ({ kind: 'list', resource: 'products' })],
  ['/0/', () => ({ kind: 'legacyRoot' })],
  ['/0/projects/', () => ({ kind: 'legacyProjects' })],
  ['/0/projects/*/groups/', () => ({ kind: 'legacyList' })],
  ['/0/issues/*/events/', () => ({ kind: 'legacyList' })],
]

const places = new WeakMap<Pick<ReceivedRequest, 'path'>, Place>()

/** Finds the place of a request. Other paths of a served version are `versioned`. */
export function placeOf(request: Pick<ReceivedRequest, 'path' | 'operation'>, dialect: DialectFacts): Place {
  const known = places.get(request) ?? findServed(request, dialect)
  places.set(request, known)
  return known
}

/** A service may serve a path with one slash more or less at its end, as after a redirect to it. */
function findServed({ path, operation }: Pick<ReceivedRequest, 'path' | 'operation'>, dialect: DialectFacts): Place {
  const place = findPlace(path, dialect)
  const isDocumented = place.kind !== 'unknown' && place.kind !== 'versioned'
  if (operation === undefined || isDocumented) return place
  const other = findPlace(path.endsWith('/') ? path.slice(0, -1) : `${path}/`, dialect)
  return other.kind === 'unknown' ? place : other
}

function findPlace(path: string, { accessTokensPath, versions }: DialectFacts): Place {
  if (path === accessTokensPath) return { kind: 'accessTokens' }
  const token = matched(path, `${accessTokensPath}/*`)
  if (token) return { kind: 'accessToken', id: token[0]! }
  for (const [pattern, place] of templates)
    for (const version of pattern.startsWith('/{v}') ? versions : ['']) {
      const segments = matched(path, pattern.replace('{v}', version))
      if (segments) return place(...segments)
    }
  return versions.some((version) => path.startsWith(`/${version}/`)) ? { kind: 'versioned' } : { kind: 'unknown' }
}

/** The decoded segments that stand for `*`. */
function matched(path: string, pattern: string): readonly string[] | undefined {
  const given = path.split('/')
  const wanted = pattern.split('/')
  if (given.length !== wanted.length) return undefined
  const segments: string[] = []
  for (const [index, segment] of wanted.entries()) {
    if (segment !== '*') {
      if (segment !== given[index]) return undefined
    } else {
      if (given[index] === '') return undefined
      segments.push(decoded(given[index]!))
    }
  }
  return segments
}

/** A path without the slash at its end: what names a list, in whichever form it is served. */
export function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}

/** Percent-decodes a segment; one that cannot be decoded stays as it is. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
