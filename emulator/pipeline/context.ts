import type { ApiError } from '../api/dialect/api-error.ts'
import { anyOrigin, type CorsHeaders } from '../api/dialect/cors.ts'
import type { Dialect } from '../api/dialect/dialect.ts'
import type { Route } from '../api/routing/router.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import type { AdapterRegistry } from '../model/contract/adapter.ts'
import type { Caller } from '../model/contract/credentials.ts'
import type { OperationConventions } from '../model/contract/conventions.ts'
import type { Endpoint, ServedEndpoint } from '../model/contract/endpoint.ts'
import type { Middleware, Next } from '../model/contract/request-context.ts'
import type { RawHeaders } from '../tools/raw-headers.ts'
import type { World } from '../world/world.ts'
import type { App, AppOptions } from './app.ts'

/** The sender of a request, as the server knows it. */
export interface Sender {
  /**
   * The headers as received. Listing those of the server's own Request takes a large part of the time of an answer.
   */
  readonly rawHeaders?: RawHeaders | undefined
  /** The number of the connection, from 1. */
  readonly connection?: number | undefined
  readonly cors: CorsHeaders
  /** The parts of the URL, if the server has split it. */
  readonly url?: UrlParts | undefined
  /** True if the first use of a name creates a world. */
  readonly createsWorlds: boolean
  /** Why the server could not read the request, whose headers are then unknown. */
  readonly unparsed?: ApiError | undefined
  /** Makes the page of the console; undefined without a server. */
  readonly consolePage?: (() => Promise<Response>) | undefined
  /** True for a deviation, which sends on what a client sent. */
  readonly isDeviation?: boolean
}

/** The sender of a request in process, where the caller controls the page. */
export const localSender: Sender = { cors: anyOrigin, createsWorlds: true }

export const deviationSender: Sender = { ...localSender, isDeviation: true }

/**
 * A request with everything that is known of it. Each step of its way adds to it, and may pass on a modified copy.
 * @typeParam Served An endpoint of the served API.
 */
export class RequestContext<Served extends ServedEndpoint = Endpoint> {
  readonly request: Request
  readonly sender: Sender
  readonly cors: Sender['cors']
  /** True if the path is below the base path. Other paths are not served. */
  readonly isBelowBase: boolean
  /** The world that the path names (`{base}/~{world}/…`). */
  readonly pathWorld: string | undefined
  /** The world that the header `x-emulator-world` names. */
  readonly headerWorld: string | undefined
  /** The origin that the request was sent to. */
  readonly origin: string
  /** Everything before the path, as clients see it. */
  readonly baseUrl: string
  /** The path after the base path and the world, as received. */
  readonly path: string
  /** The query string as received, without what a redirect of a twin has added. */
  search: string
  /** Replaced by the control API with its own. */
  readonly app: App<Served>
  readonly adapters: AdapterRegistry
  readonly checkResponses: boolean
  readonly onError: AppOptions['onError']
  // Found by `findWorld` and `recordRequest`, for the emulated API.
  world!: World
  worldSuffix!: string
  /** The entry of the event log, which outlives the request. */
  draft!: JournalDraft
  // Found by `findRoute`. There is no route at an unknown path.
  route: Route<Served> | undefined = undefined
  endpoint!: Served
  rawParams!: Readonly<Record<string, string>>
  dialect!: Dialect
  conventions!: OperationConventions
  // Found by `checkCredentials` and `readInput`.
  caller!: Caller
  /** The headers of the rate limit. */
  limits!: Readonly<Record<string, string>>
  params: unknown = undefined
  query: unknown = undefined
  body: unknown = undefined

