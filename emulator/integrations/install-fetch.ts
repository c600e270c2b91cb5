import { assertEmulator, assertMembers } from '../tools/assert-members.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { type AnsweringEmulator, toBaseUrlPattern } from './base-url.ts'
import { decompressResponse, type FetchSemantics, sendAsFetch } from './fetch-semantics.ts'

type Fetch = (input: Request | string | URL, init?: RequestInit) => Promise<Response>

/** An object with a `fetch`: the global object, or another object that your client uses. */
export interface FetchTarget {
  /** The function that is replaced, and restored later. */
  fetch: Fetch
}

/** The options of `installFetch`. */
export interface InstallFetchOptions {
  /** The base URL that the client under test calls, for example `https://api.example.com`. */
  readonly baseUrl: string
  /** The object whose `fetch` is replaced. Default: `globalThis`. */
  readonly target?: FetchTarget
}

/** An installed emulator. Several can be installed at once, and restored in any order. */
export interface InstalledFetch {
  /** Removes the emulator from `fetch`. Further calls do nothing. */
  restore(): void
  [Symbol.dispose](): void
}

interface InstalledRoute {
  readonly pattern: RegExp
  readonly emulator: AnsweringEmulator
}

interface Patch {
  /** The installed routes: longer base URLs first, the latest first among equal lengths. */
  routes: readonly InstalledRoute[]
  /** Restores the original `fetch`. */
  readonly undo: () => void
}

/** A registered symbol, shared by copies of this package: Jest makes a copy at each `jest.resetModules()`. */
const patchKey: unique symbol = Symbol.for('@platform-data/emulator: installed fetch')

type PatchedFetch = Fetch & { readonly [patchKey]?: Patch }

const notReplaceable =
  'target must be an object whose fetch is a function and can be replaced. Pass one as { target }, such as { target: { fetch: emulator.fetch } }, and take the fetch of your client from it.'

/**
 * Replaces `fetch` so that the emulator answers requests below one base URL. All other requests go to the original
 * `fetch`. It works in Node and in browsers, and is much faster than MSW. Use MSW when the client does not use
 * `fetch`, or has saved a reference to it earlier.
 *
 * @example
 * ```ts
 * using installed = installFetch(emulator, { baseUrl: 'https://api.example.com' })
 * await fetch('https://api.example.com/0/')
 * ```
 * @throws EmulatorError `invalid_option` when `baseUrl` is not an absolute URL, or its path is not the emulator's
 * `basePath`, and when `target` has no `fetch` that can be replaced.
 */
export function installFetch(emulator: AnsweringEmulator, options: InstallFetchOptions): InstalledFetch {
  assertEmulator('installFetch', emulator)
  assertMembers('installFetch', options, { baseUrl: true, target: true })
  const { baseUrl, target = globalThis } = options
  const route: InstalledRoute = { pattern: toBaseUrlPattern(emulator, baseUrl), emulator }
  if (typeof target?.fetch !== 'function') throw new EmulatorError('invalid_option', notReplaceable)
  const patch = (target.fetch as PatchedFetch)[patchKey] ?? patchFetch(target)
  patch.routes = [route, ...patch.routes].sort(
    (left, right) => right.pattern.source.length - left.pattern.source.length,
  )
  const restore = () => {
    if (!patch.routes.includes(route)) return
    patch.routes = patch.routes.filter((other) => other !== route)
    // Another patch may have wrapped this one. It then stays installed, and without routes it only calls the original.
    if (patch.routes.length === 0 && (target.fetch as PatchedFetch)[patchKey] === patch) patch.undo()
  }
  return { restore, [Symbol.dispose]: restore }
}

function patchFetch(target: FetchTarget): Patch {
  const descriptor = Object.getOwnPropertyDescriptor(target, 'fetch')
  if (!(descriptor ? descriptor.configurable : Object.isExtensible(target)))
    throw new EmulatorError('invalid_option', notReplaceable)
  const original = target.fetch
  const semantics = fetchSemantics(target)
  const patch: Patch = {
    routes: [],
    undo: () =>
      void (descriptor ? Object.defineProperty(target, 'fetch', descriptor) : Reflect.deleteProperty(target, 'fetch')),
  }
  // A Request receives the abort of its source Request only while something references the source.
  const sources = new WeakMap<Request, Request>()
  const find = (routes: Patch['routes'], url: string | undefined) =>
    url === undefined ? undefined : routes.find(({ pattern }) => pattern.test(url))
  const emulatedFetch: PatchedFetch = Object.assign(
    async function fetch(input: Request | string | URL, init?: RequestInit): Promise<Response> {
      const url = input instanceof Request ? input.url : resolveUrl(String(input), target)
      // A redirect uses the routes of its first request, even if the emulator is removed meanwhile.
      const { routes } = patch
      if (!find(routes, url)) return Reflect.apply(original, target, [input, init]) as Promise<Response>
      const request = new Request(input instanceof Request ? input : url!, init)
      if (input instanceof Request) sources.set(request, input)
      const send = async (sent: Request): Promise<Response> => {
        const route = find(routes, sent.url)
        if (route) return decompressResponse(await route.emulator.fetch(sent))
        return (await Reflect.apply(original, target, [sent])) as Response
      }
      return sendAsFetch(send, request, {
        ...semantics,
        abortable: input instanceof Request || init?.signal != null,
        repeatable: !(init?.body instanceof ReadableStream),
      })
    },
    { [patchKey]: patch },
  )
  Object.defineProperty(target, 'fetch', {
    value: emulatedFetch,
    configurable: true,
    writable: true,
    enumerable: descriptor?.enumerable ?? true,
  })
  return patch
}

interface Surroundings {
  readonly document?: { readonly baseURI?: string }
  readonly location?: { readonly href?: string; readonly origin?: string }
}

/** Returns the target when it is a window or a global object, and `globalThis` for any other object. */
function fetchSurroundings(target: FetchTarget): Surroundings {
  return 'location' in target ? (target as Surroundings) : (globalThis as Surroundings)
}

/** Resolves a URL as `fetch` does. A relative URL needs a location: that of a page, a worker or a test environment. */
function resolveUrl(url: string, target: FetchTarget): string | undefined {
  const { document, location } = fetchSurroundings(target)
  const base = document?.baseURI ?? location?.href
  return URL.canParse(url, base) ? new URL(url, base).href : undefined
}

function fetchSemantics(target: FetchTarget): Omit<FetchSemantics, 'abortable' | 'repeatable'> {
  const { location } = fetchSurroundings(target)
  const { process } = globalThis as { process?: { versions?: { node?: string } } }
  return {
    opaqueRedirects: location !== undefined && process?.versions?.node === undefined,
    type: (url) => (location === undefined || new URL(url).origin === location.origin ? 'basic' : 'cors'),
  }
}
