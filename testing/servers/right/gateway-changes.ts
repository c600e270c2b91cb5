// Changes that gateways make to requests and answers on their way.
import type { FetchFunction } from '../../../conformance/send/sender.ts'
import type { FakeTime } from '../../conformance/fake-time.ts'

/** Stands between the kit and the emulator. */
export type GatewayChange = (next: FetchFunction, time: FakeTime) => FetchFunction

const answering =
  (change: (response: Response, request: Request, count: number) => Response | Promise<Response>): GatewayChange =>
  (next) => {
    let count = 0
    return async (request) => await change(await next(request), request, ++count)
  }

/** Changes the headers of each answer. */
export const withHeaders = (
  headersOf: (headers: Headers, request: Request, count: number, status: number) => void,
): GatewayChange =>
  answering((response, request, count) => {
    const headers = new Headers(response.headers)
    headersOf(headers, request, count, response.status)
    return new Response(response.body, { status: response.status, headers })
  })

const isJson = (headers: Headers): boolean => /json/.test(headers.get('content-type') ?? '')

/** Writes each JSON body otherwise. */
export const written = (write: (value: unknown) => string | Uint8Array<ArrayBuffer>): GatewayChange =>
  answering(async (response, request) => {
    if (
      !isJson(response.headers) ||
      request.method === 'HEAD' ||
      new URL(request.url).pathname.startsWith('/_emulator')
    )
      return response
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    return new Response(write(JSON.parse(await response.text()) as unknown), { status: response.status, headers })
  })

/** Changes the type of each JSON body. */
export const typed = (change: (type: string, request: Request, status: number) => string): GatewayChange =>
  withHeaders((headers, request, _count, status) => {
    const type = headers.get('content-type')
    if (type !== null && isJson(headers)) headers.set('content-type', change(type, request, status))
  })

/** Returns true if a request asks for the root of the legacy API. */
export const isLegacyRoot = ({ url }: Request): boolean => new URL(url).pathname === '/0/'

/** Changes each Link header. */
export const linked = (change: (link: string, request: Request) => string): GatewayChange =>
  withHeaders((headers, request) => {
    const link = headers.get('link')
    if (link !== null) headers.set('link', change(link, request))
  })

/** Refuses each nth request for a moment. */
export const refusingEvery = (
  nth: number,
  refusal: (time: FakeTime) => Response,
  isRefused: (request: Request) => boolean = () => true,
): GatewayChange =>
  function refusing(next, time) {
    let count = 0
    return async (request) => (isRefused(request) && ++count % nth === 0 ? refusal(time) : await next(request))
  }

/** A time as HTTP headers write it. */
// oxlint-disable-next-line clock/no-new-date -- it converts a time, and reads no clock.
export const httpDate = (time: number): string => new Date(time).toUTCString()

/** A JSON value with its members in reverse. */
export const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, reversed(member)] as const)
      .toReversed(),
  )
}

/** A JSON text with more escapes than it needs. */
export const escaped = (text: string): string =>
  text
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[\u0080-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Redirects each documented GET once, with 307 or 308, and serves it where that leads. */
export const redirecting =
  (status: 307 | 308, detour: (url: URL) => boolean): GatewayChange =>
  (next) =>
  async (request) => {
    const url = new URL(request.url)
    if (url.searchParams.has('via')) {
      url.searchParams.delete('via')
      const body = request.body === null ? null : await request.text()
      return await next(new Request(url, { method: request.method, headers: request.headers, body }))
    }
    if (!detour(url)) return await next(request)
    url.searchParams.set('via', 'edge')
    return new Response(null, { status, headers: { location: `${url.pathname}${url.search}` } })
  }
