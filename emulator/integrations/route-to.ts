import { onlyOrigin, addCors } from '../api/dialect/cors.ts'
import { assertEmulator, assertMembers } from '../tools/assert-members.ts'
import { unescape } from 'node:querystring'
import { type AnsweringEmulator, toBaseUrlPattern } from './base-url.ts'
import { decompressResponse, isRedirect, mostRedirects, toRedirected } from './fetch-semantics.ts'

/** The part of Playwright's `Request` that is used. */
export interface PlaywrightRequest {
  /** The HTTP method. */
  method(): string
  /** The absolute URL. */
  url(): string
  /** Every header, cookies included. */
  allHeaders(): Promise<Record<string, string>>
  /** The body, or null. */
  postDataBuffer(): Uint8Array | null
  /** Returns true if the browser navigates by it. */
  isNavigationRequest(): boolean
}

/** The part of Playwright's `Route` that is used. */
export interface PlaywrightRoute {
  /** The request that was routed. */
  request(): PlaywrightRequest
  /** Answers the request. */
  fulfill(response: { status: number; headers: Record<string, string>; body: Buffer }): Promise<void>
  /** Fails the request. */
  abort(errorCode: string): Promise<void>
}

/** A `BrowserContext` or `Page` of `playwright`, `playwright-core` or `@playwright/test`. */
export interface Routable {
  /** Hands matching requests to a handler. */
  route(url: RegExp, handler: (route: PlaywrightRoute) => Promise<void>): Promise<unknown>
  /** Removes a handler that `route` added. */
  unroute(url: RegExp, handler: (route: PlaywrightRoute) => Promise<void>): Promise<void>
  /** Adds a listener for failed requests. */
  on(event: 'requestfailed', listener: (request: PlaywrightRequest) => void): unknown
  /** Removes a listener. */
  off(event: 'requestfailed', listener: (request: PlaywrightRequest) => void): unknown
}

/** The options of `routeTo`. */
export interface RouteToOptions {
  /** The base URL that the page calls, for example `https://api.example.com`. */
  readonly baseUrl: string
}

