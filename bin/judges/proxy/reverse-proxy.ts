// A reverse proxy to one service. Requests and answers pass unchanged.
import * as http from 'node:http'
import * as https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { NameAndValue } from '../../../conformance/proxy/traffic.ts'
import { splitBaseUrl } from '../../../conformance/proxy/base-url.ts'
import { agentOptions, type TargetAccess } from '../../../conformance/send/target-fetch.ts'
import { endToEnd, createLinkRewriter } from './forwarded-headers.ts'
import type { KeptTraffic, RecordedRequest } from './kept-traffic.ts'
import { isAboutServer, makeProxyGuard, type ProxyRefusal } from './proxy-guard.ts'

/** The options of a proxy. */
export interface ProxyOptions {
  /** The service, with the headers and certificates that a gateway in front of it demands. */
  readonly service: TargetAccess
  /** A loopback address. */
  readonly host: string
  /** The port to listen on; 0 for a free one. */
  readonly port: number
  /** Records the traffic. */
  readonly traffic: KeptTraffic
}

/** The number of requests by outcome. */
export interface ProxyCounts {
  readonly requests: number
  /** Requests that the service answered, with any status. */
  readonly answered: number
  /** The number of connections that ended before an answer was complete, by reason. */
  readonly dropped: ReadonlyMap<string, number>
  /** The number of refusals by the proxy itself, by code. */
  readonly refused: ReadonlyMap<ProxyRefusal['code'], number>
}

/** A running proxy. */
export interface ReverseProxy {
  /** The base URL for the client. */
  readonly url: string
  readonly counts: ProxyCounts
  /** Ends all connections. */
  close(): Promise<void>
}

/**
 * Opens a proxy. Each connection of a client has its own connection to the service, so that both end as they would
 * without a proxy: if the service closes an idle connection, the client's is closed as well, and a request with a lost
 * answer is never repeated.
 * @throws Error of Node if it cannot listen.
 */
