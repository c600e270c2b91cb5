import { App } from './app.ts'
import type { Conventions } from '../model/contract/conventions.ts'
import { endpoints } from '../api/endpoints/endpoints.ts'
import { Dialect } from '../api/dialect/dialect.ts'
import { RateLimiter } from './rate-limit.ts'
import type { AppOptions } from './served-request.ts'

/** The apps of an emulator and its forks: one for each set of conventions, so that a fork does not build its own. */
export class Apps {
  readonly #options: Omit<AppOptions, 'endpoints' | 'dialect' | 'countRequest'>
  readonly #limiter = new RateLimiter()
  readonly #byConventions = new WeakMap<Conventions, App>()

  constructor(options: Omit<AppOptions, 'endpoints' | 'dialect' | 'countRequest'>) {
    this.#options = options
  }

  for(conventions: Conventions): App {
    let app = this.#byConventions.get(conventions)
    if (!app) this.#byConventions.set(conventions, (app = this.#create(conventions)))
    return app
  }

  #create(conventions: Conventions): App {
    return new App({
      ...this.#options,
      endpoints,
      dialect: new Dialect(conventions),
      countRequest: (world, caller) => this.#limiter.count(world, caller, conventions.rateLimit),
    })
  }
}
