// Refuses foreign hosts, foreign pages, and control requests without a token, before they reach the emulator.
import type { IncomingHttpHeaders } from 'node:http'
import { noOrigin, onlyOrigin, addCors } from '../api/dialect/cors.ts'
import { prefersHtml } from '../pipeline/front-page.ts'
import { type Sender, splitUrl } from '../pipeline/context.ts'
import { shortJson } from '../tools/short-text.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { isLoopback, localHosts } from './local-hosts.ts'
import { allowOrigins } from './page-origin.ts'
import type { RawHeaders } from '../tools/raw-headers.ts'

interface GuardOptions {
  readonly host: string
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[]
  readonly allowOrigins: readonly string[]
  readonly controlToken: string | undefined
  readonly consolePage: () => Promise<Response>
}

/** A received request. */
interface IncomingRequest {
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: RawHeaders
  /** The identity of the connection. */
  readonly socket?: object
}

/** Refuses a request, or returns its sender for the emulator. */
export type RequestGuard = (request: Request, incoming: IncomingRequest) => Response | Sender

/** Load balancers and container engines request health without a token. They get no other facts, such as the seed. */
const healthPath = /^[^~]*\/_emulator\/health$/

/** The console's page contains no data of the emulator, so a browser gets it without the control token. */
const consolePath = /^(?:\/(?!_emulator(?:\/|$))[^/]*)*\/_emulator\/?$/

/** Makes the guard of a server. @throws EmulatorError `invalid_option` for an invalid origin or control token. */
export function makeRequestGuard({
  host,
  publicUrl,
  allowedHosts,
  consolePage,
  ...options
}: GuardOptions): RequestGuard {
  const isLocalHost = localHosts([host, publicUrl, ...allowedHosts.map(readHost)])
  const pages = allowOrigins(options.allowOrigins, publicUrl)
  const hasControl = controlDoor(host, options.controlToken)
  const local = { cors: noOrigin, createsWorlds: true, consolePage }
  const connectionOf = createNumbering()
  return (request, { headers, rawHeaders, socket }) => {
    const url = splitUrl(request.url)
    const { origin: target, path } = url
    const { host, origin } = headers
    const asked = target.slice(target.indexOf('://') + 3)
    if (host !== undefined && !isLocalHost(host)) return refuseHost(host)
    if (asked !== host && !isLocalHost(asked)) return refuseHost(asked)
    const isControl = path.includes('/_emulator') && path.split('/').includes('_emulator')
    const page = isControl ? pages.control(request.method, headers) : pages.api(request.method, headers)
    const { method } = request
    const isPage =
      isControl &&
      (method === 'GET' || method === 'HEAD') &&
      consolePath.test(path) &&
      prefersHtml(headers.accept ?? '')
    if (page === 'foreign' || (page === 'visitor' && isControl && !isPage)) return refusePage(origin, isControl)
    const cors = page === 'allowed' ? onlyOrigin(origin!) : noOrigin
    if (isControl && !isPage && !hasControl(request, headers)) {
      const isProbe = headers.authorization === undefined && request.method === 'GET' && healthPath.test(path)
      return addCors(isProbe ? Response.json({ status: 'ready' }) : refuseControl(options.controlToken), cors)
    }
    const connection = socket && connectionOf(socket)
    return page === 'own'
      ? { ...local, url, rawHeaders, connection }
      : { ...local, url, cors, createsWorlds: page !== 'visitor', rawHeaders, connection }
  }
}

/** @throws EmulatorError `invalid_option` for an address, a pattern or an empty string. */
function readHost(name: string): string {
  if (typeof name === 'string' && /^(?:[\w.-]+|\[?[\da-f:]+\]?)$/i.test(name)) return name
  throw new EmulatorError(
    'invalid_option',
    `allowedHosts (--allowed-host) takes host names such as emulator.internal, without a port; got ${shortJson(name)}.`,
  )
}

/** Numbers objects from 1, in the order in which they are first seen. */
function createNumbering(): (object: object) => number {
  const numbers = new WeakMap<object, number>()
  let count = 0
  return (object) => {
    let number = numbers.get(object)
    if (number === undefined) numbers.set(object, (number = ++count))
    return number
  }
}

/** DNS rebinding makes a browser send the name of another host. */
function refuseHost(foreign: string): Response {
  return refuseAtGuard(
    421,
    'misdirected_request',
    `The emulator does not answer for the host ${JSON.stringify(foreign.slice(0, 200))}. Use localhost or 127.0.0.1, or start it with --allowed-host NAME (allowedHosts).`,
  )
}

/** The credentials of a default emulator are public, so any page could use it. */
function refusePage(origin: string | undefined, isControl: boolean): Response {
  const api = isControl ? 'The control API' : 'The emulator'
  const from =
    origin === undefined ? 'pages of another site' : `pages of the origin ${JSON.stringify(origin.slice(0, 200))}`
  const advice =
    origin === undefined
      ? 'Open the address in a new tab, or ask from a page on localhost.'
      : 'Pages on localhost, 127.0.0.1 and [::1] may use it, and those of each --allow-origin ORIGIN (allowOrigins).'
  return refuseAtGuard(403, 'foreign_origin', `${api} refuses requests from ${from}. ${advice}`)
}

/** Makes the test of control requests for the control token. */
function controlDoor(
  host: string,
  token: string | undefined,
): (request: Request, headers: IncomingHttpHeaders) => boolean {
  if (token === undefined) return isLoopback(host) ? () => true : () => false
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
    throw new EmulatorError(
      'invalid_option',
      'controlToken (--control-token) must be printable ASCII without spaces, and not empty; got another text.',
    )
  const { createHash, timingSafeEqual } = process.getBuiltinModule('node:crypto')
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const expected = hash(token)
  return ({ method }, { authorization = '', 'access-control-request-method': asked }) => {
    // A browser sends a preflight without credentials.
    if (method === 'OPTIONS' && asked !== undefined) return true
    const [, sent] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
    return sent !== undefined && timingSafeEqual(hash(sent), expected)
  }
}

function refuseControl(token: string | undefined): Response {
  const how =
    token === undefined
      ? 'Start the emulator with --control-token TOKEN (controlToken), since it listens on more than loopback, and send'
      : 'Send'
  return refuseAtGuard(
    401,
    'control_token',
    `The control API needs the control token. ${how} Authorization: Bearer TOKEN.`,
    {
      'WWW-Authenticate': 'Bearer realm="Control API"',
    },
  )
}

/** Makes a refusal in a fixed format: the request has not reached the API and its conventions. */
export function refuseAtGuard(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const error = { code, message, details: [] }
  return Response.json({ error }, { status, headers: { ...noOrigin, ...headers, 'x-emulator-code': code } })
}
