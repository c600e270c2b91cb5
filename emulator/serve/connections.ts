import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
// From the module: a test that replaces the global timers must not hold up the end of a server.
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers'
import { statusText } from '../tools/status-texts.ts'

/**
 * The time limits of a client, in milliseconds: for the headers, for the whole request, and between two requests on
 * one connection. Node's defaults are 60 s, 300 s and 5 s. Idle connections stay open longer than the 60 s of most
 * load balancers, so that no balancer sends a request into a connection that is being closed.
 */
const timeLimits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 } as const

/** The interval at which Node looks for late requests, in milliseconds. */
const connectionsCheckingInterval = 1000

/** The bytes by which a large body must grow in each period of `requestTimeout` to get another period. */
const steadyBytes = 1_048_576

/** A request that Node could not read: its connection ends. */
export interface UnreadRequest {
  readonly status: 400 | 408 | 413 | 431
  /** The problem, and what to do. */
  readonly message: string
  /** The last received bytes, empty for a late request; undefined if nothing was received. */
  readonly bytes: Uint8Array | undefined
  /** The request, if it is served while its body arrives. */
  readonly underWay: IncomingMessage | undefined
}

/** Makes the answer to a request that Node could not read; undefined if the request under way is answered. */
type AnswerUnread = (unread: UnreadRequest) => Promise<Response> | Response | undefined

/** The options of `createServer` that limit time. */
export type TimeLimits = { readonly [Name in keyof typeof timeLimits]: number }

/** The options of `createServer` for its connections. */
export interface ConnectionOptions extends TimeLimits {
  readonly connectionsCheckingInterval: number
  readonly optimizeEmptyRequests: true
  readonly requireHostHeader: false
}

/** Makes the options of `createServer` from time limits. */
export function connectionOptions(limits: Partial<TimeLimits> = {}): ConnectionOptions {
  const all = { ...timeLimits, ...limits }
  const headersTimeout = Math.min(all.headersTimeout, all.requestTimeout)
  return {
    ...all,
    headersTimeout,
    connectionsCheckingInterval: Math.min(connectionsCheckingInterval, Math.ceil(headersTimeout / 4)),
    // Does not wait for the end of a request without a body. Node before 24.12 ignores the option.
    optimizeEmptyRequests: true,
    // Node would refuse the request without a word.
    requireHostHeader: false,
  }
}

/** Closes the connections of a server: those of late requests, and all when the server closes. */
export class Connections {
  readonly #server: Server
  readonly #grace: number
  /** The open connections, each with its latest response. */
  readonly #responses = new Map<Socket, ServerResponse | undefined>()
  readonly #refused = new WeakSet<Socket>()
  readonly #answer: AnswerUnread
  #closed: Promise<void> | undefined

