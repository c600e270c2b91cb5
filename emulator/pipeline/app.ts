import { ApiError } from '../api/dialect/api-error.ts'
import { Dialect } from '../api/dialect/dialect.ts'
import { endpoints } from '../api/endpoints/endpoints.ts'
import { Router, servedRoutes } from '../api/routing/router.ts'
import type { AdapterRegistry } from '../model/contract/adapter.ts'
import type { Conventions } from '../model/contract/conventions.ts'
import type { Endpoint, ServedEndpoint } from '../model/contract/endpoint.ts'
import { BoundedMemo } from '../tools/bounded-memo.ts'
import { shortPath } from '../tools/short-text.ts'
import { nearestPath } from './nearest-path.ts'
import type { RateLimiter } from './rate-limit.ts'

/** The parts of an app that conventions do not change. */
export interface AppOptions {
  readonly adapters: AdapterRegistry
  /** The path in front of all other paths; empty by default. */
  readonly basePath: string
  /** The base URL of links. Default: the address of the request. */
  readonly publicUrl: string | undefined
  /** Checks every response against its declared schema: for tests and development. */
  readonly checkResponses: boolean
  /** Called with every internal error. */
  readonly onError: (error: unknown) => void
  readonly limiter: RateLimiter
}

/** A served API: the emulated one under one set of conventions, or the control API. */
export interface App<Served extends ServedEndpoint = Endpoint> {
  readonly options: AppOptions
  readonly dialect: Dialect
  readonly router: Router<Served>
  /** The refusal of a path below the base path that is not served. */
  readonly unknownPath: (path: string) => ApiError
}

/** Makes the apps of an emulator and its forks: one for each set of conventions, so that a fork does not build its own. */
export function createApps(options: AppOptions): (conventions: Conventions) => App {
  const known = new WeakMap<Conventions, App>()
  return (conventions) => {
    let app = known.get(conventions)
    if (!app) known.set(conventions, (app = toApp(options, conventions)))
    return app
  }
}

function toApp(options: AppOptions, conventions: Conventions): App {
  const router = new Router(servedRoutes(endpoints, conventions), conventions.trailingSlash)
  const templates = router.routes.map((route) => route.path)
  const hints = new BoundedMemo(200, (path) => nearestPath(path, templates) ?? '')
  return {
    options,
    dialect: new Dialect(conventions),
    router,
    unknownPath: (path) => unknownPathError(path, hints, conventions),
  }
}

function unknownPathError(path: string, hints: BoundedMemo<string>, { versions }: Conventions): ApiError {
  const [, first = '', second = ''] = path.split('/')
  if (/^\d+(\.\d+)*$/.test(first) && first !== '0' && !versions.includes(first)) {
    const allowed = [...versions, '0']
    const list = `The versions are ${allowed.join(', ')}.`
    return new ApiError('unknownPath', `There is no version ${first}. ${list}`, {
      requirement: 'versions.current',
      details: [{ at: 'version', message: `is not served. ${list}`, allowed }],
    })
  }
  const best = hints.of(path)
  const hint = best ? ` The nearest documented path is ${best}.` : ''
  return new ApiError(
    'unknownPath',
    `There is no endpoint at ${shortPath(path)}${second === '' && first === '' ? ', the root' : ''}.${hint}`,
  )
}
