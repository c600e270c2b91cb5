import { Dialect } from '../api/dialect/dialect.ts'
import { endpoints } from '../api/endpoints/endpoints.ts'
import { type Route, Router } from '../api/routing/router.ts'
import { servedRoutes } from '../api/routing/routes.ts'
import type { AdapterRegistry } from '../model/contract/adapter.ts'
import type { Conventions } from '../model/contract/conventions.ts'
import type { Endpoint } from '../model/contract/endpoint.ts'
import { BoundedMemo } from '../tools/bounded-memo.ts'
import { nearestPath } from './nearest-path.ts'
import { RateLimiter } from './rate-limit.ts'

/** The parts of an app that conventions do not change. */
export interface AppOptions {
  readonly adapters: AdapterRegistry
  /** The path before all others. Empty without one. */
  readonly basePath: string
  /** The base URL of links. Default: the address that a request came to. */
  readonly publicUrl: string | undefined
  /** Checks every response against its declared schema: for tests and development. */
  readonly checkResponses: boolean
  /** Called with every internal error. */
  readonly onError: (error: unknown) => void
}

/** The API under one set of conventions. */
export class App {
  readonly options: AppOptions
  readonly dialect: Dialect
  readonly router: Router<Endpoint>
  readonly limiter: RateLimiter
  /** The template that is nearest to an unknown path; empty when none is near. */
  readonly hints: BoundedMemo<string>
  /** The form of errors of each route that has its own, for every method. */
  readonly errorForms: ReadonlyMap<Route<Endpoint>, NonNullable<Endpoint['toErrorResponse']>>

  constructor(options: AppOptions, conventions: Conventions, limiter: RateLimiter) {
    this.options = options
    this.dialect = new Dialect(conventions)
    this.router = new Router(servedRoutes(endpoints, conventions), conventions.trailingSlash)
    this.limiter = limiter
    this.errorForms = new Map(
      this.router.routes.flatMap((route) =>
        [...route.endpoints.values()].flatMap(({ toErrorResponse: toResponse }) =>
          toResponse ? [[route, toResponse]] : [],
        ),
      ),
    )
    const templates = this.router.routes.map((route) => route.path)
    this.hints = new BoundedMemo(200, (path) => nearestPath(path, templates) ?? '')
  }
}

/** Makes the apps of an emulator and its forks: one for each set of conventions, so that a fork does not build its own. */
export function appsOf(options: AppOptions): (conventions: Conventions) => App {
  const limiter = new RateLimiter()
  const known = new WeakMap<Conventions, App>()
  return (conventions) => {
    let app = known.get(conventions)
    if (!app) known.set(conventions, (app = new App(options, conventions, limiter)))
    return app
  }
}