/** An installed route. */
export interface Routed {
  /** Removes the route and aborts pending requests. */
  unroute(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Lets an emulator answer the requests of a browser context or a page below one base URL, without MSW or a port. The
 * test can inspect and change the emulator while the page runs.
 *
 * Playwright limits what a page sees. A body arrives whole, and a truncated body fails the request. Redirects below
 * the base URL are followed here, so `fetch` in the page sees the last answer under the first URL; a navigation ends
 * at the right address. Playwright routes no requests of `context.request`, of service and shared workers and of pages
 * that unload, no redirects from elsewhere to the base URL, and with a `page` none of its popups.
 *
 * @example
 * ```ts
 * import { test } from '@playwright/test'
 *
 * test('lists products', async ({ context, page }) => {
 *   await routeTo(context, createEmulator(), { baseUrl: 'https://api.example.com' })
 *   await page.goto('/')
 * })
 * ```
 * @throws EmulatorError `invalid_option` when `baseUrl` is not an absolute URL, or its path is not the emulator's
 * `basePath`.
 */
export async function routeTo(
  routable: Routable,
  emulator: AnsweringEmulator,
  options: RouteToOptions,
): Promise<Routed> {
  assertEmulator('routeTo', emulator, 'second')
  assertMembers('routeTo', options, { baseUrl: true })
  const { baseUrl } = options
  const pattern = toBaseUrlPattern(emulator, baseUrl)
  const underWay = new Map<PlaywrightRequest, AbortController>()
  const answerRoute = async (route: PlaywrightRoute): Promise<void> => {
    const request = route.request()
    const controller = new AbortController()
    underWay.set(request, controller)
    try {
      await carryRequest(route, emulator, pattern, controller.signal)
    } catch (error) {
      // The page was closed or has navigated away; no one needs the answer.
      if (!controller.signal.aborted && !isClosed(error)) throw error
    } finally {
      underWay.delete(request)
    }
  }
  const giveUp = (request: PlaywrightRequest) => underWay.get(request)?.abort()
  const unroute = async () => {
    routable.off('requestfailed', giveUp)
    for (const controller of underWay.values()) controller.abort()
    await routable.unroute(pattern, answerRoute).catch((error: unknown) => {
      if (!isClosed(error)) throw error
    })
  }
  routable.on('requestfailed', giveUp)
  await routable.route(pattern, answerRoute)
  return { unroute, [Symbol.asyncDispose]: unroute }
}

/** Returns true if Playwright refuses because the page, the context or the test has ended. */
function isClosed(error: unknown): boolean {
  return /has been closed|Test ended/.test(String(error))
}

async function carryRequest(
  route: PlaywrightRoute,
  emulator: AnsweringEmulator,
  pattern: RegExp,
  signal: AbortSignal,
): Promise<void> {
  let answered: { readonly response: Response; readonly body: Buffer } | undefined
  try {
    answered = await Promise.race([wholeAnswer(route.request(), emulator, pattern, signal), rejectOnAbort(signal)])
  } catch (error) {
    if (!(error instanceof TypeError) && !signal.aborted) {
      // Without this, the page would wait until the test times out.
      await route.abort('failed').catch(() => {})
      throw error
    }
  }
  if (!answered) return route.abort('connectionreset')
  const { response, body } = answered
  await route.fulfill({ status: response.status, headers: toPlaywrightHeaders(response.headers), body })
}

async function wholeAnswer(
  request: PlaywrightRequest,
  emulator: AnsweringEmulator,
  pattern: RegExp,
  signal: AbortSignal,
): Promise<{ readonly response: Response; readonly body: Buffer }> {
  const sent = await toFetchRequest(request, signal)
  const response = toReadable(
    decompressResponse(await followRedirects(sent, emulator, pattern, request.isNavigationRequest())),
    sent,
  )
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}

/**
 * An answer that the page may read: a browser hides it from a page that sends credentials, unless it names the page's
 * origin.
 */
function toReadable(response: Response, { headers }: Request): Response {
  const origin = headers.get('origin')
  const isForAny = response.headers.get('access-control-allow-origin') === '*'
  return origin !== null && isForAny ? addCors(response, onlyOrigin(origin)) : response
}

/** Rejects when the signal aborts, since a substitute for the emulator may ignore it. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

/** Playwright accepts one value for each name, and several cookies as lines of one value. */
function toPlaywrightHeaders(headers: Headers): Record<string, string> {
  const cookies = headers.getSetCookie()
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { 'set-cookie': cookies.join('\n') }) }
}

async function toFetchRequest(request: PlaywrightRequest, signal: AbortSignal): Promise<Request> {
  const received = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(':'))
  const headers = new Headers(received)
  const body = request.postDataBuffer()
  const url = new URL(request.url())
  // A browser sends the user name of an address as HTTP Basic, and `Request` refuses it in the URL.
  if (url.username !== '' && !headers.has('authorization'))
    headers.set('authorization', `Basic ${Buffer.from(unescape(`${url.username}:${url.password}`)).toString('base64')}`)
  url.username = url.password = ''
  return new Request(url, {
    method: request.method(),
    headers,
    signal,
    ...(body ? { body: new Uint8Array(body) } : {}),
  })
}

/** Follows the redirects below the base URL: the browser would send the redirected requests to the network. */
async function followRedirects(
  request: Request,
  emulator: AnsweringEmulator,
  pattern: RegExp,
  navigates: boolean,
): Promise<Response> {
  let current = request
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const spare = current.body ? current.clone() : current
    const response = await emulator.fetch(current)
    const location = isRedirect(response) ? response.headers.get('location') : null
    if (location === null) return response
    current = toRedirected(spare, response.status, location)
    if (!pattern.test(current.url)) return response
    if (navigates && current.method === 'GET') return toRedirectPage(current.url)
  }
  throw new TypeError('redirect count exceeded')
}

/** Redirects the browser with a page, so that its address bar shows the final URL. */
function toRedirectPage(url: string): Response {
  const quoted = JSON.stringify(url).replaceAll('<', String.raw`\u003c`)
  const escaped = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const html = `<!doctype html><title>Redirecting</title><script>location.replace(${quoted})</script><noscript><meta http-equiv="refresh" content="0;url=${escaped}"></noscript>`
  return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' } })
}