export async function openReverseProxy({ service, host, port, traffic }: ProxyOptions): Promise<ReverseProxy> {
  // No time limits: slow uploads and answers must pass. Clients on the same machine are trusted.
  const server = http.createServer({ requestTimeout: 0, keepAliveTimeout: 0, noDelay: true, insecureHTTPParser: false })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
  const passing = new RelayedTraffic(service, origin, makeProxyGuard(host), traffic)
  server.on('request', (request, response) => passing.pass(request, response, false))
  server.on('checkContinue', (request, response) => passing.pass(request, response, true))
  server.on('connect', (_request, socket) => passing.refuseTunnel(socket))
  return {
    url: `${origin}${splitBaseUrl(service.baseUrl).path}`,
    counts: passing,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const unaskedSwitch = 'the service answered 101, which nothing asked for'

/** A connection of a client. */
interface Connection {
  readonly number: number
  /** An agent with at most one connection to the service. */
  readonly agent: http.Agent
  /** The number of pending requests. */
  active: number
}

const removeBrackets = (hostname: string): string => hostname.replaceAll(/^\[|\]$/g, '')

const increaseCount = <Key>(counts: Map<Key, number>, key: Key): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1)

class RelayedTraffic implements ProxyCounts {
  readonly #service: URL
  readonly #declared: readonly NameAndValue[]
  readonly #agentOptions: https.AgentOptions
  readonly #guard: ReturnType<typeof makeProxyGuard>
  readonly #traffic: KeptTraffic
  readonly #relink: Relink
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #known = new WeakSet<Socket>()
  readonly dropped: Map<string, number> = new Map()
  readonly refused: Map<ProxyRefusal['code'], number> = new Map()
  requests = 0
  answered = 0
  #connectionCount = 0

  constructor(
    { baseUrl, headers = {}, tls }: TargetAccess,
    origin: string,
    guard: ReturnType<typeof makeProxyGuard>,
    traffic: KeptTraffic,
  ) {
    this.#service = new URL(baseUrl)
    this.#declared = Object.entries(headers)
    this.#agentOptions = { ...agentOptions(tls), maxSockets: 1 }
    this.#guard = guard
    this.#traffic = traffic
    this.#relink = createLinkRewriter(origin, this.#service)
  }

  /** @param waits True if the client waits for `100 Continue` before it sends the body. */
  pass(request: http.IncomingMessage, response: http.ServerResponse, waits: boolean): void {
    const refusal = this.#guard(request)
    if (refusal) return this.#refuse(response, refusal)
    this.requests++
    const connection = this.#connectionOf(request.socket)
    connection.active++
    const sent = endToEnd(request.rawHeaders)
    const url = `${this.#service.origin}${request.url!}`
    const head = { method: request.method!, url, headers: sent, connection: connection.number }
    const recorded = isAboutServer(request) ? undefined : this.#traffic.begin(head)
    let outgoing: http.ClientRequest
    try {
      outgoing = this.#ask(request, sent, connection, waits)
    } catch (error) {
      // Node refuses to send some requests that its parser accepts.
      connection.active--
      return this.#refuse(response, { status: 400, code: 'not_http', message: (error as Error).message })
    }
    const relay = new Relay({ request, response, outgoing, recorded })
    relay.onDropped = (reason) => increaseCount(this.dropped, reason)
    relay.onAnswered = () => this.answered++
    relay.onEnd = () => connection.active--
    if (waits) outgoing.once('continue', () => response.writeContinue())
    outgoing.once('socket', (socket) => this.#couple(socket, request.socket, connection))
    // The proxy does not pass the header `Upgrade`, so a switch of protocols was not requested.
    outgoing.once('upgrade', (_incoming, socket) => {
      socket.destroy()
      relay.drop(unaskedSwitch)
    })
    outgoing.once('response', (incoming) => {
      if (incoming.statusCode === 101) {
        incoming.destroy()
        relay.drop(unaskedSwitch)
        return
      }
      try {
        relay.answer(incoming, this.#relink)
      } catch (error) {
        relay.drop((error as NodeJS.ErrnoException).code ?? String(error))
      }
    })
  }

  refuseTunnel(socket: Duplex): void {
    increaseCount(this.refused, 'no_connect')
    socket.on('error', () => {})
    // The server no longer tracks the socket, so it is destroyed here.
    const text = 'HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
    socket.end(text, () => socket.destroy())
  }

  #refuse(response: http.ServerResponse, { status, code, message }: ProxyRefusal): void {
    increaseCount(this.refused, code)
    const body = JSON.stringify({ error: { code, message, details: [] } })
    // The body of the request is not read.
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    })
    response.end(body)
  }

  #connectionOf(socket: Socket): Connection {
    let connection = this.#connections.get(socket)
    if (!connection) {
      const Agent = this.#service.protocol === 'https:' ? https.Agent : http.Agent
      const agent = new Agent(this.#agentOptions)
      this.#connections.set(socket, (connection = { number: ++this.#connectionCount, agent, active: 0 }))
      socket.once('close', () => agent.destroy())
    }
    return connection
  }

  /** Closes the connection of a client when the service closes its own and no request is pending. */
  #couple(upstream: Socket, client: Socket, connection: Connection): void {
    if (this.#known.has(upstream)) return
    this.#known.add(upstream)
    upstream.once('close', () => {
      if (connection.active === 0) client.end()
    })
  }

  #ask(
    { method, url, headers }: http.IncomingMessage,
    sent: readonly NameAndValue[],
    { agent }: Connection,
    waits: boolean,
  ): http.ClientRequest {
    const { protocol, hostname, port, host } = this.#service
    const { 'transfer-encoding': encoding, 'content-length': length } = headers
    // The parser refuses a request with both headers. Without either, Node would send a chunked body.
    const isEmpty = encoding === undefined && length === undefined && !['GET', 'HEAD', 'OPTIONS'].includes(method!)
    const forwarded = [
      ['Host', host],
      ...sent.filter(([name]) => !/^(?:host|expect)$/i.test(name)),
      ...this.#declared.filter(([name]) => headers[name.toLowerCase()] === undefined),
      ...(encoding === undefined ? [] : [['Transfer-Encoding', encoding]]),
      ...(waits ? [['Expect', '100-continue']] : []),
      ...(isEmpty ? [['Content-Length', '0']] : []),
    ].flat()
    const { request } = protocol === 'https:' ? https : http
    return request({
      protocol,
      hostname: removeBrackets(hostname),
      port,
      method,
      path: url,
      headers: forwarded,
      agent,
      insecureHTTPParser: false,
    })
  }
}

