import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
// From the module, as Jest's jsdom hides the global one.
import { setImmediate } from 'node:timers'
import { assertMembers, type NamesOf, type NoMembers } from '../tools/assert-members.ts'
import { ApiError, refusals } from '../api/dialect/api-error.ts'
import { noOrigin } from '../api/dialect/cors.ts'
import { codeOfStatus } from '../api/dialect/error-codes.ts'
import { readNote } from '../api/dialect/noted-response.ts'
import { Connections, type ConnectionOptions, connectionOptions, type UnreadRequest } from './connections.ts'
import { makeConsolePage } from './console-page.ts'
import { makeRequestGuard, refuseAtGuard } from './request-guard.ts'
import type { RunningServer, ServeOptions } from './serve-options.ts'
import { rememberStreams, sendStream, type StreamOf, streamOfBody } from './send-stream.ts'
import type { Sender } from '../pipeline/context.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { cutText } from '../tools/short-text.ts'

/** The emulator, as the server needs it. */
export interface Responder {
  readonly basePath: string
  readonly publicUrl: string | undefined
  respond(request: Request, sender: Sender): Promise<Response>
}

const optionNames: NamesOf<ServeOptions> = {
  port: true,
  host: true,
  allowedHosts: true,
  allowOrigins: true,
  controlToken: true,
  overrideGlobalObjects: true,
  tls: true,
  grace: true,
  timeLimits: true,
  onRefused: true,
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>
type FetchCallback = (
  request: Request,
  bindings: {
    readonly incoming: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'socket'>
    readonly outgoing: unknown
  },
) => Response | Promise<Response>

/** Thrown when the response has been sent, or will never be. */
const settled = Symbol('settled')

/** Serves anything that answers requests, like `serve`. @throws EmulatorError as `serve` does. */
export async function serveAnswers(emulator: Responder, options: ServeOptions): Promise<RunningServer> {
  assertMembers('serve', options, optionNames)
  const {
    port = 4113,
    host = '127.0.0.1',
    allowedHosts = [],
    allowOrigins = [],
    controlToken,
    overrideGlobalObjects = false,
    tls,
    grace = 5000,
    timeLimits,
    onRefused,
    ...unread
  } = options
  unread satisfies NoMembers
  // Node takes an empty text for all addresses.
  if (host === '') throw new EmulatorError('unknown_host', emptyHost)
  const { publicUrl } = emulator
  const consolePage = makeConsolePage()
  const guard = makeRequestGuard({ host, publicUrl, allowedHosts, allowOrigins, controlToken, consolePage })
  let streamOf = streamOfBody
  const answer: FetchCallback = (request, { incoming, outgoing }) => {
    const sender = guard(request, incoming)
    if ('cors' in sender) return sendAnswer(outgoing as ServerResponse, streamOf, emulator.respond(request, sender))
    onRefused?.(request, sender)
    return sender
  }
  const prepare = async (): Promise<Listener> => {
    const listener = await toListener(answer, { hostname: hostInUrl(host), overrideGlobalObjects })
    // The global Response has been replaced only now.
    if (overrideGlobalObjects) streamOf = rememberStreams()
    return listener
  }
  let prepared: Promise<Listener> | undefined
  const load = () => (prepared ??= prepare())
  const loadSoon = () => {
    // The next request reports the failure. A test that has ended sends no more requests.
    if (server.listening) load().catch(() => {})
  }
  // Importing node:http would load Node's fetch classes at once, because it exports WebSocket.
  let loaded: Listener | undefined
  const forConnections = connectionOptions(timeLimits)
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (isAboutServer(incoming)) return void outgoing.writeHead(204, { allow: methodsOfServer }).end()
    const fault = missingUrlReason(incoming)
    if (fault !== undefined) return void refuseRead(incoming, outgoing, 400, `The request is not valid HTTP: ${fault}.`)
    if (loaded) return void loaded(incoming, outgoing)
    load().then(
      (listen) => (loaded = listen)(incoming, outgoing),
      (error: unknown) => answerNotLoaded(outgoing, error),
    )
  }
  const server = tls
    ? toHttpsServer(tls, forConnections, listener)
    : process.getBuiltinModule('node:http').createServer(forConnections, listener)
  const answerUnread = (unread: UnreadRequest): Promise<Response> | Response | undefined => {
    const { status, message, bytes, underWay } = unread
    const refused = unparsedError(status, message)
    // The reader of the body refuses the request, which makes its answer and its journal entry.
    if (underWay && underWay.listenerCount('error') > 0) {
      underWay.emit('error', refused)
      return undefined
    }
    // Browsers open connections ahead of requests. A connection without bytes is not a request.
    if (!bytes) return refuseAtGuard(status, refused.code, message)
    return record(underWay ? `${underWay.method} ${underWay.url}` : Buffer.from(bytes).toString('latin1'), refused)
  }
  const record = (line: string, refused: ApiError): Promise<Response> =>
    emulator.respond(unreadableRequest(line, server.address() as AddressInfo), {
      cors: noOrigin,
      createsWorlds: false,
      rawHeaders: [],
      unparsed: refused,
    })
  /** Refuses a request that Node has read, but no endpoint can answer. */
  const refuseRead = async (
    { method, url }: IncomingMessage,
    outgoing: ServerResponse,
    status: 400 | 417,
    message: string,
  ): Promise<void> => {
    const response = await record(`${method} ${url}`, unparsedError(status, message))
    const body = Buffer.from(await response.arrayBuffer())
    const headers = { ...Object.fromEntries(response.headers), connection: 'close', 'content-length': body.length }
    outgoing.writeHead(status, headers).end(body)
  }
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    void refuseRead(incoming, outgoing, 417, 'Expect must be 100-continue. Leave the header out.')
  })
  const connections = new Connections(server, grace, answerUnread)
  await listen(server, port, host)
  // Node's fetch classes take as long to load as everything else, so they load after the caller knows the URL.
  setImmediate(loadSoon)
  const bound = (server.address() as AddressInfo).port
  const close = async () => {
    await connections.close()
    // Nothing of the server runs after its end.
    await prepared?.catch(() => {})
  }
  return {
    url: `${tls ? 'https' : 'http'}://${hostInUrl(host)}:${bound}${emulator.basePath}`,
    port: bound,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** @throws EmulatorError `invalid_option` when the certificate and the key are not PEM, or do not fit together. */
function toHttpsServer(
  tls: NonNullable<ServeOptions['tls']>,
  forConnections: ConnectionOptions,
  listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
): Server {
  assertMembers('The option tls', tls, { cert: true, key: true })
  try {
    const options = { ...forConnections, cert: tls.cert, key: tls.key, handshakeTimeout: forConnections.headersTimeout }
    return process.getBuiltinModule('node:https').createServer(options, listener)
  } catch (error) {
    throw new EmulatorError(
      'invalid_option',
      `tls (--https-cert, --https-key) must be a certificate and its private key as PEM: ${(error as Error).message}.`,
    )
  }
}

/** The request of a string that Node could not read, as far as its first line is whole. */
function unreadableRequest(text: string, { port }: AddressInfo): Request {
  const [, method = 'UNKNOWN', target = '/'] = /^([A-Za-z-]{1,30}) (\/[^\s#]*)?/.exec(text) ?? []
  const request = new Request(new URL(`http://localhost:${port}${target}`))
  // The class writes some methods in capital letters, and refuses others.
  return Object.defineProperty(request, 'method', { value: method })
}

function unparsedError(status: UnreadRequest['status'] | 417, message: string): ApiError {
  const { code } = refusals.unparsed
  return new ApiError('unparsed', message, {
    status,
    code: status === 400 || status === 417 ? code : codeOfStatus(status),
  })
}

/** Why a request that Node has read has no URL; undefined for one that has. */
function missingUrlReason({ headers, httpVersion, url = '' }: IncomingMessage): string | undefined {
  if (headers.host === undefined && httpVersion === '1.1') return 'HTTP/1.1 needs a Host header'
  return url.startsWith('/') || URL.canParse(url) ? undefined : 'its address must begin with /'
}

/** RFC 9110, 9.3.7: `OPTIONS *` asks about the server as a whole. It has no URL, so that no endpoint can answer it. */
const isAboutServer = ({ method, url }: IncomingMessage): boolean => method === 'OPTIONS' && url === '*'
const methodsOfServer = 'GET, HEAD, POST, PUT, DELETE, OPTIONS'

/** Returns small responses whole, and streams the others. */
async function sendAnswer(
  outgoing: ServerResponse,
  streamOf: StreamOf,
  answering: Promise<Response>,
): Promise<Response> {
  let response: Response
  try {
    response = await answering
  } catch {
    // The emulator rejects only when a fault drops the connection or the client has disconnected.
    outgoing.destroy()
    throw settled
  }
  const spelling = readNote(response)?.spelling
  if (spelling) spellHeaders(outgoing, spelling)
  const body = streamOf(response)
  if (!body) return response
  await sendStream(response, body, outgoing)
  throw settled
}

async function toListener(
  answer: FetchCallback,
  options: { readonly hostname: string; readonly overrideGlobalObjects: boolean },
): Promise<Listener> {
  const { getRequestListener } = await import('@hono/node-server')
  return getRequestListener(answer, {
    ...options,
    errorHandler: (error) =>
      error === settled
        ? undefined
        : refuseAtGuard(
            400,
            'bad_request',
            `The request is not valid HTTP: ${cutText(error instanceof Error ? error.message : String(error), 200)}.`,
          ),
  })
}

/**
 * Answers if the code that reads requests cannot be loaded, for example in Jest after the end of the test that started
 * the server.
 */
function answerNotLoaded(outgoing: ServerResponse, error: unknown): void {
  const reason = cutText(error instanceof Error ? error.message : String(error), 200)
  const message = `The server's code could not be loaded: ${reason}. Close the server in the test that opened it; elsewhere, start it again.`
  const body = JSON.stringify({ error: { code: refusals.internal.code, message } })
  outgoing.writeHead(500, { 'content-type': 'application/json', connection: 'close' }).end(body)
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, port, host)))
    server.listen({ port, host }, () => resolve())
  })
}

