// Limits the number of worlds that an emulator keeps. The default world always stays.
import { EmulatorError } from '../tools/emulator-error.ts'
import { parseDuration } from '../tools/time.ts'
import { shortJson } from '../tools/short-text.ts'

/** Limits on the number and the age of worlds. */
export interface WorldLimits {
  /** The number of named worlds. The least recently used one goes first. Default: 10,000. */
  readonly worlds?: number | undefined
  /** The time that a world stays without a request: `8h`, or milliseconds. Default: no limit. */
  readonly ttl?: number | string | undefined
}

/** The number of evicted worlds to remember by name, for messages to their clients. */
const remembered = 10_000

interface Use {
  /** Real time of the last use by the stopwatch, in milliseconds. */
  at: number
  /** The number of requests under way. */
  requests: number
}

/** Tracks the use of worlds, and decides which ones to evict. */
export class WorldBounds {
  readonly #most: number
  readonly #ttl: number
  readonly #stopwatch: () => number
  readonly #evict: (name: string, why: string) => void
  /** By name, the least recently used world first. */
  readonly #uses = new Map<string, Use>()
  /** The worlds that were evicted, and why. */
  readonly #evicted = new Map<string, string>()

  /** @throws EmulatorError `invalid_option`; `invalid_time` for a time that is not a duration. */
  constructor(
    { worlds = 10_000, ttl }: WorldLimits,
    stopwatch: () => number,
    evict: (name: string, why: string) => void,
  ) {
    if (!Number.isSafeInteger(worlds) || worlds < 1)
      throw new EmulatorError(
        'invalid_option',
        `limits.worlds must be a whole number of at least 1; got ${shortJson(worlds)}.`,
      )
    this.#most = worlds
    this.#ttl = ttl === undefined ? Number.POSITIVE_INFINITY : parseDuration(ttl)
    if (this.#ttl === 0) throw new EmulatorError('invalid_option', 'limits.ttl must be longer than 0.')
    this.#stopwatch = stopwatch
    this.#evict = evict
  }

  /** Returns true if a world was evicted and not created again. */
  isEvicted(name: string): boolean {
    return this.#evicted.has(name)
  }

  /** @throws EmulatorError `world_evicted` for a world that was evicted and not created again. */
  assertKept(name: string): void {
    const why = this.#evicted.get(name)
    if (why === undefined) return
    throw new EmulatorError(
      'world_evicted',
      `The world ${JSON.stringify(name)} is gone with its data: ${why}. PUT /_emulator/worlds/${name} (worlds.create) creates it again from the seed.`,
    )
  }

  /** Makes room for a new world. @throws EmulatorError `too_many_worlds` when requests are under way in all of them. */
  add(name: string): void {
    this.expire()
    if (
      this.#uses.size >= this.#most &&
      !this.#uses.has(name) &&
      !this.evictOldest(`it was the least recently used of ${counted(this.#most, 'world')}`)
    )
      throw new EmulatorError(
        'too_many_worlds',
        `There ${this.#most === 1 ? 'is' : 'are'} ${counted(this.#most, 'world')} with requests under way, the most that this emulator keeps (--max-worlds, limits.worlds). Try again, or drop worlds that you no longer need.`,
      )
    this.#evicted.delete(name)
    this.#uses.delete(name)
    this.#uses.set(name, { at: this.#stopwatch(), requests: 0 })
  }

  /** Notes the use of a world. */
  touch(name: string): void {
    const use = this.#uses.get(name)
    if (!use) return
    use.at = this.#stopwatch()
    this.#uses.delete(name)
    this.#uses.set(name, use)
  }

  /** Keeps a world while a request is under way. The result ends that. */
  hold(name: string): () => void {
    const use = this.#uses.get(name)
    if (!use) return () => {}
    use.requests++
    return () => {
      use.requests--
      // The world may have been dropped, or replaced by another of its name.
      if (this.#uses.get(name) === use) this.touch(name)
    }
  }

  /** Forgets a dropped world. Returns true if the name was known. */
  remove(name: string): boolean {
    const wasEvicted = this.#evicted.delete(name)
    return this.#uses.delete(name) || wasEvicted
  }

  /** Evicts the worlds that were not used for too long. */
  expire(): void {
    if (this.#ttl === Number.POSITIVE_INFINITY) return
    const before = this.#stopwatch() - this.#ttl
    for (const [name, { at, requests }] of this.#uses) {
      if (at >= before) return
      if (requests === 0) this.#end(name, `it was not used for ${counted(this.#ttl / 1000, 'second')}`)
    }
  }

  /** Evicts the least recently used world without requests under way. Returns true if there was one. */
  evictOldest(why: string): boolean {
    for (const [name, { requests }] of this.#uses) {
      if (requests > 0) continue
      this.#end(name, why)
      return true
    }
    return false
  }

  /** Notes that a world was evicted, also before a restart. */
  rememberEvicted(name: string, why: string): void {
    addEvicted(this.#evicted, name, why)
  }

  #end(name: string, why: string): void {
    this.#uses.delete(name)
    this.rememberEvicted(name, why)
    this.#evict(name, why)
  }
}

/** Adds an evicted world, and forgets the oldest one if there are too many. */
export function addEvicted(evicted: Map<string, string>, name: string, why: string): void {
  evicted.delete(name)
  evicted.set(name, why)
  if (evicted.size > remembered) evicted.delete(evicted.keys().next().value!)
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
