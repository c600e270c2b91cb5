import { type AnsweringEmulator, toBaseUrlPattern } from './base-url.ts'
import { assertEmulator, assertMembers } from '../tools/assert-members.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

/** The part of MSW's `http` that is used. It fits the caller's own copy, version 2 or 3. */
export interface MswHttp<Handler> {
  /** MSW's `http.all`. */
  readonly all: (path: RegExp, resolver: (info: { readonly request: Request }) => Promise<Response>) => Handler
}

/** The options of `toMswHandlers`. */
export interface MswOptions<Handler> {
  /** The base URL that the client under test calls, for example `https://api.example.com`. */
  readonly baseUrl: string
  /** The `http` of your own `msw`. */
  readonly http: MswHttp<Handler>
}

/**
 * Makes one MSW handler for every request below `baseUrl`, for `setupServer` and `setupWorker`. It takes every path
 * and method: the emulator's 404 names the nearest endpoint, which MSW's warning would not.
 *
 * @example
 * ```ts
 * const server = setupServer(...toMswHandlers(createEmulator(), { baseUrl: 'https://api.example.com', http }))
 * ```
 * @throws EmulatorError `invalid_option` when `baseUrl` is not an absolute URL, or its path is not the emulator's
 * `basePath`.
 */
export function toMswHandlers<Handler>(emulator: AnsweringEmulator, options: MswOptions<Handler>): readonly [Handler] {
  assertEmulator('toMswHandlers', emulator)
  assertMembers('toMswHandlers', options, { baseUrl: true, http: true })
  const { baseUrl, http } = options
  if (typeof http?.all !== 'function') throw new EmulatorError('invalid_option', notHttp)
  return [
    http.all(toBaseUrlPattern(emulator, baseUrl), ({ request }) => {
      // MSW 1 passes the request itself.
      if (request === undefined) throw new EmulatorError('invalid_option', notHttp)
      return emulator.fetch(request).catch((error: unknown) => toNetworkError(error, request))
    }),
  ]
}

const notHttp =
  "http must be the `http` of your own MSW, 2.12 or later: import { http } from 'msw'. Without MSW, installFetch() answers the same requests."

/** Turns a dropped connection, or a client's abort, into the network error that MSW knows. */
function toNetworkError(error: unknown, request: Request): Response {
  if (error instanceof TypeError || request.signal.aborted) return Response.error()
  throw error
}
