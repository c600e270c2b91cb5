// The only network access of the kit's browser: a proxy that connects only to some origins.
import { createServer, type IncomingMessage, request as ask, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ofOneHop } from './hop-by-hop.ts'

/** The longest headers that Chromium reads. */
const longestHeaders = 256 * 1024
/** The most refused origins that are kept. */
const mostRefused = 20

/**
 * A proxy on loopback for one visit of a browser. Playwright's `route` does not see redirects, preconnections, reports
 * of policies and WebSockets of workers; every connection of a browser goes through its proxy.
 */
export class OriginGate {
  readonly #server: Server
  readonly #allowed: ReadonlySet<string>
  /** The hosts and ports of the allowed origins, as CONNECT names them. */
  readonly #authorities: ReadonlySet<string>
  readonly #refused = new Set<string>()
  readonly #open = new Set<Duplex>()

  private constructor(origins: readonly string[]) {
    this.#allowed = new Set(origins)
    this.#authorities = new Set(origins.map(urlAuthority))
    this.#server = createServer({ maxHeaderSize: longestHeaders, insecureHTTPParser: true })
    this.#server.on('connection', (socket) => this.#keep(socket))
    this.#server.on('request', (request, response) => this.#pass(request, response))
    this.#server.on('connect', (request, socket, head) => this.#tunnel(request.url ?? '', socket, head))
    // A WebSocket without TLS uses CONNECT, so no allowed request upgrades here.
    this.#server.on('upgrade', (_request, socket) => socket.destroy())
  }

  /** Listens on a free port of 127.0.0.1. @param origins The origins that requests may go to. */
  static async open(origins: readonly string[]): Promise<OriginGate> {
    const gate = new OriginGate(origins)
    await new Promise<void>((resolve, reject) => {
      gate.#server.once('error', reject).listen(0, '127.0.0.1', resolve)
    })
    return gate
  }

  /** The address of the proxy. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /**
   * The origins of refused requests without duplicates, in the order of the first requests. CONNECT does not contain
   * the scheme.
   */
  get refused(): readonly string[] {
    return [...this.#refused]
  }

  /** Returns true if requests may go to the origin of an address. */
  allows(url: string): boolean {
    const { origin, protocol } = URL.parse(url) ?? {}
    if (protocol === 'ws:' || protocol === 'wss:') return this.#authorities.has(urlAuthority(url))
    return origin !== undefined && this.#allowed.has(origin)
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    for (const stream of this.#open) stream.destroy()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const url = URL.parse(request.url ?? '')
    if (url?.protocol !== 'http:' || !this.allows(url.href)) {
      this.#refuse(url?.origin ?? '')
      response.destroy()
      return
    }
    const passed = ask({
      agent: false,
      host: plainHost(url),
      port: urlPort(url),
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: removeConnectionHeaders(request.rawHeaders),
      setHost: false,
      maxHeaderSize: longestHeaders,
      insecureHTTPParser: true,
    })
    passed.on('socket', (socket) => this.#keep(socket))
    passed.on('error', () => response.destroy())
    passed.on('response', (answer) => {
      answer.on('error', () => response.destroy())
      // A browser repeats a request by itself if a reused connection ends without an answer.
      const headers = [...removeConnectionHeaders(answer.rawHeaders), 'connection', 'close']
      try {
        response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers)
      } catch {
        response.destroy()
        return
      }
      answer.pipe(response)
    })
    response.on('close', () => passed.destroy())
    request.on('error', () => passed.destroy())
    request.pipe(passed)
  }

  #tunnel(authority: string, socket: Duplex, head: Buffer): void {
    if (!this.#authorities.has(authority)) {
      this.#refuse(authority)
      socket.destroy()
      return
    }
    const url = new URL(`http://${authority}`)
    const service = connect(urlPort(url), plainHost(url), () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      service.write(head)
      service.pipe(socket).pipe(service)
    })
    this.#keep(service)
    service.on('close', () => socket.destroy())
    socket.on('close', () => service.destroy())
  }

  #refuse(origin: string): void {
    if (this.#refused.size < mostRefused) this.#refused.add(origin)
  }

  #keep(stream: Duplex | Socket): void {
    this.#open.add(stream)
    stream.on('error', () => stream.destroy())
    stream.on('close', () => this.#open.delete(stream))
  }
}

function removeConnectionHeaders(raw: readonly string[]): string[] {
  const pairs = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1]!] as const] : []))
  return pairs.filter(([name]) => !ofOneHop.has(name.toLowerCase())).flat()
}

/** The host and the port of an address, as CONNECT names them. */
function urlAuthority(url: string): string {
  const parsed = new URL(url)
  return `${parsed.hostname}:${urlPort(parsed)}`
}

function plainHost({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

function urlPort({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' || protocol === 'wss:' ? 443 : 80) : Number(port)
}
