import { scopeNames } from './api/auth/scopes.ts'
import { addCors } from './api/dialect/cors.ts'
import { withConventions } from './api/dialect/conventions.ts'
import { ActiveDeviations } from './disturb/deviations/active-deviations.ts'
import type { Faults } from './disturb/faults/faults.ts'
import type { Scenarios } from './disturb/scenarios/scenarios.ts'
import type { Journal } from './journal/journal.ts'
import type { AdapterRegistry } from './model/contract/adapter.ts'
import type { Conventions } from './model/contract/conventions.ts'
import type { Credentials } from './model/contract/credentials.ts'
import type { EmulatorOptions } from './options.ts'
import type { App, AppOptions } from './pipeline/app.ts'
import {
  type EmulatorFetch,
  RequestContext,
  type Step,
  buildRequest,
  deviationSender,
  type Rest,
  localSender,
  type Sender,
} from './pipeline/context.ts'
import { servedOperation } from './pipeline/endpoint.ts'
import { makeWay } from './pipeline/way.ts'
import { describeResponse, withoutFragment } from './api/dialect/noted-response.ts'
import type { Clock } from './world/clock.ts'
import type { Collections } from './model/contract/stored-records.ts'
import type { WorldData } from './world/data/data.ts'
import type { Samples, Seed } from './world/seed.ts'
import type { Snapshot, WorldSnapshot } from './world/snapshot.ts'
import { storeFirst } from './world/storage.ts'
import type { World } from './world/world.ts'
import type { Worlds } from './world/worlds.ts'

/** The parts that an emulator shares with its forks. They never change. */
export interface Common {
  readonly app: AppOptions
  /** Makes the API under some conventions. */
  readonly appFor: (conventions: Conventions) => App
  readonly credentials: Credentials
  readonly samples: Samples
  readonly seed: number
  /** Creates the control API, which is a client of the emulator and not a part of it. Undefined when it is off. */
  readonly createControl: ((emulator: Emulator, initialConventions: Conventions) => Promise<Rest>) | undefined
  /** The pack that the data come from; undefined for other data. */
  readonly pack: Seed['pack']
  /** The initial records of every new world, except in a fork. */
  readonly collections: Collections
  /** Makes a case of everything that happened in an emulator. */
  readonly saveCase: (emulator: Emulator, options: CaseOptions) => Promise<Uint8Array>
}

/** Options of a case. */
export interface CaseOptions {
  /** The one world that it holds. Default: all of them. */
  readonly world?: string
  /** The failure, shown with the case. Secrets are replaced. */
  readonly failure?: {
    /** The name of the test. */
    readonly test?: string
    /** The message of the failure. */
    readonly message?: string
    readonly command?: readonly string[]
    readonly exitCode?: number
  }
}

/** An emulator of the Platform Data API in memory. It has no port and no files, and shares nothing with another. */
export class Emulator {
  /**
   * Answers a request. It takes the arguments of the global `fetch`, so a client can use it instead. An error becomes
   * a response. It rejects as `fetch` does: with a TypeError when a fault drops the connection, and with the reason of
   * a signal that aborts before the answer. It does not follow redirects; `installFetch` does.
   */
  readonly fetch: EmulatorFetch
  /** The default world and the named worlds, each with its own data, clock, faults and journal. */
  readonly worlds: Worlds
  /** Deliberate violations of the specification, in every world. */
  readonly deviations: ActiveDeviations
  readonly #common: Common
  #control: Promise<Rest> | undefined
  #conventions: Conventions
  readonly #initialConventions: Conventions
  #app: App
  readonly #controlStep: Step | undefined
  #way: Rest