  constructor(request: Request, sender: Sender, app: App<Served>) {
    const { basePath, publicUrl, adapters, checkResponses, onError } = app.options
    const { origin, path, search } = sender.url ?? splitUrl(request.url)
    const isBelowBase = basePath === '' || path === basePath || path.startsWith(`${basePath}/`)
    const served = isBelowBase ? path.slice(basePath.length) || '/' : path
    const base = publicUrl ?? (basePath === '' ? origin : `${origin}${basePath}`)
    const baseUrl = base.endsWith('/') ? base.slice(0, -1) : base
    const mark = served[1] === '~' || served[1] === '%' ? worldMark.exec(served)?.[0] : undefined
    const slash = mark === undefined ? 0 : served.indexOf('/', mark.length)
    const end = slash < 0 ? served.length : slash
    this.request = request
    this.sender = sender
    this.cors = sender.cors
    this.isBelowBase = isBelowBase
    this.pathWorld = mark === undefined ? undefined : served.slice(mark.length, end)
    this.headerWorld = request.headers.get('x-emulator-world') ?? undefined
    this.origin = origin
    this.baseUrl = mark === undefined ? baseUrl : `${baseUrl}${served.slice(0, end)}`
    this.path = mark === undefined ? served : served.slice(end) || '/'
    this.search = search
    this.app = app
    this.adapters = adapters
    this.checkResponses = checkResponses
    this.onError = onError
  }
}

/**
 * A step on the way of a request. A step that only passes the request on returns the promise of the next one, and is
 * not `async`: with every step async, an answer in process took 12 to 25 percent longer.
 */
export type Step<Served extends ServedEndpoint = Endpoint> = Middleware<RequestContext<Served>>

/** The rest of the way. */
export type Rest<Served extends ServedEndpoint = Endpoint> = Next<RequestContext<Served>>

/** The context of a request to the emulated API or to the control API. */
export type AnyContext = RequestContext<ServedEndpoint>

/** A step on the way to the emulated API and to the control API. */
export type SharedStep = <Served extends ServedEndpoint>(
  context: RequestContext<Served>,
  next: Rest<Served>,
) => Promise<Response>

/** Composes steps in front of the rest of a pipeline, the first one outermost. */
export function compose<Served extends ServedEndpoint = Endpoint>(
  steps: readonly Step<Served>[],
  rest: Rest<Served>,
): Rest<Served> {
  return steps.reduceRight<Rest<Served>>((next, step) => (context) => step(context, next), rest)
}

/** Some clients write the tilde as %7E, which is equivalent (RFC 3986, 2.3). */
const worldMark = /^\/(?:~|%7e)/i

/** The parts of an absolute URL, as received. */
export interface UrlParts {
  readonly origin: string
  readonly path: string
  /** With its question mark; empty without one. */
  readonly search: string
}

/** Splits an absolute URL without changing its parts. A URL object would normalize paths that must be refused. */
export function splitUrl(url: string): UrlParts {
  const fragment = url.indexOf('#')
  // It is never sent.
  const sent = fragment < 0 ? url : url.slice(0, fragment)
  const query = sent.indexOf('?')
  const end = query < 0 ? sent.length : query
  const slash = sent.indexOf('/', sent.indexOf('://') + 3)
  const start = slash < 0 || slash > end ? end : slash
  return { origin: sent.slice(0, start), path: start === end ? '/' : sent.slice(start, end), search: sent.slice(end) }
}

/** The `fetch` of an emulator, which replaces the `fetch` of a client. */
export type EmulatorFetch = (input: Request | string | URL, init?: RequestInit) => Promise<Response>

/**
 * Makes the request that `fetch` would send. A Request without options is used unchanged, whatever its class.
 * @throws TypeError as `fetch` does; the reason of a signal that has aborted.
 */
export function buildRequest(input: Request | string | URL, init: RequestInit | undefined): Request {
  const request =
    typeof input === 'object' && 'headers' in input && init === undefined ? input : new Request(input, init)
  request.signal.throwIfAborted()
  if (request.bodyUsed) throw new TypeError('The body of this request has already been read. Send a clone made before.')
  return request
}
