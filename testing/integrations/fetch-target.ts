import type { FetchTarget } from '../../emulator/integrations/install-fetch.ts'

/** Makes a target for `installFetch` whose own fetch answers with the request that it received. */
export function createTarget(more: object = {}): FetchTarget {
  const targetFetch = function fetch(this: unknown, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (this !== target) throw new TypeError('Illegal invocation')
    const text = input instanceof Request ? `Request ${input.url}` : String(input)
    return Promise.resolve(Response.json({ passed: text, ...(init?.method ? { method: init.method } : {}) }))
  }
  const target: FetchTarget = { fetch: targetFetch, ...more }
  return target
}

/** Reads the JSON of a pending response. */
export const readPendingJson = async (response: Promise<Response>): Promise<unknown> => (await response).json()

/** The answer of the emulator at the root of the legacy API. */
export const rootAnswer = { version: '0', user: null, auth: null }
