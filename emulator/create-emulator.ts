import { defaultSeed, seedOf, type FixturePack } from '../fixtures/packs.ts'
import { exampleAdapters } from '../fixtures/adapters/adapters.ts'
import { type App, createApp, type RequestScope } from './app.ts'
import { credentialsOf, type Credentials, issueCredentials } from './auth/credentials.ts'
import { type ClockOptions, parseTime, type Clock } from './clock.ts'
import { createControl, type Control } from './control/control.ts'
import { type Conventions, defaultConventions, withConventions } from './conventions.ts'
import { WorldData } from './data.ts'
import { endpoints } from './endpoints/endpoints.ts'
import { ApiError } from './http/api-error.ts'
import { withCors } from './http/cors.ts'
import type { Deviation, FetchLike } from './deviations/define-deviation.ts'
import { Dialect } from './http/dialect.ts'
import { toErrorResponse } from './http/respond.ts'
import { RateLimiter } from './rate-limit.ts'
import type { Samples, Seed } from './seed.ts'
import { type Adapter, type AdapterRegistry, defineAdapter } from './services/define-adapter.ts'
import { splitUrl } from './split-url.ts'
import { toCollections, type WorldState } from './world.ts'
import { defaultWorldName, WorldError, Worlds } from './worlds.ts'

export interface EmulatorOptions {
  /** What the fixtures, ids and credentials follow from: the same number, the same bytes. Default: 1. */
  readonly seed?: number
  /** The data of a new world: a pack, or a seed of your own. Default: `default`. */
  readonly fixtures?: FixturePack | Seed
  /** How many products the first catalog has, for load. */
  readonly scale?: number
  /** Where virtual time starts and whether it stands: a time, `frozen`, or both. Default: real time, running. */
  readonly clock?: string | number | Date | 'frozen' | ClockOptions
  /** Answers to what the specification leaves open. */
  readonly conventions?: Partial<Conventions>
  /** Adapters beside, or in place of, the examples. */
  readonly adapters?: readonly Adapter[]
  /** A path before every other, as `/api`. */
  readonly basePath?: string
  /** The address that links lead to when it is not the one a request came to. */
  readonly publicUrl?: string
  /** Whether `/_emulator/` is served. Default: true. */
  readonly control?: boolean
  /** Deliberate violations of the specification, for everything but the control API. */
  readonly deviations?: readonly Deviation[]
  /** Checks every response against its declared schema, and answers 500 when it does not match. Default: false. */
  readonly checkResponses?: boolean
  /** Told of the emulator's own errors. Default: `console.error`. */
  readonly onError?: (error: unknown) => void
}

/** An emulator of the Platform Data API, in memory: no port, no files, nothing shared with another. */
export class Emulator {
  /** Answers a request. Never rejects: what goes wrong becomes a response. */
  readonly fetch: FetchLike
  readonly worlds: Worlds
  /** The credentials of every new world. */
  readonly credentials: Credentials
  /** Where things are in a new world. */
  readonly samples: Samples
  readonly seed: number
  readonly adapters: AdapterRegistry
  readonly basePath: string
  /** The address that links lead to when it is not the one a request came to. */
  readonly publicUrl: string | undefined
  readonly #options: EmulatorOptions
  readonly #control: Control | undefined
  readonly #limiter = new RateLimiter()
  #conventions: Conventions
  #dialect!: Dialect
  #app!: App