  /** @param grace The time for requests under way after `close`, in milliseconds. */
  constructor(server: Server, grace: number, answer: AnswerUnread) {
    this.#server = server
    this.#answer = answer
    this.#grace = grace
    // With HTTPS, the first is the raw connection and the second the encrypted one.
    for (const event of ['connection', 'secureConnection'])
      server.on(event, (socket: Socket) => {
        this.#responses.set(socket, undefined)
        socket.once('close', () => this.#responses.delete(socket))
      })
    server.on('request', ({ socket }, response) => this.#responses.set(socket, response))
    server.on('connect', ({ url }, stream) => {
      void this.#refuse(stream as Socket, { code: 'CONNECT', rawPacket: Buffer.from(`CONNECT ${url}`) })
    })
    server.on('clientError', (error: ParseError, stream) => {
      const socket = stream as Socket
      // Nothing can be sent before the handshake has ended: a write would wait for it forever.
      if (isInHandshake(socket)) socket.destroy()
      else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead >= steadyBytes) this.#watch(socket)
      else void this.#refuse(socket, error)
    })
  }

  /**
   * Stops listening, and closes each connection when its request has been answered or the grace is over. A second call
   * closes all of them at once.
   */
  close(): Promise<void> {
    if (this.#closed) this.#closeAll()
    return (this.#closed ??= this.#close())
  }

  #close(): Promise<void> {
    return new Promise((resolve) => {
      // Node closes connections that are idle now, but not those that become idle later.
      const closeIdle = () => {
        this.#server.closeIdleConnections()
        for (const socket of this.#responses.keys())
          if (socket.bytesRead === 0 || this.#isEndless(socket)) socket.destroy()
      }
      const polling = setInterval(closeIdle, 20)
      const timer = setTimeout(() => this.#closeAll(), this.#grace)
      this.#server.close(() => {
        clearInterval(polling)
        clearTimeout(timer)
        resolve()
      })
      closeIdle()
    })
  }

  #closeAll(): void {
    this.#server.closeAllConnections()
    // Node does not count connections in a handshake.
    for (const socket of this.#responses.keys()) socket.destroy()
  }

  /**
   * Returns true if a connection has a stream of events, which ends only when its reader disconnects. It is not waited
   * for.
   */
  #isEndless(socket: Socket): boolean {
    const response = this.#responses.get(socket)
    return (
      response?.req.method === 'GET' &&
      !response.writableEnded &&
      String(response.getHeader('content-type')).startsWith('text/event-stream')
    )
  }

  /** Node reports a late request once and then forgets it, so the rest of a large body is watched here. */
  #watch(socket: Socket): void {
    let seen = socket.bytesRead
    const late = this.#responses.get(socket)
    const timer = setInterval(() => {
      if (late?.req.complete !== false) return clearInterval(timer)
      if (socket.bytesRead - seen < steadyBytes) void this.#refuse(socket, { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      seen = socket.bytesRead
    }, this.#server.requestTimeout)
    timer.unref()
    socket.once('close', () => clearInterval(timer))
  }

  /** Answers a request that Node could not read, unless an answer has begun, and closes its connection. */
  async #refuse(socket: Socket, error: Omit<ParseError, 'name' | 'message'>): Promise<void> {
    if (this.#refused.has(socket)) return
    this.#refused.add(socket)
    const latest = this.#responses.get(socket)
    if (socket.writable && (!latest?.headersSent || latest.writableFinished)) {
      const underWay = latest?.headersSent === false && !latest.req.complete ? latest.req : undefined
      // Node closes the connection after the answer.
      if (underWay) latest!.shouldKeepAlive = false
      const bytes = error.rawPacket ?? (socket.bytesRead > 0 ? new Uint8Array() : undefined)
      const response = await this.#answer({ ...whyUnread(error), bytes, underWay })
      if (!response) return
      socket.write(await toHttpText(response))
    }
    socket.destroySoon()
  }
}

/** Returns true for an HTTPS connection that is not secure yet. */
function isInHandshake(socket: Socket & { readonly secureConnecting?: boolean }): boolean {
  return socket.secureConnecting === true
}

/** An error of Node's parser. */
interface ParseError extends NodeJS.ErrnoException {
  readonly reason?: string
  readonly rawPacket?: Uint8Array
}

function whyUnread({ code, reason }: Pick<ParseError, 'code' | 'reason'>): Pick<UnreadRequest, 'status' | 'message'> {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, message: 'The request did not arrive in time. Send it whole.' }
    case 'HPE_HEADER_OVERFLOW': {
      const { maxHeaderSize } = process.getBuiltinModule('node:http')
      const message = `The address and the headers must have at most ${maxHeaderSize} bytes together; these have more. Send less.`
      return { status: 431, message }
    }
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, message: 'The extensions of a chunk are too long. Send chunks without extensions.' }
    case 'CONNECT':
      return {
        status: 400,
        message: 'The emulator is not a proxy. Send requests to its own address, without HTTP_PROXY.',
      }
    case 'HPE_INVALID_METHOD':
      return { status: 400, message: 'The method is not one of HTTP. Write it in capital letters, such as GET.' }
    default:
      return { status: 400, message: `The request is not valid HTTP: ${reason ?? 'it cannot be read'}.` }
  }
}

/** The response as it goes over a connection that then closes. */
async function toHttpText(response: Response): Promise<string> {
  const { status, headers } = response
  const body = await response.text()
  const fields = [...headers, ['connection', 'close'], ['content-length', String(Buffer.byteLength(body))]]
  const lines = [`HTTP/1.1 ${status} ${statusText(status)}`, ...fields.map(([name, value]) => `${name}: ${value}`)]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
