import type { Caller } from './auth/authenticate.ts'
import { ApiError } from './http/api-error.ts'
import type { World } from './world.ts'

interface Window {
  start: number
  count: number
}

const windowLength = 60_000

/** Counts requests by credential in windows of one minute of virtual time: the convention `rateLimit` (clause 8). */
export class RateLimiter {
  readonly #windows = new WeakMap<World, Map<string, Window>>()

  /**
   * Counts one request.
   * @returns the headers that tell the client where it stands.
   * @throws ApiError `rateLimited` with `Retry-After` in seconds.
   */
  count(world: World, caller: Caller | undefined, limit: number): Readonly<Record<string, string>> {
    if (limit === 0) return noHeaders
    const windows = this.#windows.get(world) ?? new Map<string, Window>()
    this.#windows.set(world, windows)
    const key = caller ? `${caller.kind}:${caller.ownerId}` : ''
    const now = world.clock.now()
    let window = windows.get(key)
    if (!window || now - window.start >= windowLength || now < window.start) windows.set(key, (window = { start: now, count: 0 }))
    window.count++
    const reset = Math.ceil((window.start + windowLength - now) / 1000)
    const headers = { 'RateLimit-Limit': String(limit), 'RateLimit-Remaining': String(Math.max(0, limit - window.count)), 'RateLimit-Reset': String(reset) }
    if (window.count <= limit) return headers
    throw new ApiError('rateLimited', `More than ${limit} requests came within a minute; try again in ${reset} seconds.`, { headers: { ...headers, 'Retry-After': String(reset) } })
  }
}

const noHeaders = {}
