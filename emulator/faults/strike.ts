import { challengesOf } from '../auth/challenges.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { ApiError } from '../dialect/api-error.ts'
import { bodyBrokenOff, ConnectionDropped } from '../tools/connection-dropped.ts'
import type { Operation } from '../contract/intercept.ts'
import { parseDuration } from '../tools/time.ts'
import type { Fault } from './fault.ts'
import { sleep } from './sleep.ts'

/** The codes that the emulator itself has for a status, and the usual ones. */
const codes: Readonly<Record<number, string>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  410: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  502: 'bad_gateway',
  503: 'service_unavailable',
  504: 'gateway_timeout',
}

/**
 * What a request gets that a fault strikes.
 * @param next Lets the endpoint answer.
 * @throws ApiError for a status, in whatever form the endpoint gives its errors; ConnectionDropped; the reason of a
 * signal that aborts during the delay.
 */
export async function strike(
  fault: Fault,
  { endpoint, request }: Operation,
  next: () => Promise<Response>,
): Promise<Response> {
  if (fault.delay !== undefined) await sleep(parseDuration(fault.delay), request.signal)
  if (fault.drop === 'before') throw new ConnectionDropped()
  const { status } = fault
  if (status !== undefined) {
    throw new ApiError('fault', `A fault of the test: ${status}, as it was asked for.`, {
      status,
      code: codes[status] ?? (status < 500 ? 'invalid_request' : 'internal_error'),
      headers: { ...challenge(status, endpoint), ...retryAfter(fault), ...contentType(fault) },
    })
  }
  const response = await next()
  if (fault.drop === 'after') throw new ConnectionDropped()
  return struck(fault, response, request)
}

/** RFC 9110 wants a challenge with every 401, and clients look for it before they ask for a new token. */
function challenge(status: number, { credentials }: Endpoint): Readonly<Record<string, string>> {
  return status === 401 && credentials.length > 0
    ? { 'WWW-Authenticate': challengesOf(credentials, { error: 'invalid_token' }) }
    : {}
}

function retryAfter(fault: Fault): Readonly<Record<string, string>> {
  return fault.retryAfter === undefined ? {} : { 'Retry-After': String(fault.retryAfter) }
}

function contentType(fault: Fault): Readonly<Record<string, string>> {
  return fault.contentType === undefined ? {} : { 'Content-Type': fault.contentType }
}

async function struck(fault: Fault, response: Response, request: Request): Promise<Response> {
  const headers = new Headers(response.headers)
  if (fault.contentType !== undefined) headers.set('Content-Type', fault.contentType)
  const { status } = response
  // No body can go wrong where there is none.
  if (response.body === null) return new Response(null, { status, headers })
  const bytes = new Uint8Array(await response.arrayBuffer())
  headers.delete('Content-Length')
  if (fault.truncate) {
    headers.set('Content-Length', String(bytes.length))
    return new Response(brokenOff(bytes.subarray(0, Math.floor(bytes.length / 2)), request.signal), { status, headers })
  }
  if (fault.breakJson) return new Response(notJson(new TextDecoder().decode(bytes)), { status, headers })
  if (fault.drip)
    return new Response(dripping(bytes, fault.drip.bytes, parseDuration(fault.drip.interval), request), {
      status,
      headers,
    })
  return new Response(bytes, { status, headers })
}

function brokenOff(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = bytes.length === 0
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      if (!sent) controller.enqueue(bytes)
      // At once, MSW 3 would lose the headers that came before.
      else await sleep(0, signal).then(() => controller.error(bodyBrokenOff()))
      sent = true
    },
  })
}

/** The first half, as of a server that was cut short; the half of a bare number would still be JSON. */
function notJson(text: string): string {
  return `${text.slice(0, Math.ceil(text.length / 2))}${/^["[{]/.test(text) ? '' : ','}`
}

function dripping(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
  interval: number,
  request: Request,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const ended = new AbortController()
  let at = 0
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        // By the request itself: let go, it would no longer pass on its client's abort.
        await sleep(interval, AbortSignal.any([request.signal, ended.signal]))
        controller.enqueue(bytes.subarray(at, (at += size)))
        if (at >= bytes.length) controller.close()
      },
      cancel: (reason) => ended.abort(reason),
    },
    { highWaterMark: 0 },
  )
}
