import { type AnsweringEmulator, toBaseUrlPattern } from './base-url.ts'

/** What is needed of MSW's `http`, so that the caller's own copy serves, of version 2 or 3. */
export interface MswHttp<Handler> {
  readonly all: (path: RegExp, resolver: (info: { readonly request: Request }) => Promise<Response>) => Handler
}

/** Which requests an emulator answers, and by whose MSW. */
export interface MswOptions<Handler> {
  /** The address that the client under test calls, as `https://api.example.com`. */
  readonly baseUrl: string
  /** `http` of your own `msw`. */
  readonly http: MswHttp<Handler>
}

/**
 * One MSW handler for every request to `baseUrl`, whatever its path and method: the emulator itself knows what is
 * served, and its 404 says more than MSW's warning would. It serves `setupServer` and `setupWorker`.
 *
 * @example
 * ```ts
 * const server = setupServer(...toMswHandlers(createEmulator(), { baseUrl: 'https://api.example.com', http }))
 * ```
 * @throws TypeError when `baseUrl` has a path that is not the emulator's `basePath`: links would lead astray.
 */
export function toMswHandlers<Handler>(
  emulator: AnsweringEmulator,
  { baseUrl, http }: MswOptions<Handler>,
): readonly [Handler] {
  if (typeof http?.all !== 'function')
    throw new TypeError("http must be the `http` of your own MSW: import { http } from 'msw'.")
  return [
    http.all(toBaseUrlPattern(emulator, baseUrl), ({ request }) =>
      emulator.fetch(request).catch((error: unknown) => toNetworkError(error, request)),
    ),
  ]
}

/** A dropped connection as MSW knows it. What a client that gave up would have got, nobody waits for. */
function toNetworkError(error: unknown, request: Request): Response {
  if (error instanceof TypeError || request.signal.aborted) return Response.error()
  throw error
}
