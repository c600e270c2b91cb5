import { defaultWorldName, isWorldName } from '../auth/world-suffix.ts'
import type { ClockOptions } from './clock.ts'
import { World, type WorldEquipment } from './world.ts'
import type { WorldState } from './world-state.ts'
import type { WorldStorage } from './storage.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

export interface WorldsOptions extends WorldEquipment {
  readonly state: WorldState
  readonly clock?: ClockOptions | undefined
  readonly prepare?: (world: World) => void
  readonly storage?: WorldStorage | undefined
}

/** The default world and any number of named ones, each a copy-on-write fork of the same frozen seed. */
export class Worlds {
  readonly #options: WorldsOptions
  readonly #worlds = new Map<string, World>()
  /** The world of requests that do not name one. */
  readonly default: World

  /** @internal */
  constructor(options: WorldsOptions) {
    this.#options = options
    this.default = this.create(defaultWorldName)
  }

  /** Keeps the worlds beyond the process; undefined without one. @internal */
  get storage(): WorldStorage | undefined {
    return this.#options.storage
  }

  /** The names of all worlds, the default one first. */
  get names(): readonly string[] {
    return [...this.#worlds.keys()]
  }

  /** Whether a world with this name exists. */
  has(name: string): boolean {
    return this.#worlds.has(name)
  }

  /**
   * The world with a name, created on first use. Clients reach it below `{base}/~{name}` or with the header
   * `x-emulator-world`.
   *
   * @example
   * ```ts
   * emulator.worlds.use('blue').faults.add({ operation: 'products.list', status: 503 })
   * ```
   * @throws EmulatorError `invalid_world_name`.
   */
  use(name: string): World {
    return this.#worlds.get(name) ?? this.create(name)
  }

  /** A world as it would be created, without creating it. @internal */
  preview(name: string): World {
    return new World({ name, ...this.#options, storage: undefined })
  }

  /** Creates a world from the seed, or replaces the one with that name. @throws EmulatorError `invalid_world_name`. */
  create(name: string): World {
    if (typeof name !== 'string' || !isWorldName(name)) {
      throw new EmulatorError(
        'invalid_world_name',
        "A world's name has 1 to 100 letters, digits, dots, underscores and hyphens, and begins with a letter or " +
          `digit; got ${JSON.stringify(name)?.slice(0, 120)}.`,
      )
    }
    const world = new World({ name, ...this.#options })
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
    return new Worlds({
      ...options,
      state,
      faults: faults.pending,
      scenarios: scenarios.names,
      clock: { ...options.clock, start: clock.now(), frozen: clock.frozen },
    })
  }

  /** Deletes a world. @throws EmulatorError `default_world`, since that one can only be reset; `unknown_world`. */
  drop(name: string): void {
    if (name === defaultWorldName)
      throw new EmulatorError('default_world', 'The default world cannot be dropped; reset it instead.')
    if (!this.#worlds.delete(name))
      throw new EmulatorError('unknown_world', `There is no world ${JSON.stringify(name)}.`)
    this.#options.storage?.dropped(name)
  }
}