  /** Only `openEmulator` and `fork` call it. @internal */
  constructor(common: Common, worlds: Worlds, conventions: Conventions, deviations: EmulatorOptions['deviations']) {
    this.#common = common
    this.worlds = worlds
    this.#conventions = this.#initialConventions = conventions
    this.#app = common.appFor(conventions)
    this.deviations = new ActiveDeviations(
      {
        answer: (request) => this.respond(request, deviationSender),
        operationOf: (request, method = request.method) => servedOperation(this.contextOf(request), method),
        onError: common.app.onError,
        changed: (before, names) => {
          worlds.default.log.note({ kind: 'deviations', before, names })
          this.#way = this.#makeWay()
        },
      },
      deviations,
    )
    this.#controlStep = common.createControl && this.#toControl(common.createControl)
    this.#way = this.#makeWay()
    const answer = async (toSent: () => Request): Promise<Response> => {
      const request = toSent()
      const response = await this.respond(request)
      return describeResponse(response, { url: withoutFragment(request.url), redirected: false, type: 'basic' })
    }
    this.fetch = (input, init) => answer(() => buildRequest(input, init))
    worlds.reachedBy({
      fetch: (world, input, init) => answer(() => toWorld(buildRequest(input, init), world)),
      credentials: common.credentials,
      samples: common.samples,
      scopes: () => scopeNames(this.#conventions),
    })
  }

  /** The credentials of every new world. */
  get credentials(): Credentials {
    return this.#common.credentials
  }

  /** The ids and names of some records of a new world. */
  get samples(): Samples {
    return this.#common.samples
  }

  /** The seed of fixtures, ids and credentials. */
  get seed(): number {
    return this.#common.seed
  }

  /** The served adapters, by name. */
  get adapters(): AdapterRegistry {
    return this.#common.app.adapters
  }

  /** The path before all others, such as `/api`. Empty without one. */
  get basePath(): string {
    return this.#common.app.basePath
  }

  /** The base URL of links. Undefined: links lead to the address that a request came to. */
  get publicUrl(): string | undefined {
    return this.#common.app.publicUrl
  }

  /** The clock of the default world. `worlds.use(name)` has the clock, data, faults and so on of another world. */
  get clock(): Clock {
    return this.worlds.default.clock
  }

  /** The data of the default world, to arrange and inspect. */
  get data(): WorldData {
    return this.worlds.default.data
  }

  /** The faults of the default world: requests that fail on purpose. */
  get faults(): Faults<World> {
    return this.worlds.default.faults
  }

  /** Answers an operation of the default world with a response of your own: `faults.stub`. */
  readonly stub: Faults<World>['stub'] = (stub) => this.faults.stub(stub)

  /** The scenarios of the default world: situations that clients tend to overlook. */
  get scenarios(): Scenarios {
    return this.worlds.default.scenarios
  }

  /** The journal of the requests that the default world received. */
  get requests(): Journal {
    return this.worlds.default.requests
  }

  /** The current answers in the gaps of the specification, for every world. */
  get conventions(): Conventions {
    return this.#conventions
  }

  /**
   * Changes conventions for every world, from the next request on.
   * @throws EmulatorError `unknown_convention` or `invalid_convention`.
   */
  setConventions(changes: Partial<Conventions>): void {
    const before = this.#conventions
    this.#conventions = withConventions(before, changes)
    this.worlds.default.log.note({ kind: 'conventions', before, changes })
    this.#app = this.#common.appFor(this.#conventions)
    this.#way = this.#makeWay()
  }

  /** Resets data, clock, faults, scenarios and journal of the default world. It is instant, whatever the data. */
  reset(): void {
    this.worlds.default.reset()
  }

  /**
   * Creates an independent emulator with the current data, clock, ids, faults, conventions and deviations. Its
   * scenarios restart and its journal is empty. Its `reset` returns to this state. It takes the same short time
   * whatever the size of the data.
   */
  fork(): Emulator {
    return new Emulator(this.#common, this.worlds.fork(), this.#conventions, this.deviations.active)
  }

  /**
   * The current data, ids and time of the default world, to `restore` later. `JSON.stringify` writes it. It takes the
   * same short time whatever the size of the data.
   */
  snapshot(): WorldSnapshot {
    return this.worlds.default.snapshot()
  }

  /**
   * Replaces the contents of the default world with a snapshot, or with the JSON of one.
   * @throws EmulatorError `invalid_seed` for anything else; the world is then unchanged.
   */
  restore(snapshot: WorldSnapshot | Snapshot): void {
    this.worlds.default.restore(snapshot)
  }

  /**
   * Makes a case: one small file with everything that happened here, which `emulator replay` opens anywhere. It holds
   * the requests without their secrets, and the changes, but not the data of the seed.
   *
   * @example
   * ```ts
   * const bytes = await emulator.saveCase({ failure: { test: 'signs in again' } }) // as in failed.case.gz
   * ```
   * @throws EmulatorError `unknown_world`.
   */
  saveCase(options: CaseOptions = {}): Promise<Uint8Array> {
    return this.#common.saveCase(this, options)
  }

  /** The pack that the data are from; undefined for other data. @internal */
  get pack(): Seed['pack'] {
    return this.#common.pack
  }

  /** The records of the seed, also in a fork. @internal */
  get seedCollections(): Collections {
    return this.#common.collections
  }

  /** Answers a request of a sender. It rejects if nobody waits for the answer. @internal */
  respond(request: Request, sender: Sender = localSender): Promise<Response> {
    return this.#way(this.contextOf(request, sender))
  }

  /** The way of requests with the current deviations and conventions. */
  #makeWay(): Rest {
    const { worlds, deviations } = this
    return makeWay({ worlds, deviations, control: this.#controlStep, conventions: this.#conventions })
  }

  /** The initial context of a request. @internal */
  contextOf(request: Request, sender: Sender = localSender): RequestContext {
    return new RequestContext(request, sender, this.#app)
  }

  /** The step for requests to the control API, made on the first of them. */
  #toControl(create: NonNullable<Common['createControl']>): Step {
    const answer = async (context: RequestContext) => {
      const control = await (this.#control ??= create(this, this.#initialConventions))
      const { storage } = this.worlds
      const answering = control(context)
      return addCors(await (storage ? storeFirst(answering, storage) : answering), context.cors)
    }
    return (context, next) => (/^\/_emulator(?:\/|$)/.test(context.path) ? answer(context) : next(context))
  }
}

/** A copy of a request that names its world. */
function toWorld(request: Request, world: string): Request {
  const headers = new Headers(request.headers)
  headers.set('x-emulator-world', world)
  return new Request(request, { headers })
}
