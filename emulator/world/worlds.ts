import { defaultWorldName, isWorldName } from '../api/auth/sent-credential.ts'
import type { ClockOptions } from './clock.ts'
import { WorldBounds, type WorldLimits } from './world-bounds.ts'
import type { WorldMemory } from './world-memory.ts'
import { World, type WorldReach, type WorldEquipment } from './world.ts'
import type { WorldState } from './seed.ts'
import type { WorldStorage } from './storage.ts'
import { Moments } from '../journal/event-log.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

export interface WorldsOptions extends WorldEquipment {
  readonly state: WorldState
  readonly clock?: ClockOptions | undefined
  readonly prepare?: (world: World) => void
  readonly storage?: WorldStorage | undefined
  readonly limits?: WorldLimits | undefined
  /** The memory of all worlds. Default: it is not counted. */
  readonly memory?: WorldMemory | undefined
}

/** The default world and any number of named ones, each a copy-on-write fork of the same frozen seed. */
export class Worlds {
  readonly #options: WorldsOptions
  readonly #worlds = new Map<string, World>()
  readonly #moments = new Moments()
  readonly #bounds: WorldBounds
  #reach: WorldReach | undefined
  /** The world of requests that do not name one. */
  readonly default: World

  /** @internal */
  constructor(options: WorldsOptions) {
    this.#options = options
    const stopwatch = options.journal?.stopwatch ?? (() => performance.now())
    this.#bounds = new WorldBounds(options.limits ?? {}, stopwatch, (name, why) => this.#forget(name, why))
    this.default = this.create(defaultWorldName)
  }

  /** Sets the access to these worlds. @internal */
  reachedBy(reach: WorldReach): void {
    this.#reach = reach
  }

  /** Keeps the worlds beyond the process; undefined without one. @internal */
  get storage(): WorldStorage | undefined {
    return this.#options.storage
  }

  /** The initial state of every new world. @internal */
  get beginning(): Pick<WorldsOptions, 'state' | 'clock' | 'faults' | 'moreFaults' | 'scenarios'> {
    return this.#options
  }

  /** The names of all worlds, the default one first. */
  get names(): readonly string[] {
    this.#bounds.expire()
    return [...this.#worlds.keys()]
  }

  /** Returns true if a world with this name exists. */
  has(name: string): boolean {
    this.#bounds.expire()
    return this.#worlds.has(name)
  }

  /** The world with a name, without using it: looking at a world must not keep it. @internal */
  peek(name: string): World | undefined {
    this.#bounds.expire()
    return this.#worlds.get(name)
  }

  /**
   * The world with a name, created on first use. Clients reach it below `{base}/~{name}` or with the header
   * `x-emulator-world`.
   *
   * @example
   * ```ts
   * emulator.worlds.use('blue').faults.add({ operation: 'products.list', status: 503 })
   * ```
   * @throws EmulatorError `invalid_world_name`; `world_evicted` when it was the least recently used of too many.
   */
  use(name: string): World {
    // Most requests are for the default world, which always stays.
    if (name === defaultWorldName) {
      this.#tidy()
      return this.default
    }
    this.#bounds.expire()
    const world = this.#worlds.get(name)
    if (world) {
      const release = this.#bounds.hold(name)
      this.#tidy()
      release()
      return world
    }
    this.#tidy()
    this.#bounds.assertKept(name)
    return this.create(name)
  }

  /**
   * The world with a name. If it does not exist, returns a preview without creating it.
   * @throws EmulatorError as `use` does. @internal
   */
  look(name: string): World {
    if (this.has(name)) return this.use(name)
    this.#bounds.assertKept(name)
    assertWorldName(name)
    return this.preview(name)
  }

  /** Returns true if a world still has its name, and was not replaced. @internal */
  isCurrent(world: World): boolean {
    return this.#worlds.get(world.name) === world
  }

  /** Returns true if a world was evicted and not created again. @internal */
  isEvicted(name: string): boolean {
    return this.#bounds.isEvicted(name)
  }

  /** Notes that a world was evicted before a restart. @internal */
  rememberEvicted(name: string, why: string): void {
    this.#bounds.rememberEvicted(name, why)
  }

  /** @throws EmulatorError `world_evicted` for a world that was evicted and not created again. @internal */
  assertKept(name: string): void {
    this.#bounds.assertKept(name)
  }

  /** Keeps a world while a request to it is under way. The result ends that. @internal */
  hold({ name }: World): () => void {
    return name === defaultWorldName ? keepsDefault : this.#bounds.hold(name)
  }

  /** A world as it would be created, without creating it. @internal */
  preview(name: string): World {
    return new World({ name, ...this.#options, storage: undefined, memory: undefined })
  }

  /**
   * Creates a world from the seed, or replaces the one with that name.
   * @throws EmulatorError `invalid_world_name`; `too_many_worlds` when requests are under way in all worlds that may be
   * kept.
   */
  create(name: string): World {
    assertWorldName(name)
    if (name !== defaultWorldName) this.#bounds.add(name)
    this.#worlds.get(name)?.release()
    const world = new World({
      name,
      ...this.#options,
      moments: this.#moments,
      sharedFaults: () => this.default.faults,
      reach: () => this.#reach!,
    })
    this.#worlds.set(name, world)
    return world
  }

  /**
   * An independent set of worlds. Each starts from the current state of the default world, and restarts its scenarios.
   * @internal
   */
  fork(): Worlds {
    const { state, clock, faults, scenarios } = this.default
    const { prepare: _issuedAlready, storage: _notShared, ...options } = this.#options
    const budget = options.journal?.budget?.anew()
    const forked = new Worlds({
      ...options,
      journal: { ...options.journal, budget, observer: undefined },
      memory: budget && options.memory?.anew(budget),
      state,
      faults: [],
      moreFaults: faults.added,
      scenarios: scenarios.names,
      clock: { ...options.clock, ...clock.moment },
    })
    forked.default.clock.follow(clock)
    return forked
  }

  /** Deletes a world. @throws EmulatorError `default_world`, since that one can only be reset; `unknown_world`. */
  drop(name: string): void {
    if (name === defaultWorldName)
      throw new EmulatorError('default_world', 'The default world cannot be dropped; reset it instead.')
    if (!this.#bounds.remove(name))
      throw new EmulatorError('unknown_world', `There is no world ${JSON.stringify(name)}.`)
    this.#forget(name)
  }

  #tidy(): void {
    this.#options.memory?.tidy(() => this.#bounds.evictOldest('others needed its memory'))
  }

  /** @param why Why it was evicted. */
  #forget(name: string, why?: string): void {
    this.#worlds.get(name)?.release()
    this.#worlds.delete(name)
    this.#options.storage?.dropped(name, why)
  }
}

/** Ends the hold of the default world, which always stays. */
const keepsDefault = (): void => {}

/** @throws EmulatorError `invalid_world_name` */
function assertWorldName(name: string): void {
  if (typeof name === 'string' && isWorldName(name)) return
  throw new EmulatorError(
    'invalid_world_name',
    `A world's name has 1 to 100 letters, digits, dots, underscores and hyphens, and begins with a letter or digit; got ${JSON.stringify(name)?.slice(0, 120)}.`,
  )
}
