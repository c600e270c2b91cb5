import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assertMembers } from '../tools/assert-members.ts'
import type { Emulator } from '../create-emulator.ts'
import { after, attempt, type Eventually } from '../tools/eventually.ts'
import { splitUrl } from '../tools/split-url.ts'
import { ownHosts } from './own-host.ts'
import { rememberStreams, sendStream, type StreamOf, streamOfBody } from './send-stream.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

/** Where an emulator listens, and to whom. */
export interface ServeOptions {
  /** Default: 4113. 0 takes a free one. */
  readonly port?: number
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string
  /** Names beyond its own under which the emulator may be addressed, as `emulator.internal`. */
  readonly allowedHosts?: readonly string[]
  /**
   * Replaces the process's Request and Response with lighter ones, which answer faster. Default: false, as the
   * process belongs to the caller.
   */
  readonly overrideGlobalObjects?: boolean
}

/** An emulator behind a port. */
export interface RunningServer {
  /** Where it answers, base path included, as clients take it. */
  readonly url: string
  readonly port: number
  /** Ends within a second: requests under way may finish, then every connection is closed. */
  close(): Promise<void>
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>
type Answer = (
  request: Request,
  bindings: { readonly incoming: Pick<IncomingMessage, 'headers' | 'rawHeaders'>; readonly outgoing: unknown },
) => Eventually<Response>

/** Thrown where the response is already sent, or never will be. */
const settled = Symbol('settled')

/** How long requests under way may go on once the server closes, in milliseconds. */
const grace = 300

/**
 * Serves an emulator over HTTP.
 *
 * @example
 * ```ts
 * const server = await serve(createEmulator(), { port: 0 })
 * await fetch(`${server.url}/0/`)
 * await server.close()
 * ```
 * @throws EmulatorError `port_taken`, `port_forbidden`, `unknown_host` or `cannot_listen`; `invalid_option`.
 */
export async function serve(emulator: Emulator, options: ServeOptions = {}): Promise<RunningServer> {
  assertMembers('serve', options, ['port', 'host', 'allowedHosts', 'overrideGlobalObjects'])
  const { port = 4113, host = '127.0.0.1', allowedHosts = [], overrideGlobalObjects = false } = options
  const isOwnHost = ownHosts([host, emulator.publicUrl, ...allowedHosts])
  let streamOf = streamOfBody
  const answer: Answer = (request, { incoming, outgoing }) => {
    const { origin, path } = splitUrl(request.url)
    const refused =
      refuseForeignHost([incoming.headers.host, origin.slice(origin.indexOf('://') + 3)], isOwnHost) ??
      refuseForeignOrigin(path, incoming.headers.origin, isOwnHost)
    const respond = () => emulator.respond(request, incoming.rawHeaders)
    return refused ?? answerOn(outgoing as ServerResponse, streamOf, respond)
  }
  const prepare = async (): Promise<Listener> => {
    const listener = await toListener(answer, { hostname: hostInUrl(host), overrideGlobalObjects })
    // The lighter Response is in place only now.
    if (overrideGlobalObjects) streamOf = rememberStreams()
    return listener
  }
  let prepared: Promise<Listener> | undefined
  const load = () => (prepared ??= prepare())
  // Imported, node:http would load Node's fetch classes at once, for the sake of its own export of WebSocket.
  const { createServer } = process.getBuiltinModule('node:http')
  let loaded: Listener | undefined
  const server = createServer(
    (incoming, outgoing) =>
      void (loaded ? loaded(incoming, outgoing) : load().then((listen) => (loaded = listen)(incoming, outgoing))),
  )
  await listen(server, port, host)
  // Node's own fetch classes take as long to load as everything else: the caller hears first that it listens.
  setImmediate(load)
  const bound = (server.address() as AddressInfo).port
  return { url: `http://${hostInUrl(host)}:${bound}${emulator.basePath}`, port: bound, close: () => close(server) }
}

/** Returns small responses whole, and streams the others. */
function answerOn(
  outgoing: ServerResponse,
  streamOf: StreamOf,
  answer: () => Eventually<Response>,
): Eventually<Response> {
  const answered = attempt(answer, () => {
    // The emulator rejects only where no answer may come: a fault ends the connection, or the client has left.
    outgoing.destroy()
    throw settled
  })
  return after(answered, (response) => {
    const body = streamOf(response)
    return body ? sendStream(response, body, outgoing).then(() => Promise.reject(settled)) : response
  })
}

async function toListener(
  answer: Answer,
  options: { readonly hostname: string; readonly overrideGlobalObjects: boolean },
): Promise<Listener> {
  const { getRequestListener } = await import('@hono/node-server')
  return getRequestListener(answer, {
    ...options,
    errorHandler: (error) =>
      error === settled
        ? undefined
        : refusal(
            400,
            'bad_request',
            `This is not a request that HTTP allows: ${error instanceof Error ? error.message : String(error)}.`,
          ),
  })
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, port, host)))
    server.listen({ port, host }, () => resolve())
  })
}

function toListenError(error: NodeJS.ErrnoException, port: number, host: string): EmulatorError {
  const elsewhere = 'choose another with --port N (port: N), or a free one with --port 0'
  if (error.code === 'EADDRINUSE')
    return new EmulatorError('port_taken', `Port ${port} of ${host} is taken: ${elsewhere}.`, { cause: error })
  if (error.code === 'EACCES')
    return new EmulatorError('port_forbidden', `Port ${port} of ${host} is not allowed to this user: ${elsewhere}.`, {
      cause: error,
    })
  if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL' || error.code === 'EAI_AGAIN') {
    return new EmulatorError(
      'unknown_host',
      `${host} is no address of this machine: give --host (host) one that is, such as 127.0.0.1 or 0.0.0.0.`,
      { cause: error },
    )
  }
  return new EmulatorError('cannot_listen', `Cannot listen on port ${port} of ${host}: ${error.message}.`, {
    cause: error,
  })
}

/** `Host` says which site a browser believes to talk to: a name that is not the emulator's own is a rebound one. */
function refuseForeignHost(
  hosts: readonly (string | undefined)[],
  isOwnHost: (host: string) => boolean,
): Response | undefined {
  const foreign = hosts.find((host) => host !== undefined && !isOwnHost(host))
  if (foreign === undefined) return undefined
  return refusal(
    421,
    'misdirected_request',
    `The emulator does not answer for the host ${JSON.stringify(foreign.slice(0, 200))}: use localhost or 127.0.0.1, or start it with --public-url (publicUrl) or --host for the name that clients use.`,
  )
}

/** The control API changes data and time without credentials: a page from elsewhere must not reach it. */
function refuseForeignOrigin(
  path: string,
  origin: string | undefined,
  isOwnHost: (host: string) => boolean,
): Response | undefined {
  if (origin === undefined || !path.split('/').includes('_emulator')) return undefined
  if (URL.canParse(origin) && isOwnHost(new URL(origin).host)) return undefined
  return refusal(
    403,
    'foreign_origin',
    `The control API takes no requests of the origin ${JSON.stringify(origin.slice(0, 200))}: only pages on localhost and the emulator's own host may use it.`,
  )
}

/** Refused before the API is reached, hence not in its dialect. */
function refusal(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message, details: [] } }, { status, headers: { 'x-emulator-code': code } })
}

/** An address as a URL takes it: in brackets when it is IPv6, and one that can be connected to. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), grace)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