type Relink = ReturnType<typeof createLinkRewriter>

interface Parties {
  readonly request: http.IncomingMessage
  readonly response: http.ServerResponse
  readonly outgoing: http.ClientRequest
  readonly recorded: RecordedRequest | undefined
}

/** Passes one request and its answer. */
class Relay {
  readonly #parties: Parties
  #isAnswered = false
  #hasEnded = false
  onAnswered: () => void = () => {}
  onDropped: (reason: string) => void = () => {}
  onEnd: () => void = () => {}

  constructor(parties: Parties) {
    this.#parties = parties
    const { request, response, outgoing, recorded } = parties
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // An answer that arrived before the service closed the connection still passes.
      if (!this.#isAnswered) this.drop(error.code ?? error.message)
    })
    // If the service answers before it has read the body, the rest of the body is discarded.
    response.once('finish', () => request.resume())
    response.once('close', () => {
      if (!response.writableFinished) this.#end('left')
      if (!this.#isAnswered || !response.writableFinished) outgoing.destroy()
    })
    request.on('error', () => outgoing.destroy())
    const { 'transfer-encoding': encoding, 'content-length': length } = request.headers
    if (encoding === undefined && length === undefined) {
      // There is no body.
      request.resume()
      outgoing.end()
      return
    }
    if (recorded) request.on('data', (chunk: Uint8Array) => recorded.sent(chunk))
    request.pipe(outgoing)
  }

  answer(incoming: http.IncomingMessage, relink: Relink): void {
    const { response, recorded, request } = this.#parties
    this.#isAnswered = true
    this.onAnswered()
    const { statusCode: status = 502, statusMessage, headers: received, rawHeaders } = incoming
    const headers = endToEnd(rawHeaders)
    const passedHeaders = relink(headers)
    recorded?.answers({ status, headers })
    response.sendDate = false
    const closes = /(?:^|,)\s*close\s*(?:,|$)/i.test(received.connection ?? '') || !request.complete
    const hop = [
      ...(closes ? ['Connection', 'close'] : []),
      // A client may rely on the service's timeout for idle connections.
      ...(received['keep-alive'] === undefined || closes || !response.shouldKeepAlive
        ? []
        : ['Keep-Alive', received['keep-alive']]),
    ]
    response.writeHead(status, statusMessage, [...passedHeaders.flat(), ...hop])
    let hasWritten = false
    // A pipe would add more listeners than needed.
    incoming.on('data', (chunk: Uint8Array) => {
      recorded?.received(chunk)
      hasWritten = true
      if (response.write(chunk)) return
      incoming.pause()
      response.once('drain', () => incoming.resume())
    })
    // The head of an event stream passes before its first event. A body that arrived with the head is sent with it.
    process.nextTick(() => {
      if (!hasWritten) response.flushHeaders()
    })
    incoming.once('end', () => {
      response.end()
      this.#end('whole')
    })
    incoming.once('error', () => {})
    incoming.once('close', () => {
      if (!incoming.complete) this.drop('the connection ended before the answer did')
    })
  }

  /** Ends the connection to the client, as the service did. */
  drop(reason: string): void {
    if (!this.#hasEnded) this.onDropped(reason)
    this.#end('dropped')
    const { socket } = this.#parties.request
    if (this.#isAnswered) socket.destroySoon()
    else socket.destroy()
  }

  #end(how: 'whole' | 'dropped' | 'left'): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#parties.recorded?.end(how)
    this.onEnd()
  }
}
