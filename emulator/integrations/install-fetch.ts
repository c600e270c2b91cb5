import { type AnsweringEmulator, toBaseUrlPattern } from './base-url.ts'
import { type FetchSemantics, fetchWith } from './fetch-semantics.ts'

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/** Something that has a `fetch`: the global object, or what your client takes it from. */
export interface FetchTarget {
  fetch: Fetch
}

/** Which requests an emulator answers, and whose. */
export interface InstallFetchOptions {
  /** The address that the client under test calls, as `https://api.example.com`. */
  readonly baseUrl: string
  /** Whose `fetch` is replaced. Default: `globalThis`. */
  readonly target?: FetchTarget
}

/** A `fetch` that an emulator answers for. Any number may be installed at once, and restored in any order. */
export interface InstalledFetch {
  /** Lets requests below the base URL go where they went before. To call it again does nothing. */
  restore(): void
  [Symbol.dispose](): void
}

interface Route {
  readonly pattern: RegExp
  readonly emulator: AnsweringEmulator
}

interface Patch {
  /** Those installed: the later before the earlier, the longer base URL before the shorter. */
  routes: readonly Route[]
  /** Puts back what was there before. */
  readonly undo: () => void
}

const patchKey = Symbol('patch')

type PatchedFetch = Fetch & { readonly [patchKey]?: Patch }

/**
 * Replaces `fetch` so that requests below one base URL are answered by the emulator; all others go on to the `fetch`
 * that was there. It works in Node and in browsers, and costs little more than `emulator.fetch`, which is a fraction of
 * what MSW takes for each request. Take MSW where a client does not use `fetch`, or kept one from before.
 *
 * @example
 * ```ts
 * using installed = installFetch(emulator, { baseUrl: 'https://api.example.com' })
 * await fetch('https://api.example.com/0/')
 * ```
 * @throws TypeError when `baseUrl` has a path that is not the emulator's `basePath`: links would lead astray.
 */
export function installFetch(
  emulator: AnsweringEmulator,
  { baseUrl, target = globalThis }: InstallFetchOptions,
): InstalledFetch {
  const route: Route = { pattern: toBaseUrlPattern(emulator, baseUrl), emulator }
  const patch = (target.fetch as PatchedFetch)[patchKey] ?? patchFetch(target)
  patch.routes = [route, ...patch.routes].sort(
    (left, right) => right.pattern.source.length - left.pattern.source.length,
  )
  const restore = () => {
    if (!patch.routes.includes(route)) return
    patch.routes = patch.routes.filter((other) => other !== route)
    // Something else may have been put over it meanwhile; empty, it only passes on.
    if (patch.routes.length === 0 && (target.fetch as PatchedFetch)[patchKey] === patch) patch.undo()
  }
  return { restore, [Symbol.dispose]: restore }
}

function patchFetch(target: FetchTarget): Patch {
  const own = Object.getOwnPropertyDescriptor(target, 'fetch')
  const original = target.fetch
  const semantics = semanticsOf(target)
  const patch: Patch = {
    routes: [],
    undo: () => void (own ? Object.defineProperty(target, 'fetch', own) : Reflect.deleteProperty(target, 'fetch')),
  }
  /** A request passes on the abort of the one that it was made from only as long as something holds that one too. */
  const sources = new WeakMap<Request, Request>()
  const find = (url: string | undefined) =>
    url === undefined ? undefined : patch.routes.find(({ pattern }) => pattern.test(url))
  const send = (request: Request): Promise<Response> => {
    const route = find(request.url)
    return route ? route.emulator.fetch(request) : (Reflect.apply(original, target, [request]) as Promise<Response>)
  }
  const emulatedFetch: PatchedFetch = Object.assign(
    async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const url = input instanceof Request ? input.url : absolute(String(input), target)
      if (!find(url)) return Reflect.apply(original, target, [input, init]) as Promise<Response>
      const request = new Request(input instanceof Request ? input : url!, init)
      if (input instanceof Request) sources.set(request, input)
      return fetchWith(send, request, { ...semantics, abortable: input instanceof Request || init?.signal != null })
    },
    { [patchKey]: patch },
  )
  Object.defineProperty(target, 'fetch', {
    value: emulatedFetch,
    configurable: true,
    writable: true,
    enumerable: own?.enumerable ?? true,
  })
  return patch
}

interface Surroundings {
  readonly document?: { readonly baseURI?: string }
  readonly location?: { readonly href?: string; readonly origin?: string }
}

/** A window has its own; an object that merely holds a `fetch` lies in whatever holds the object. */
function surroundingsOf(target: FetchTarget): Surroundings {
  return 'location' in target ? (target as Surroundings) : (globalThis as Surroundings)
}

/** A relative URL is one where there is a location: in a page, a worker, or a test environment that stands for one. */
function absolute(url: string, target: FetchTarget): string | undefined {
  const { document, location } = surroundingsOf(target)
  const base = document?.baseURI ?? location?.href
  return URL.canParse(url, base) ? new URL(url, base).href : undefined
}

function semanticsOf(target: FetchTarget): Omit<FetchSemantics, 'abortable'> {
  const { location } = surroundingsOf(target)
  const { process } = globalThis as { process?: { versions?: { node?: string } } }
  return {
    opaqueRedirects: location !== undefined && process?.versions?.node === undefined,
    type: (url) => (location === undefined || new URL(url).origin === location.origin ? 'basic' : 'cors'),
  }
}
