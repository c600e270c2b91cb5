import type { Caller } from '../model/contract/credentials.ts'
import type { Clock } from '../world/clock.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import type { World } from '../world/world.ts'

interface RateWindow {
  readonly start: number
  count: number
}

const windowLength = 60_000

/**
 * Counts requests by credential in windows of one minute of virtual time: the convention `rateLimit` (clause 8).
 * The tokens of one OAuth client count together, and so do all requests without credentials.
 */
export class RateLimiter {
  /** Windows by clock of a world. A reset makes a new clock, which drops the windows of the old one. */
  readonly #windows = new WeakMap<Clock, Map<string, RateWindow>>()

  /**
   * Counts one request.
   * @param limit Requests a minute.
   * @returns the RateLimit headers.
   * @throws ApiError `rateLimited` with `Retry-After` in seconds of virtual time.
   */
  count({ clock }: World, caller: Caller | undefined, limit: number): Readonly<Record<string, string>> {
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
    throw new ApiError('rateLimited', `The limit is ${limit} requests a minute; try again in ${reset} seconds.`, {
      headers: { ...headers, 'Retry-After': reset },
    })
  }

  #windowOf(clock: Clock, key: string, now: number): RateWindow {
    let windows = this.#windows.get(clock)
    if (!windows) this.#windows.set(clock, (windows = new Map()))
    let window = windows.get(key)
    if (!window || now - window.start >= windowLength) windows.set(key, (window = { start: now, count: 0 }))
    return window
  }
}
