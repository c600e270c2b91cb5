import type { Conventions } from '../dialect/conventions.ts'
import type { Endpoint, Method } from '../endpoints/define-endpoint.ts'

/** One path and the endpoints behind it: what OPTIONS, HEAD and 405 follow from. */
export interface Route {
  /** With `{parameters}`, as the specification writes it, and the version filled in. */
  readonly path: string
  readonly endpoints: ReadonlyMap<Method, Endpoint>
  /** The value of `Allow`. */
  readonly allow: string
}

/** The path of an endpoint under these conventions; `{version}` stays in it. */
function pathOf(endpoint: Endpoint, conventions: Conventions): string {
  return typeof endpoint.path === 'string' ? endpoint.path : endpoint.path(conventions)
}

/** The routes of a list of endpoints: fixed segments before parameters, so that the more specific path wins. */
export function toRoutes(endpoints: readonly Endpoint[], conventions: Conventions): readonly Route[] {
  const byPath = new Map<string, Map<Method, Endpoint>>()
  for (const endpoint of endpoints) {
    if (endpoint.served && !endpoint.served(conventions)) continue
    const template = pathOf(endpoint, conventions)
    const paths = template.includes('{version}')
      ? conventions.versions.map((version) => template.replace('{version}', version))
      : [template]
    for (const path of paths) {
      const methods = byPath.get(path) ?? new Map<Method, Endpoint>()
      // The first wins: what the specification documents stands in the list before the general rules.
      if (!methods.has(endpoint.method)) methods.set(endpoint.method, endpoint)
      byPath.set(path, methods)
    }
  }
  return [...byPath]
    .map(([path, methods]): Route => ({ path, endpoints: methods, allow: allowOf([...methods.keys()]) }))
    .sort((left, right) => compare(left.path, right.path))
}

const methodOrder = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']

function allowOf(methods: readonly Method[]): string {
  const all = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
  return methodOrder.filter((method) => all.includes(method)).join(', ')
}

function compare(left: string, right: string): number {
  const key = (path: string) =>
    path
      .split('/')
      .map((segment) => (segment.startsWith('{') ? '1' : '0'))
      .join('')
  return key(left) < key(right) ? -1 : key(left) > key(right) ? 1 : 0
}
