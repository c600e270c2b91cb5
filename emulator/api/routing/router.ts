import { tryDecodeURIComponent } from 'hono/utils/url'
import type { AnswerForm, AnswerForms } from '../../model/contract/answer-form.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import type { Endpoint, Method, ServedEndpoint } from '../../model/contract/endpoint.ts'
import { isPerOperation, operationValue } from '../dialect/per-operation.ts'
import { BoundedMemo } from '../../tools/bounded-memo.ts'

/** A path and its endpoints. The answers to OPTIONS and HEAD, and 405, derive from it. */
export interface Route<Served extends ServedEndpoint = Endpoint> {
  /** The template of the path, with `{parameters}`. */
  readonly path: string
  readonly endpoints: ReadonlyMap<Method, Served>
  /** The value of `Allow`. */
  readonly allow: string
  /** True if HEAD is not allowed. */
  readonly withoutHead?: boolean
}

/** The route of a path, and its parameters, which are never empty. */
export interface RouteMatch<Served extends ServedEndpoint = Endpoint> {
  readonly route: Route<Served>
  /** Decoded; invalid percent-encoding stays unchanged. */
  readonly params: Readonly<Record<string, string>>
}

/** The endpoint for a method. The endpoint for GET also answers HEAD, unless the route does not allow it. */
export function methodEndpoint<Served extends ServedEndpoint>(
  { endpoints, withoutHead }: Route<Served>,
  method: string,
): Served | undefined {
  if (method !== 'HEAD') return endpoints.get(method as Method)
  return withoutHead === true ? undefined : endpoints.get('GET')
}

/**
 * Groups endpoints by path into routes. Fixed segments come before parameters, so that the more specific path wins.
 * When two endpoints share a path and a method, the first wins.
 */
export function toRoutes<Served extends ServedEndpoint>(
  placed: readonly (readonly [path: string, endpoint: Served])[],
): readonly Route<Served>[] {
  const byPath = new Map<string, Map<Method, Served>>()
  for (const [path, endpoint] of placed) {
    const methods = byPath.get(path) ?? new Map<Method, Served>()
    if (!methods.has(endpoint.method)) methods.set(endpoint.method, endpoint)
    byPath.set(path, methods)
  }
  return [...byPath]
    .map(([path, endpoints]) => ({ key: sortKey(path), route: { path, endpoints, allow: allowHeader(endpoints) } }))
    .sort((left, right) => compareText(left.key, right.key))
    .map(({ route }) => route)
}

/** The routes of the endpoints that the conventions serve, for each version. */
export function servedRoutes(endpoints: readonly Endpoint[], conventions: Conventions): readonly Route[] {
  const routes = toRoutes(
    endpoints
      .filter(({ served }) => served?.(conventions) ?? true)
      .flatMap((endpoint) => {
        const path = typeof endpoint.path === 'string' ? endpoint.path : endpoint.path(conventions)
        const paths = path.includes('{version}')
          ? conventions.versions.map((version) => path.replace('{version}', version))
          : [path]
        return paths.map((path) => [path, endpoint] as const)
      }),
  )
  const { answerForms } = conventions
  return answerForms === 'none' ? routes : routes.map((route) => applyLearnedMethods(route, answerForms))
}

/** The form of the answer to OPTIONS: that of the first operation of the path with such a form. */
export function optionsForm({ endpoints }: Pick<Route, 'endpoints'>, forms: AnswerForms): AnswerForm | undefined {
  const named = [...endpoints.values()].find(({ id }) => forms[id]?.['options'])
  return forms[named?.id ?? '$default']?.['options']
}

/** A route with other methods: false removes one, true adds one to the header `Allow` only, and `*` means all methods. */
function applyLearnedMethods(route: Route, forms: AnswerForms): Route {
  const methods = optionsForm(route, forms)?.allow
  // Clause 4.9 states the methods of the legacy root.
  const isOfRoot = [...route.endpoints.values()].some(({ id }) => id === 'legacy.root')
  if (!methods || (isOfRoot && !methods['*'])) return route
  const { path, endpoints, allow } = route
  const kept = new Map([...endpoints].filter(([method, { served }]) => methods[method] !== false || !served))
  const withoutHead = methods['HEAD'] === false
  const isKept = (method: string) =>
    method === 'HEAD' ? !withoutHead : method === 'OPTIONS' ? methods[method] !== false : kept.has(method as Method)
  const added = Object.keys(methods).filter((method) => methods[method] === true)
  const names = methods['*'] === true ? ['*'] : [...new Set([...allow.split(', ').filter(isKept), ...added])]
  return { path, endpoints: kept, allow: names.join(', '), withoutHead }
}

/** Whether a path has either slash. The operations at a path share the value of the first of them that has its own. */
function hasEitherSlash(
  { path, endpoints }: Route<ServedEndpoint>,
  trailingSlash: Conventions['trailingSlash'],
): boolean {
  const ids = [...endpoints.values()].map(({ id }) => id)
  const id = ids.find((named) => isPerOperation(trailingSlash) && Object.hasOwn(trailingSlash, named)) ?? ids[0]!
  return path !== '/' && operationValue(trailingSlash, id) === 'any'
}

const methodOrder = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const

function allowHeader(endpoints: ReadonlyMap<Method, unknown>): string {
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
interface Pattern<Served extends ServedEndpoint> {
  readonly segments: readonly string[]
  readonly route: Route<Served>
}

/** Finds the route of a path. */
export class Router<Served extends ServedEndpoint = Endpoint> {
  readonly routes: readonly Route<Served>[]
  /** By the number of their segments, in the order of the routes. */
  readonly #patterns = new Map<number, Pattern<Served>[]>()
  /** Clients use few paths, and comparing a path with all patterns is slow. */
  readonly #found = new BoundedMemo(500, (path) => this.#search(path))

  /** @param trailingSlash `any` also finds a path with a slash added or removed at its end. */
  constructor(routes: readonly Route<Served>[], trailingSlash: Conventions['trailingSlash']) {
    this.routes = routes
    for (const route of routes) {
      const segments = route.path.split('/')
      this.#add({ segments, route })
      if (hasEitherSlash(route, trailingSlash))
        this.#add({ segments: segments.at(-1) === '' ? segments.slice(0, -1) : [...segments, ''], route })
    }
  }

  find(path: string): RouteMatch<Served> | undefined {
    return this.#found.of(path)
  }

  #add(pattern: Pattern<Served>): void {
    const { length } = pattern.segments
    const others = this.#patterns.get(length)
    if (others) others.push(pattern)
    else this.#patterns.set(length, [pattern])
  }

  #search(path: string): RouteMatch<Served> | undefined {
    const segments = path.split('/')
    const found = this.#patterns.get(segments.length)?.find((pattern) => matchesRoute(segments, pattern.segments))
    if (!found) return undefined
    return { route: found.route, params: pathParams(segments, found.segments) }
  }
}

const isParameter = (segment: string): boolean => segment.startsWith('{')

/** A parameter has at least one character: an empty segment does not match. */
function matchesRoute(segments: readonly string[], expected: readonly string[]): boolean {
  return expected.every((part, index) => (isParameter(part) ? segments[index] !== '' : segments[index] === part))
}

function pathParams(segments: readonly string[], expected: readonly string[]): Readonly<Record<string, string>> {
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries())
    if (isParameter(part)) params[part.slice(1, -1)] = tryDecodeURIComponent(segments[index]!)
  return params
}
