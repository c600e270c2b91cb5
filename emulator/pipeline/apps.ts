import { type App, createApp } from './app.ts'
import type { Conventions } from '../model/contract/conventions.ts'
import { endpoints } from '../api/endpoints/endpoints.ts'
import { factsOf } from '../journal/operation-facts.ts'
import { Dialect } from '../api/dialect/dialect.ts'
import { RateLimiter } from './rate-limit.ts'
import type { AdapterRegistry } from '../model/contract/adapter.ts'

/** The facts of each endpoint for the journal. All emulators share them. */
const endpointFacts = new Map(endpoints.map((endpoint) => [endpoint, factsOf(endpoint)]))

interface AppsOptions {
  readonly adapters: AdapterRegistry
  readonly checkResponses: boolean
  readonly onError: (error: unknown) => void
}

export interface DialectApp {
  readonly dialect: Dialect
  readonly app: App
}

/** The apps of an emulator and its forks: one for each set of conventions, so that a fork does not build its own. */
export class Apps {
  readonly #options: AppsOptions
  readonly #limiter = new RateLimiter()
  readonly #byConventions = new WeakMap<Conventions, DialectApp>()

  constructor(options: AppsOptions) {
    this.#options = options
  }

  for(conventions: Conventions): DialectApp {
    let made = this.#byConventions.get(conventions)
    if (!made) this.#byConventions.set(conventions, (made = this.#create(conventions)))
    return made
  }

  #create(conventions: Conventions): DialectApp {
    const dialect = new Dialect(conventions)
    const app = createApp({
      ...this.#options,
      endpoints: endpointFacts,
      dialect,
      countRequest: (scope, caller) => this.#limiter.count(scope.world, caller, conventions.rateLimit),
    })
    return { dialect, app }
  }
}
