import { tryDecodeURIComponent } from 'hono/utils/url'
import type { Method } from '../../model/contract/endpoint.ts'
import { BoundedMemo } from '../../tools/bounded-memo.ts'

/** A path and its endpoints. The answers to OPTIONS and HEAD, and 405, derive from it. */
export interface Route<Endpoint> {
  /** The template of the path, with `{parameters}`. */
  readonly path: string
  readonly endpoints: ReadonlyMap<Method, Endpoint>
  /** The value of `Allow`. */
  readonly allow: string
  /** True if HEAD is not allowed. */
  readonly withoutHead?: boolean
}

/** The route of a path, and its parameters, which are never empty. */
export interface RouteMatch<Endpoint> {
  readonly route: Route<Endpoint>
  /** Decoded; invalid percent-encoding stays unchanged. */
  readonly params: Readonly<Record<string, string>>
}

/** The endpoint for a method. The endpoint for GET also answers HEAD, unless the route does not allow it. */
export function endpointFor<Endpoint>(
  { endpoints, withoutHead }: Route<Endpoint>,
  method: string,
): Endpoint | undefined {
  if (method !== 'HEAD') return endpoints.get(method as Method)
  return withoutHead === true ? undefined : endpoints.get('GET')
}

/** A route with other methods: false removes one, true adds one to the header `Allow` only, and `*` means all methods. */
export function withMethods<Endpoint>(
  { path, endpoints, allow }: Route<Endpoint>,
  methods: Readonly<Record<string, boolean>>,
  isStated: (endpoint: Endpoint) => boolean,
): Route<Endpoint> {
  const kept = new Map([...endpoints].filter(([method, endpoint]) => methods[method] !== false || isStated(endpoint)))
  const withoutHead = methods['HEAD'] === false
  const isKept = (method: string) =>
    method === 'HEAD' ? !withoutHead : method === 'OPTIONS' ? methods[method] !== false : kept.has(method as Method)
  const added = Object.keys(methods).filter((method) => methods[method] === true)
  const names = methods['*'] === true ? ['*'] : [...new Set([...allow.split(', ').filter(isKept), ...added])]
  return { path, endpoints: kept, allow: names.join(', '), withoutHead }
}

/**
 * Groups endpoints by path into routes. Fixed segments come before parameters, so that the more specific path wins.
 * When two endpoints share a path and a method, the first wins.
 */
export function toRoutes<Endpoint extends { readonly method: Method }>(
  placed: readonly (readonly [path: string, endpoint: Endpoint])[],
): readonly Route<Endpoint>[] {
  const byPath = new Map<string, Map<Method, Endpoint>>()
  for (const [path, endpoint] of placed) {
    const methods = byPath.get(path) ?? new Map<Method, Endpoint>()
    if (!methods.has(endpoint.method)) methods.set(endpoint.method, endpoint)
    byPath.set(path, methods)
  }
  return [...byPath]
    .map(([path, endpoints]) => ({ key: sortKey(path), route: { path, endpoints, allow: allowOf(endpoints) } }))
    .sort((left, right) => compareText(left.key, right.key))
    .map(({ route }) => route)
}

const methodOrder = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const

function allowOf(endpoints: ReadonlyMap<Method, unknown>): string {
  return methodOrder
    .filter((method) => method === 'OPTIONS' || endpoints.has(method === 'HEAD' ? 'GET' : method))
    .join(', ')
}

const sortKey = (path: string): string =>
  path
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '1' : '0'))
    .join('')

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** The segments of a route's path. Segments in braces are parameters. */
interface Pattern<Endpoint> {
  readonly segments: readonly string[]
  readonly route: Route<Endpoint>
}

/** Finds the route of a path. */
export class Router<Endpoint> {
  readonly routes: readonly Route<Endpoint>[]
  /** By the number of their segments, in the order of the routes. */
  readonly #patterns = new Map<number, Pattern<Endpoint>[]>()
  /** Clients use few paths, and comparing a path with the patterns takes a tenth of the time of an answer. */
  readonly #found = new BoundedMemo(500, (path) => this.#search(path))

  /** @param trailingSlash `any` also finds a path with a slash added or removed at its end. */
  constructor(routes: readonly Route<Endpoint>[], trailingSlash: 'documented' | 'any') {
    this.routes = routes
    for (const route of routes) {
      const segments = route.path.split('/')
      this.#add({ segments, route })
      if (trailingSlash === 'any' && route.path !== '/')
        this.#add({ segments: segments.at(-1) === '' ? segments.slice(0, -1) : [...segments, ''], route })
    }
  }

  find(path: string): RouteMatch<Endpoint> | undefined {
    return this.#found.of(path)
  }

  #add(pattern: Pattern<Endpoint>): void {
    const { length } = pattern.segments
    const others = this.#patterns.get(length)
    if (others) others.push(pattern)
    else this.#patterns.set(length, [pattern])
  }

  #search(path: string): RouteMatch<Endpoint> | undefined {
    const segments = path.split('/')
    const found = this.#patterns.get(segments.length)?.find((pattern) => matchesRoute(segments, pattern.segments))
    if (!found) return undefined
    return { route: found.route, params: paramsOf(segments, found.segments) }
  }
}

const isParameter = (segment: string): boolean => segment.startsWith('{')

/** A parameter has at least one character: an empty segment does not match. */
function matchesRoute(segments: readonly string[], expected: readonly string[]): boolean {
  return expected.every((part, index) => (isParameter(part) ? segments[index] !== '' : segments[index] === part))
}

function paramsOf(segments: readonly string[], expected: readonly string[]): Readonly<Record<string, string>> {
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries())
    if (isParameter(part)) params[part.slice(1, -1)] = tryDecodeURIComponent(segments[index]!)
  return params
}