const emptyHost = 'host is empty. Set --host (host) to an address, such as 127.0.0.1 or 0.0.0.0, or leave it out.'

function toListenError(error: NodeJS.ErrnoException, port: number, host: string): EmulatorError {
  const elsewhere = 'Choose another port with --port N (port: N), or a free one with --port 0'
  if (error.code === 'EADDRINUSE')
    return new EmulatorError('port_taken', `Port ${port} of ${host} is in use. ${elsewhere}.`, { cause: error })
  if (error.code === 'EACCES')
    return new EmulatorError('port_forbidden', `This user may not listen on port ${port} of ${host}. ${elsewhere}.`, {
      cause: error,
    })
  if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL' || error.code === 'EAI_AGAIN') {
    return new EmulatorError(
      'unknown_host',
      `${host} is not an address of this machine. Set --host (host) to one, such as 127.0.0.1 or 0.0.0.0.`,
      { cause: error },
    )
  }
  return new EmulatorError('cannot_listen', `Cannot listen on port ${port} of ${host}: ${error.message}.`, {
    cause: error,
  })
}

/** Converts the address to listen on to the host of a URL: IPv6 in brackets, and loopback for a wildcard address. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

type Headers = OutgoingHttpHeaders | readonly (string | number)[]

/**
 * Writes the names of headers in the requested spelling, by their names in lower case: `Headers` only has lower case.
 */
function spellHeaders(outgoing: ServerResponse, spelling: Readonly<Record<string, string>>): void {
  const spelled = (name: string) => spelling[name.toLowerCase()] ?? name
  const respelled = (headers: Headers): Headers =>
    Array.isArray(headers)
      ? headers.map((text, index) => (index % 2 === 0 ? spelled(String(text)) : text))
      : Object.fromEntries(Object.entries(headers).map(([name, value]) => [spelled(name), value]))
  const writeHead = outgoing.writeHead.bind(outgoing) as (status: number, headers?: Headers) => ServerResponse
  const spellingHead = (status: number, headers?: Headers) => writeHead(status, headers && respelled(headers))
  outgoing.writeHead = spellingHead as ServerResponse['writeHead']
}
