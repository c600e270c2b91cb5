import type { Caller } from '../contract/caller.ts'
import type { Clock } from '../world/clock.ts'
import { ApiError } from '../dialect/api-error.ts'
import type { World } from '../world/world.ts'

interface Window {
  readonly start: number
  count: number
}

const windowLength = 60_000

/**
 * Counts requests by credential in windows of one minute of virtual time: the convention `rateLimit` (clause 8).
 * The tokens of one OAuth client count together, and so do all requests without credentials.
 */
export class RateLimiter {
  /** By the clock of the world: a reset gives it a new one, and the windows are gone with the old. */
  readonly #windows = new WeakMap<Clock, Map<string, Window>>()

  /**
   * Counts one request.
   * @returns the headers that tell the client where it stands.
   * @throws ApiError `rateLimited` with `Retry-After` in seconds of virtual time.
   */
  count({ clock }: World, caller: Caller | undefined, limit: number): Readonly<Record<string, string>> {
    if (limit === 0) return noHeaders
    const now = clock.now()
    const window = this.#windowOf(clock, caller ? `${caller.kind}:${caller.ownerId}` : '', now)
    window.count++
    const reset = String(Math.ceil((window.start + windowLength - now) / 1000))
    const headers = {
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(Math.max(0, limit - window.count)),
      'RateLimit-Reset': reset,
    }
    if (window.count <= limit) return headers
    throw new ApiError(
      'rateLimited',
      `More than ${limit} requests came within a minute; try again in ${reset} seconds.`,
      { headers: { ...headers, 'Retry-After': reset } },
    )
  }

  #windowOf(clock: Clock, key: string, now: number): Window {
    let windows = this.#windows.get(clock)
    if (!windows) this.#windows.set(clock, (windows = new Map()))
    let window = windows.get(key)
    if (!window || now - window.start >= windowLength) windows.set(key, (window = { start: now, count: 0 }))
    return window
  }
}

const noHeaders = {}
