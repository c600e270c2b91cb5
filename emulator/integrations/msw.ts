import type { Emulator } from '../create-emulator.ts'

/** What is needed of MSW's `http`, so that the caller's own copy serves, of version 2 or 3. */
export interface MswHttp<Handler> {
  readonly all: (path: RegExp, resolver: (info: { readonly request: Request }) => Promise<Response>) => Handler
}

export interface MswOptions<Handler> {
  /** The address that the client under test calls, as `https://api.example.com`. */
  readonly baseUrl: string
  /** `http` of your own `msw`. */
  readonly http: MswHttp<Handler>
}

/**
 * One MSW handler for every request to `baseUrl`, whatever its path and method: the emulator itself knows what is
 * served, and its 404 says more than MSW's warning would.
 *
 * @example
 * ```ts
 * const server = setupServer(...toMswHandlers(createEmulator(), { baseUrl: 'https://api.example.com', http }))
 * ```
 * @throws TypeError when `baseUrl` has a path that is not the emulator's `basePath`: links would lead astray.
 */
export function toMswHandlers<Handler>(emulator: Emulator, { baseUrl, http }: MswOptions<Handler>): readonly [Handler] {
  const { origin, pathname } = new URL(baseUrl)
  const path = pathname.replace(/\/+$/, '')
  if (path !== emulator.basePath) {
    throw new TypeError(`The path of baseUrl (${path || '/'}) must be the emulator's basePath (${emulator.basePath || '/'}); give createEmulator({ basePath: '${path}' }).`)
  }
  // A regular expression, as a path would be decoded by MSW, which fails on what the emulator must refuse.
  const below = new RegExp(`^${escapeRegExp(origin + path)}(?:[/?#]|$)`)
  return [http.all(below, ({ request }) => emulator.fetch(request))]
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
