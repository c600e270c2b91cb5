import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
// From the module: a test that replaces the global timers must not hold up the end of a server.
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers'

/**
 * The time limits of a client, in milliseconds: for the headers, for the whole request, and between two requests on
 * one connection. Node's defaults are 60 s, 300 s and 5 s. Idle connections stay open longer than the 60 s of most
 * load balancers, so that no balancer sends a request into a connection that is being closed.
 */
const timeLimits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 } as const

/** The interval at which Node looks for late requests, in milliseconds. */
const connectionsCheckingInterval = 1000

/** The bytes by which a large body must grow in each period of `requestTimeout` to be given another one. */
const steadyBytes = 1_048_576

/** The options of `createServer` that limit time. */
export type TimeLimits = { readonly [Name in keyof typeof timeLimits]: number }

/** The options of `createServer` for its connections. */
export interface ConnectionOptions extends TimeLimits {
  readonly connectionsCheckingInterval: number
  readonly optimizeEmptyRequests: true
}

/** Makes the options of `createServer` from time limits. */
export function connectionOptions(limits: Partial<TimeLimits> = {}): ConnectionOptions {
  const all = { ...timeLimits, ...limits }
  const headersTimeout = Math.min(all.headersTimeout, all.requestTimeout)
  return {
    ...all,
    headersTimeout,
    connectionsCheckingInterval: Math.min(connectionsCheckingInterval, Math.ceil(headersTimeout / 4)),
    // A request without a body is no stream: its end is not waited for. Node before 24.12 does not know the option.
    optimizeEmptyRequests: true,
  }
}

/** Closes the connections of a server: those of late requests, and all of them at its end. */
export class Connections {
  readonly #server: Server
  readonly #grace: number
  /** The open connections, each with its latest response. */
  readonly #responses = new Map<Socket, ServerResponse | undefined>()
  #closed: Promise<void> | undefined

  /** @param grace How long requests under way may take after `close`, in milliseconds. */
  constructor(server: Server, grace: number) {
    this.#server = server
    this.#grace = grace
    // With HTTPS, the first is the connection and the second what is in it.
    for (const event of ['connection', 'secureConnection'])
      server.on(event, (socket: Socket) => {
        this.#responses.set(socket, undefined)
        socket.once('close', () => this.#responses.delete(socket))
      })
    server.on('request', ({ socket }, response) => this.#responses.set(socket, response))
    server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
      const socket = stream as Socket
      // Nothing can be said before a handshake has ended: a write would wait for it without an end.
      if (isInHandshake(socket)) socket.destroy()
      else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead >= steadyBytes) this.#watch(socket)
      else this.#refuse(socket, error.code)
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
      // Node closes what is idle now, but not what becomes idle later.
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
    // Node does not count those whose handshake has not ended.
    for (const socket of this.#responses.keys()) socket.destroy()
  }

  /**
   * Returns true if a connection has a stream of events that is read until its reader has enough: nothing to wait for.
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
      if (socket.bytesRead - seen < steadyBytes) this.#refuse(socket, 'ERR_HTTP_REQUEST_TIMEOUT')
      seen = socket.bytesRead
    }, this.#server.requestTimeout)
    timer.unref()
    socket.once('close', () => clearInterval(timer))
  }

  /** Answers as Node does where nobody listens to `clientError`. */
  #refuse(socket: Socket, code: string | undefined): void {
    const started = this.#responses.get(socket)?.headersSent ?? false
    const isNext = this.#responses.get(socket)?.writableFinished ?? false
    if (socket.writable && (!started || isNext))
      socket.write(`HTTP/1.1 ${statusLine(code)}\r\nConnection: close\r\n\r\n`)
    socket.destroySoon()
  }
}

/** Returns true if a connection is one of HTTPS that is not secure yet. */
function isInHandshake(socket: Socket & { readonly secureConnecting?: boolean }): boolean {
  return socket.secureConnecting === true
}

function statusLine(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return '413 Payload Too Large'
  return '400 Bad Request'
}
