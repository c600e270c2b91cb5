import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request as ask, type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import { createServer as createSecureServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, it, vi } from 'vitest'
import { openConnectProxy } from '../../../testing/connect-proxy.ts'
import { selfSigned } from '../../../testing/self-signed.ts'
import { KeptTraffic } from './kept-traffic.ts'
import { openReverseProxy } from './reverse-proxy.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A proxy in front of a service, and the traffic that it records. */
async function proxied(listener: RequestListener | Server, traffic = new KeptTraffic()) {
  const server = typeof listener === 'function' ? createServer(listener) : listener
  const service = await listening(server)
  const proxy = await openReverseProxy({ service: { baseUrl: `${service}/api` }, host: '127.0.0.1', port: 0, traffic })
  closing.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => 'closeAllConnections' in server && (server as ReturnType<typeof createServer>).closeAllConnections(),
    () => proxy.close(),
  )
  return { service, ...proxy, read: async () => (await traffic.read()).exchanges, traffic }
}

/** Sends bytes, and resolves with everything received until the connection ends. */
function sendRaw(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
    socket.on('close', () => resolve(received)).on('error', reject)
  })
}

async function readMessage(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of message.setEncoding('utf8')) text += chunk as string
  return text
}

/** Sends a request on a new connection, with the exact headers. */
async function askRaw(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent } = {},
) {
  const outgoing = ask(url, { agent: false, ...options })
  outgoing.end(options.body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const { statusCode: status, headers, rawHeaders } = incoming
  return { status, headers, rawHeaders, text: await readMessage(incoming) }
}

it('forwards method, path, query, headers and body, and names the service as Host', async () => {
  const seen: { raw?: string[] } = {}
  const { service, url } = await proxied(async (request, response) => {
    Object.assign(seen, { method: request.method, url: request.url, raw: request.rawHeaders })
    Object.assign(seen, { body: await readMessage(request) })
    response.writeHead(201, 'Made', { 'X-Answer': 'yes', 'Set-Cookie': ['a=1', 'b=2'], Location: '/elsewhere' })
    response.end('{"id":1}')
  })
  const answer = await askRaw(`${url}/things?a=%20b&c`, {
    method: 'PATCH',
    headers: {
      Authorization: 'Bearer x',
      'X-Mixed-Case': 'kept',
      Connection: 'x-hop, close',
      'X-Hop': 'y',
      TE: 'trailers',
    },
    body: 'à body',
  })
  expect(seen).toMatchObject({ method: 'PATCH', url: '/api/things?a=%20b&c', body: 'à body' })
  const passed = ['Host', new URL(service).host, 'Authorization', 'Bearer x', 'X-Mixed-Case', 'kept']
  expect(seen.raw).toEqual(expect.arrayContaining(passed))
  for (const name of ['X-Hop', 'TE']) expect(seen.raw).not.toContain(name)
  const headers = { 'x-answer': 'yes', location: '/elsewhere', 'set-cookie': ['a=1', 'b=2'] }
  expect(answer).toMatchObject({ status: 201, text: '{"id":1}', headers })
  expect(answer.rawHeaders).toContain('X-Answer')
})

it.each([
  [200, 'HEAD'],
  [204, 'DELETE'],
  [304, 'GET'],
  [500, 'POST'],
])('forwards %i to %s unchanged', async (status, method) => {
  const { service, url } = await proxied((_request, response) => {
    response.writeHead(status, { ...(method === 'HEAD' ? { 'Content-Length': 1234 } : {}), ETag: '"x"' })
    response.end(status === 204 || status === 304 || method === 'HEAD' ? undefined : 'text')
  })
  const [direct, passed] = await Promise.all([`${service}/a`, `${url}/a`].map((at) => askRaw(at, { method })))
  const { date: _date, ...wanted } = direct!.headers
  expect(passed).toMatchObject({ status, text: direct!.text, headers: wanted })
})

it('forwards a stream as it arrives: the head before the first byte, and the first byte before the last', async () => {
  let more: (() => void) | undefined
  const { url } = await proxied((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.flushHeaders()
    more = () => {
      response.write('data: 1\n\n')
      more = () => response.end('data: 2\n\n')
    }
  })
  const response = await fetch(`${url}/events`)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  for (const data of ['data: 1\n\n', 'data: 2\n\n']) {
    more!()
    expect((await reader.read()).value).toBe(data)
  }
  expect((await reader.read()).done).toBe(true)
})

it('sends the body after 100 Continue, in chunks as they arrive, and not at all after a refusal', async () => {
  const server = createServer()
  server.on('checkContinue', (request, response) => {
    if (request.url === '/api/refused') return void response.writeHead(413).end()
    response.writeContinue()
    void readMessage(request).then((text) => response.end(`got ${text} ${request.headers['transfer-encoding']}`))
  })
  const { url } = await proxied(server)
  const send = async (path: string) => {
    const outgoing = ask(`${url}${path}`, { method: 'POST', agent: false, headers: { Expect: '100-continue' } })
    let continued = 0
    outgoing.on('continue', () => {
      continued++
      outgoing.write('one ')
      outgoing.end('two')
    })
    outgoing.flushHeaders()
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    const text = await readMessage(incoming)
    outgoing.destroy()
    return [continued, incoming.statusCode, text]
  }
  expect(await send('/taken')).toEqual([1, 200, 'got one two chunked'])
  expect(await send('/refused')).toEqual([0, 413, ''])
})

it('forwards a compressed body untouched and reads it for the judges', async () => {
  const packed = gzipSync('{"id":"x"}')
  const { url, read } = await proxied((_request, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' }).end(packed)
  })
  const text = await sendRaw(url, 'GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect(text).toContain(packed.toString('latin1'))
  expect((await read())[0]!.response).toMatchObject({ json: { id: 'x' } })
})

const cutShort = /^the connection ended before the body did/

it.each([
  ['before its answer', '', undefined],
  ['in the middle of its answer', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', cutShort],
  ['in the middle of a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n', cutShort],
])('drops the connection of the client when the service drops its own %s', async (_when, text, trouble) => {
  const server = createTcpServer((socket) => void socket.on('error', () => {}).once('data', () => socket.end(text)))
  const { url, counts, read } = await proxied(server)
  await expect(fetch(`${url}/a`).then((response) => response.text())).rejects.toThrow()
  expect([...counts.dropped.values()]).toEqual([1])
  const [exchange] = await read()
  expect(exchange!.answered).toBeGreaterThan(exchange!.arrived)
  expect(exchange!.response).toEqual(trouble && expect.objectContaining({ trouble: expect.stringMatching(trouble) }))
})

it('does not repeat a request whose answer was lost', async () => {
  let asked = 0
  const { url } = await proxied((request, response) => {
    asked++
    if (request.url === '/api/lost') request.socket.destroy()
    else response.end('{}')
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await askRaw(`${url}/good`, { agent })
  await expect(askRaw(`${url}/lost`, { agent })).rejects.toThrow()
  agent.destroy()
  expect(asked).toBe(2)
})

it('aborts the request to the service when the client disconnects', async () => {
  const { promise: isLeft, resolve: left } = Promise.withResolvers<void>()
  const { url, counts, read } = await proxied((_request, response) => void response.on('close', left))
  const leaving = new AbortController()
  const asked = fetch(`${url}/slow`, { signal: leaving.signal })
  await expect.poll(() => counts.requests).toBe(1)
  leaving.abort()
  await expect(asked).rejects.toThrow()
  await isLeft
  expect((await read())[0]).toMatchObject({ answered: undefined, response: undefined })
  expect([...counts.dropped]).toEqual([])
})

it('keeps connections alive, and closes one to the client when the service closes its own', async () => {
  const sockets = new Set<unknown>()
  let latest: IncomingMessage | undefined
  const { url } = await proxied((request, response) => {
    sockets.add(request.socket)
    latest = request
    response.end('{}')
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let index = 0; index < 5; index++) await askRaw(`${url}/a`, { agent })
  expect(sockets.size).toBe(1)
  const [socket] = Object.values(agent.freeSockets).flatMap((free) => free ?? [])
  const closed = once(socket!, 'close')
  latest!.socket.end()
  await closed
  agent.destroy()
})

it('rewrites absolute links of the service to the proxy, and no other links', async () => {
  const next = '/api/0/x?cursor=0:1:0>; rel="next"; results="true", <https://else.test/a>; rel="previous"'
  const { service, url, read } = await proxied((request, response) => {
    const at = `http://${request.headers.host}`
    const other = { 'X-Other': `${at}/api`, 'Content-Location': `${at}1/api` }
    response.writeHead(200, { Link: `<${at}${next}`, Location: `${at}/api/there`, ...other }).end(`"${at}/api"`)
  })
  const { headers, text } = await askRaw(`${url}/a`)
  const { origin } = new URL(url)
  expect(headers).toMatchObject({
    link: `<${origin}${next}`,
    location: `${origin}/api/there`,
    'x-other': `${service}/api`,
    'content-location': `${service}1/api`,
  })
  expect(text).toBe(`"${service}/api"`)
  const [exchange] = await read()
  expect(exchange!.response!.headers).toMatchObject({ location: `${service}/api/there` })
})

const rest = ' HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'

it.each([
  ['a question about the server as a whole', `OPTIONS *${rest}\r\n`, 'x-asked: OPTIONS *\r\n'],
  [
    'HTTP/1.1 where HTTP/2 is offered',
    `GET /api${rest}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
    'x-asked: GET /api\r\n',
  ],
  ...['//evil.test/a', '/@evil.test/', '/..//a', '/a?u=http://evil.test'].map((path) => [
    path,
    `GET ${path}${rest}\r\n`,
    `x-asked: GET ${path}\r\n`,
  ]),
])('forwards %s only to the service', async (_what, text, answer) => {
  const { url } = await proxied(async (request, response) => {
    const sent = await readMessage(request)
    response.writeHead(200, { 'x-asked': `${request.method} ${request.url}` })
    response.end(`got ${sent}`)
  })
  expect(await sendRaw(url, text!)).toContain(answer!)
})

const host = 'Host: localhost\r\n'

it.each([
  [421, 'a foreign host', 'GET /a HTTP/1.1\r\nHost: evil.test\r\n\r\n'],
  [421, 'an absolute address', 'GET http://evil.test/a HTTP/1.1\r\nHost: evil.test\r\n\r\n'],
  [403, 'a page of another site', `POST /a HTTP/1.1\r\n${host}Origin: https://evil.test\r\nContent-Length: 0\r\n\r\n`],
  [403, 'no-cors', `GET /a HTTP/1.1\r\n${host}Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n\r\n`],
  [405, 'a tunnel', 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n'],
  [501, 'a web socket', `GET /a HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
  [400, 'both lengths', `POST /a HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  [400, 'two lengths', `POST /a HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`],
  [400, 'a header with a line break', `GET /a HTTP/1.1\r\n${host}X: a\n b\r\n\r\n`],
  [400, 'no host', 'GET /a HTTP/1.1\r\n\r\n'],
  [421, 'a request without a path', `GET * HTTP/1.1\r\n${host}Connection: close\r\n\r\n`],
])('answers %i to %s, and forwards nothing', async (status, _what, text) => {
  let asked = 0
  const { url } = await proxied((_request, response) => {
    asked++
    response.end()
  })
  expect(await sendRaw(url, text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(asked).toBe(0)
})

it('forwards a body above the limits, keeps none of it and says so', async () => {
  const big = 'x'.repeat(300_000)
  const kept = new KeptTraffic({ requests: 3, bodyBytes: 100_000, bytes: 150_000 })
  const { url } = await proxied((_request, response) => response.end(big), kept)
  for (let index = 0; index < 4; index++) expect((await askRaw(`${url}/a`)).text).toBe(big)
  const { exchanges, unkept } = await kept.read()
  const bodies = exchanges.map(({ response }) => [response!.text, response!.unread])
  expect(bodies).toEqual(Array.from({ length: 3 }, () => ['', 'long']))
  expect(unkept).toBe(1)
})

it.each(['gzip', 'deflate', 'br'])('limits the size of bodies that are decompressed from %s', async (encoding) => {
  const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding]!
  const packed = pack('x'.repeat(1_000_000))
  const limits = { requests: 100, bodyBytes: 1_000_000, bytes: 2_500_000 }
  const { url, read } = await proxied((_request, response) => {
    response.writeHead(200, { 'Content-Encoding': encoding })
    response.end(packed)
  }, new KeptTraffic(limits))
  for (let turn = 0; turn < 4; turn++) await askRaw(url)
  expect((await read()).map(({ response }) => response?.unread)).toEqual([undefined, undefined, 'full', 'full'])
})

it.each(['', 'Connection: upgrade\r\nUpgrade: websocket\r\n'])(
  'closes the connection of a client at an unrequested 101 with the headers %j',
  async (headers) => {
    const { url, counts } = await proxied(
      createTcpServer((socket) =>
        socket
          .on('error', () => {})
          .resume()
          .write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`),
      ),
    )
    expect(await sendRaw(url, 'GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n')).toBe('')
    expect([...counts.dropped.keys()]).toEqual(['the service answered 101, which nothing asked for'])
  },
)

it('adds the headers that a gateway demands, through the proxy of the environment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const pair = selfSigned(['service.example'], performance.timeOrigin)
  writeFileSync(key, pair.key)
  writeFileSync(cert, pair.cert)
  const seen: IncomingMessage['headers'][] = []
  const gateway = createSecureServer({ ...pair, ca: pair.cert, requestCert: true }, (request, response) => {
    seen.push(request.headers)
    response.end('{}')
  })
  const { port } = new URL(await listening(gateway))
  const way = await openConnectProxy()
  vi.stubEnv('HTTPS_PROXY', way.url)
  const proxy = await openReverseProxy({
    service: {
      baseUrl: `https://service.example:${port}`,
      headers: { 'X-Gateway-Key': 'k', Accept: 'no' },
      tls: { cert, key, ca: cert },
    },
    host: '127.0.0.1',
    port: 0,
    traffic: new KeptTraffic(),
  })
  closing.push(
    () => gateway.close(),
    () => way.close(),
    () => proxy.close(),
    () => vi.unstubAllEnvs(),
  )
  expect((await askRaw(proxy.url, { headers: { accept: 'application/json' } })).text).toBe('{}')
  expect(seen).toEqual([expect.objectContaining({ 'x-gateway-key': 'k', accept: 'application/json' })])
  expect(way.tunnels).toEqual([`service.example:${port}`])
})