  constructor(options: EmulatorOptions = {}) {
    this.#options = options
    const seed = typeof options.fixtures === 'object' ? options.fixtures : seedOf(options.fixtures ?? 'default', { seed: options.seed ?? defaultSeed, scale: options.scale })
    this.seed = seed.seed
    this.samples = seed.samples
    this.credentials = credentialsOf(seed.seed, seed.samples.apiKeyProjectId ?? '')
    this.adapters = registryOf(options.adapters ?? [])
    this.basePath = readBasePath(options.basePath)
    this.publicUrl = options.publicUrl
    this.worlds = new Worlds({
      state: { collections: toCollections(seed.records), ids: seed.ids },
      clock: readClock(options.clock ?? seed.clock),
      prepare: (world) => issueCredentials(world, this.credentials),
    })
    this.#conventions = withConventions(defaultConventions, options.conventions ?? {})
    this.#build()
    this.#control = options.control === false ? undefined : createControl(this)
    this.fetch = withDeviations(this.#answer, options.deviations ?? [])
  }

  get clock(): Clock {
    return this.worlds.default.clock
  }

  /** The data of the default world, to arrange and inspect; `new WorldData(world)` is that of another. */
  get data(): WorldData {
    return new WorldData(this.worlds.default)
  }

  get conventions(): Conventions {
    return this.#conventions
  }

  /** Changes conventions for every world, from the next request on. @throws ConventionError for an unknown name or value. */
  setConventions(changes: Partial<Conventions> | Readonly<Record<string, unknown>>): void {
    this.#conventions = withConventions(this.#conventions, changes)
    this.#build()
  }

  /** Puts the default world back to the seed. Takes no time, whatever the size of the data. */
  reset(): void {
    this.worlds.default.reset()
  }

  /** A copy of the default world's state, to `restore` later. Takes no time, whatever the size of the data. */
  snapshot(): WorldState {
    return this.worlds.default.state
  }

  restore(state: WorldState): void {
    this.worlds.default.restore(state)
  }

  readonly #answer: FetchLike = async (request) => {
    try {
      return await this.#respond(request)
    } catch (error) {
      const refusal = error instanceof ApiError ? error : error instanceof WorldError ? new ApiError('refused', error.message) : this.#ownError(error)
      const response = withCors(toErrorResponse(refusal, this.#dialect))
      return request.method === 'HEAD' ? new Response(null, response) : response
    }
  }

  async #respond(request: Request): Promise<Response> {
    const { origin, path: fullPath, search } = splitUrl(request.url)
    const { basePath } = this
    const own = basePath === '' || fullPath === basePath || fullPath.startsWith(`${basePath}/`)
    let path = own ? fullPath.slice(basePath.length) || '/' : fullPath
    let baseUrl = (this.publicUrl ?? `${origin}${basePath}`).replace(/\/$/, '')
    let worldName = request.headers.get('x-emulator-world') ?? defaultWorldName
    if (path.startsWith('/~')) {
      const end = path.indexOf('/', 2)
      worldName = path.slice(2, end < 0 ? undefined : end)
      baseUrl += path.slice(0, end < 0 ? undefined : end)
      path = end < 0 ? '/' : path.slice(end)
    }
    if (this.#control && (path === '/_emulator' || path.startsWith('/_emulator/'))) {
      return await this.#control(request, { worldName, path: path.slice('/_emulator'.length), search, baseUrl })
    }
    if (!own) throw new ApiError('unknownPath', `Nothing is served at ${fullPath.slice(0, 200)}: every path begins with ${basePath}.`)
    return await this.#app(request, { world: this.worlds.use(worldName), baseUrl, path, search })
  }

  #build(): void {
    this.#dialect = new Dialect(this.#conventions)
    this.#app = createApp({
      endpoints,
      dialect: this.#dialect,
      adapters: this.adapters,
      checkResponses: this.#options.checkResponses ?? false,
      onError: (error) => this.#report(error),
      countRequest: (scope: RequestScope, caller) => this.#limiter.count(scope.world, caller, this.#conventions.rateLimit),
    })
  }

  #ownError(error: unknown): ApiError {
    this.#report(error)
    return new ApiError('internal', `The emulator itself failed: ${error instanceof Error ? error.message : String(error)}. Please report it.`)
  }

  #report(error: unknown): void {
    const { onError } = this.#options
    if (onError) onError(error)
    else console.error(error)
  }
}

/**
 * Creates an emulator, at once and without a port.
 *
 * @example
 * ```ts
 * const emulator = createEmulator({ seed: 1 })
 * const response = await emulator.fetch(new Request('http://localhost/1.13/environments', {
 *   headers: { authorization: `Bearer ${emulator.credentials.token}` },
 * }))
 * ```
 * @throws ConventionError, AdapterError or RangeError for an option that cannot be taken.
 */
export function createEmulator(options?: EmulatorOptions): Emulator {
  return new Emulator(options)
}

/** The control API answers as it is, whatever the API around it breaks. */
function withDeviations(answer: FetchLike, deviations: readonly Deviation[]): FetchLike {
  if (deviations.length === 0) return answer
  const deviated = deviations.reduce((next, deviation) => deviation.wrap(next), answer)
  return (request) => (request.url.includes('/_emulator') ? answer(request) : deviated(request))
}

/** The examples, and the caller's own beside or in place of them. */
function registryOf(own: readonly Adapter[]): AdapterRegistry {
  return new Map([...exampleAdapters, ...own.map(defineAdapter)].map((adapter) => [adapter.name, adapter]))
}

function readClock(clock: EmulatorOptions['clock']): ClockOptions {
  if (clock === undefined) return {}
  if (clock === 'frozen') return { frozen: true }
  if (typeof clock === 'object' && !(clock instanceof Date)) return clock
  return { start: parseTime(clock), frozen: true }
}

function readBasePath(basePath = ''): string {
  const path = basePath.replace(/\/+$/, '')
  if (path === '' || (/^(\/[\w.-]+)+$/.test(path) && !path.startsWith('/_emulator'))) return path
  throw new RangeError(`basePath must be a path such as /api; got ${JSON.stringify(basePath)}.`)
}

