import { once } from 'node:events'
import { createServer, request as ask, Agent, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { KeptTraffic } from './kept-traffic.ts'
import { openReverseProxy, type ReverseProxy } from './reverse-proxy.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function serviceOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${await listening(server)}`
}

async function proxyOf(service: string, traffic = new KeptTraffic()): Promise<ReverseProxy> {
  const proxy = await openReverseProxy({ service, host: '127.0.0.1', port: 0, traffic })
  closing.push(() => proxy.close())
  return proxy
}

/** Sends bytes, and resolves with all that comes until the connection ends. */
function sendRaw(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
    socket.on('close', () => resolve(received)).on('error', reject)
  })
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of message.setEncoding('utf8')) text += chunk as string
  return text
}

/** Asks by a connection of its own, with headers as they are given. */
async function askRaw(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent } = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; rawHeaders: string[]; text: string }> {
  const outgoing = ask(url, { agent: false, ...options })
  outgoing.end(options.body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const text = await textOf(incoming)
  return { status: incoming.statusCode!, headers: incoming.headers, rawHeaders: incoming.rawHeaders, text }
}

it('passes method, path, query, headers and body, and names the service as Host', async () => {
  const seen: { method?: string | undefined; url?: string | undefined; raw?: string[]; body?: string } = {}
  const service = await serviceOf(async (request, response) => {
    Object.assign(seen, { method: request.method, url: request.url, raw: request.rawHeaders })
    seen.body = await textOf(request)
    response.writeHead(201, 'Made', { 'X-Answer': 'yes', 'Set-Cookie': ['a=1', 'b=2'], Location: '/elsewhere' })
    response.end('{"id":1}')
  })
  const proxy = await proxyOf(`${service}/api`)
  const answer = await askRaw(`${proxy.url}/things?a=%20b&c`, {
    method: 'PATCH',
    headers: {
      Authorization: 'Bearer canary',
      'X-Mixed-Case': 'kept',
      Connection: 'x-hop, close',
      'X-Hop': 'dropped',
      TE: 'trailers',
    },
    body: 'à body',
  })
  expect(seen).toMatchObject({ method: 'PATCH', url: '/api/things?a=%20b&c', body: 'à body' })
  expect(seen.raw).toEqual(
    expect.arrayContaining(['Host', new URL(service).host, 'Authorization', 'Bearer canary', 'X-Mixed-Case', 'kept']),
  )
  expect(seen.raw!.map((text) => text.toLowerCase())).not.toContain('x-hop')
  expect(seen.raw!.map((text) => text.toLowerCase())).not.toContain('te')
  expect(answer).toMatchObject({
    status: 201,
    text: '{"id":1}',
    headers: { 'x-answer': 'yes', location: '/elsewhere' },
  })
  expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2'])
  expect(answer.rawHeaders).toContain('X-Answer')
})

it.each([
  [200, 'HEAD'],
  [204, 'DELETE'],
  [304, 'GET'],
  [404, 'GET'],
  [500, 'POST'],
  [503, 'GET'],
])('passes %i to %s as it comes', async (status, method) => {
  const service = await serviceOf((_request, response) => {
    response.writeHead(status, { ...(method === 'HEAD' ? { 'Content-Length': 1234 } : {}), ETag: '"x"' })
    response.end(status === 204 || status === 304 || method === 'HEAD' ? undefined : 'text')
  })
  const proxy = await proxyOf(service)
  const direct = await askRaw(`${service}/a`, { method })
  const passed = await askRaw(`${proxy.url}/a`, { method })
  const { date: _date, ...headers } = passed.headers
  const { date: _other, ...wanted } = direct.headers
  expect({ ...passed, headers, rawHeaders: [] }).toEqual({ ...direct, headers: wanted, rawHeaders: [] })
})

it('passes a stream as it comes: the head before the first byte, and the first byte before the last', async () => {
  let more: (() => void) | undefined
  const service = await serviceOf((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.flushHeaders()
    more = () => {
      response.write('data: 1\n\n')
      more = () => response.end('data: 2\n\n')
    }
  })
  const proxy = await proxyOf(service)
  const response = await fetch(`${proxy.url}/events`)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  more!()
  expect((await reader.read()).value).toBe('data: 1\n\n')
  more!()
  expect((await reader.read()).value).toBe('data: 2\n\n')
  expect((await reader.read()).done).toBe(true)
})

it('passes an upload as it comes, in chunks', async () => {
  const arrived: string[] = []
  let onChunk: (() => void) | undefined
  const service = await serviceOf((request, response) => {
    request.setEncoding('utf8').on('data', (chunk: string) => {
      arrived.push(chunk)
      onChunk?.()
    })
    request.on('end', () => response.end(JSON.stringify(request.headers)))
  })
  const proxy = await proxyOf(service)
  const outgoing = ask(`${proxy.url}/upload`, { method: 'PUT', agent: false })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  const first = new Promise<void>((resolve) => (onChunk = resolve))
  outgoing.write('one')
  await first
  outgoing.end('two')
  const headers = JSON.parse(await textOf((await answered)[0])) as Record<string, string>
  expect(arrived.join('')).toBe('onetwo')
  expect(headers).toMatchObject({ 'transfer-encoding': 'chunked' })
})

it('passes what follows a body in chunks, both ways', async () => {
  const service = await serviceOf(async (request, response) => {
    await textOf(request)
    response.writeHead(200, { Trailer: 'X-Sum' })
    response.write('got')
    response.addTrailers({ 'X-Sum': request.rawTrailers.join('=') })
    response.end()
  })
  const { url } = await proxyOf(service)
  const text = await sendRaw(
    url,
    'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Up: 42\r\n\r\n',
  )
  expect(text).toMatch(/\r\n0\r\nX-Sum: X-Up=42\r\n\r\n$/)
})

it('passes answers before the answer, with links that lead to the proxy', async () => {
  const service = await serviceOf((request, response) => {
    response.writeProcessing()
    response.writeEarlyHints({ link: [`<http://${request.headers.host}/a>; rel=preload`, '</b>; rel=preload'] })
    setImmediate(() => response.end('late'))
  })
  const { url } = await proxyOf(service)
  const text = await sendRaw(url, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect(text).toMatch(/^HTTP\/1.1 102 Processing\r\n\r\nHTTP\/1.1 103 Early Hints\r\n/)
  expect(text).toContain(`<${url}/a>; rel=preload, </b>; rel=preload\r\n\r\nHTTP/1.1 200 OK`)
})

it('sends the body once the service says so, and not at all where it refuses before', async () => {
  const server = createServer()
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  server.on('checkContinue', (request, response) => {
    if (request.url === '/refused') {
      response.writeHead(413).end()
      return
    }
    response.writeContinue()
    void textOf(request).then((text) => response.end(`got ${text}`))
  })
  const proxy = await proxyOf(`http://127.0.0.1:${await listening(server)}`)
  const send = async (path: string) => {
    const headers = { Expect: '100-continue', 'Content-Length': 4 }
    const outgoing = ask(`${proxy.url}${path}`, { method: 'POST', agent: false, headers })
    let continued = 0
    outgoing.on('continue', () => {
      continued++
      outgoing.end('body')
    })
    outgoing.flushHeaders()
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    const text = await textOf(incoming)
    outgoing.destroy()
    return { continued, status: incoming.statusCode, text }
  }
  expect(await send('/taken')).toEqual({ continued: 1, status: 200, text: 'got body' })
  expect(await send('/refused')).toEqual({ continued: 0, status: 413, text: '' })
})

it('passes a compressed body untouched and reads it for the judges', async () => {
  const packed = gzipSync('{"id":"x"}')
  const service = await serviceOf((_request, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' })
    response.end(packed)
  })
  const traffic = new KeptTraffic()
  const proxy = await proxyOf(service, traffic)
  const outgoing = ask(`${proxy.url}/a`, { agent: false }).end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).equals(packed)).toBe(true)
  const [exchange] = (await traffic.read()).exchanges
  expect(exchange!.answer!.body).toEqual({ text: '{"id":"x"}' })
})

it.each([
  ['before its answer', ''],
  ['in the middle of its answer', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'],
  ['in the middle of a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
])('drops the connection of the client when the service drops its own %s', async (_when, text) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(text))
  })
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  const traffic = new KeptTraffic()
  const proxy = await proxyOf(`http://127.0.0.1:${await listening(server)}`, traffic)
  await expect(fetch(`${proxy.url}/a`).then((response) => response.text())).rejects.toThrow()
  expect([...proxy.counts.dropped.values()]).toEqual([1])
  const [exchange] = (await traffic.read()).exchanges
  expect(exchange!.answered).toBeGreaterThan(exchange!.arrived)
  expect(exchange!.answer?.isWhole ?? false).toBe(false)
})

it('drops the connection where nothing listens at the service, and tells why', async () => {
  const server = createTcpServer()
  const port = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  const proxy = await proxyOf(`http://127.0.0.1:${port}`)
  await expect(fetch(`${proxy.url}/a`)).rejects.toThrow()
  expect([...proxy.counts.dropped]).toEqual([['ECONNREFUSED', 1]])
  expect(proxy.counts.answered).toBe(0)
})

it('asks for a lost answer once', async () => {
  let asked = 0
  const service = await serviceOf((request, response) => {
    asked++
    if (request.url === '/lost') request.socket.destroy()
    else response.end('{}')
  })
  const proxy = await proxyOf(service)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await askRaw(`${proxy.url}/good`, { agent })
  await expect(askRaw(`${proxy.url}/lost`, { agent })).rejects.toThrow()
  agent.destroy()
  expect(asked).toBe(2)
})

it('tells the service that a client did not wait', async () => {
  let left: (() => void) | undefined
  const isLeft = new Promise<void>((resolve) => (left = resolve))
  const service = await serviceOf((_request, response) => {
    response.on('close', () => left!())
  })
  const traffic = new KeptTraffic()
  const proxy = await proxyOf(service, traffic)
  const leaving = new AbortController()
  const asked = fetch(`${proxy.url}/slow`, { signal: leaving.signal })
  await expect.poll(() => proxy.counts.requests).toBe(1)
  leaving.abort()
  await expect(asked).rejects.toThrow()
  await isLeft
  const [exchange] = (await traffic.read()).exchanges
  expect(exchange).toMatchObject({ answered: undefined, answer: undefined })
  expect([...proxy.counts.dropped]).toEqual([])
})

it('keeps connections, and closes one to the client when the service closes its own', async () => {
  const sockets = new Set<unknown>()
  let latest: IncomingMessage | undefined
  const service = await serviceOf((request, response) => {
    sockets.add(request.socket)
    latest = request
    response.end('{}')
  })
  const proxy = await proxyOf(service)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let index = 0; index < 20; index++) await askRaw(`${proxy.url}/a`, { agent })
  expect(sockets.size).toBe(1)
  const [socket] = Object.values(agent.freeSockets).flatMap((free) => free ?? [])
  const closed = once(socket!, 'close')
  latest!.socket.end()
  await closed
  agent.destroy()
})

it('leads absolute links of the service to the proxy, and no others', async () => {
  const state: { service: string } = { service: '' }
  const service = await serviceOf((_request, response) => {
    response.writeHead(200, {
      Link: `<${state.service}/0/x?cursor=0:1:0>; rel="next"; results="true", <https://else.test/a>; rel="previous"`,
      Location: `${state.service}/there`,
      'X-Other': `${state.service}/there`,
      'Content-Location': `${state.service}1/there`,
    })
    response.end(JSON.stringify({ url: `${state.service}/body` }))
  })
  state.service = service
  const traffic = new KeptTraffic()
  const proxy = await proxyOf(service, traffic)
  const { headers, text } = await askRaw(`${proxy.url}/a`)
  expect(headers).toMatchObject({
    link: `<${proxy.url}/0/x?cursor=0:1:0>; rel="next"; results="true", <https://else.test/a>; rel="previous"`,
    location: `${proxy.url}/there`,
    'x-other': `${service}/there`,
    'content-location': `${service}1/there`,
  })
  expect(text).toBe(JSON.stringify({ url: `${service}/body` }))
  const [exchange] = (await traffic.read()).exchanges
  expect(exchange!.answer!.headers).toContainEqual(['Location', `${service}/there`])
  expect(exchange!.answer!.passedHeaders).toContainEqual(['Location', `${proxy.url}/there`])
})

it.each([
  ['a foreign host', 'GET /a HTTP/1.1\r\nHost: evil.test\r\n\r\n', 421],
  ['an absolute address', 'GET http://evil.test/a HTTP/1.1\r\nHost: evil.test\r\n\r\n', 421],
  [
    'a page of another site',
    'POST /a HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.test\r\nContent-Length: 0\r\n\r\n',
    403,
  ],
  [
    'a no-cors request of another site',
    'GET /a HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n\r\n',
    403,
  ],
  ['a tunnel', 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n', 405],
  ['a web socket', 'GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', 501],
  [
    'both lengths',
    'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['two lengths', 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef', 400],
  ['a header with a line break', 'GET /a HTTP/1.1\r\nHost: localhost\r\nX: a\n b\r\n\r\n', 400],
  ['no host', 'GET /a HTTP/1.1\r\n\r\n', 400],
])('refuses %s, and nothing of it comes to the service', async (_what, text, status) => {
  let asked = 0
  const service = await serviceOf((_request, response) => {
    asked++
    response.end()
  })
  const proxy = await proxyOf(service)
  expect(await sendRaw(proxy.url, text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(asked).toBe(0)
})

it('passes a question about the server as a whole, and refuses other requests without a path', async () => {
  const service = await serviceOf((request, response) => {
    response.writeHead(204, { allow: 'GET, PUT', 'x-asked': `${request.method} ${request.url}` }).end()
  })
  const traffic = new KeptTraffic()
  const proxy = await proxyOf(service, traffic)
  const ask = (method: string) =>
    sendRaw(proxy.url, `${method} * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(await ask('OPTIONS')).toMatch(/^HTTP\/1\.1 204 .*\r\nallow: GET, PUT\r\nx-asked: OPTIONS \*\r\n/is)
  expect(await ask('GET')).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect((await traffic.read()).exchanges).toEqual([])
})

it('closes while a client holds a connection for a tunnel, or one on which nothing came', async () => {
  const proxy = await openReverseProxy({
    service: 'http://127.0.0.1:1',
    host: '127.0.0.1',
    port: 0,
    traffic: new KeptTraffic(),
  })
  const port = Number(new URL(proxy.url).port)
  const sockets = ['CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n', ''].map((text) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {})
    socket.write(text)
    return socket
  })
  await expect.poll(() => proxy.counts.refused.get('no_connect')).toBe(1)
  await proxy.close()
  for (const socket of sockets) socket.destroy()
})

it('goes on in HTTP/1.1 where a client offers HTTP/2', async () => {
  const service = await serviceOf((request, response) => response.end(JSON.stringify(request.headers)))
  const proxy = await proxyOf(service)
  const { status, text } = await askRaw(`${proxy.url}/a`, {
    headers: { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABk' },
  })
  expect([status, Object.keys(JSON.parse(text) as object)]).toEqual([200, expect.not.arrayContaining(['upgrade'])])
})

it('stays on the origin of the service, whatever the path looks like', async () => {
  const paths: string[] = []
  const service = await serviceOf((request, response) => {
    paths.push(request.url!)
    response.end()
  })
  const proxy = await proxyOf(service)
  const origin = new URL(proxy.url).origin
  for (const path of ['//evil.test/a', '/@evil.test/', '/..//a', '/a?u=http://evil.test'])
    await sendRaw(origin, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(paths).toEqual(['//evil.test/a', '/@evil.test/', '/..//a', '/a?u=http://evil.test'])
})

it('passes a body beyond the limits, keeps none of it and says so', async () => {
  const big = 'x'.repeat(300_000)
  const service = await serviceOf((_request, response) => response.end(big))
  const traffic = new KeptTraffic({ requests: 3, bodyBytes: 100_000, bytes: 150_000 })
  const proxy = await proxyOf(service, traffic)
  for (let index = 0; index < 4; index++) expect((await askRaw(`${proxy.url}/a`)).text).toBe(big)
  const { exchanges, unkept } = await traffic.read()
  expect(exchanges.map(({ answer }) => answer!.body)).toEqual(
    Array.from({ length: 3 }, () => ({ text: undefined, unread: 'long' })),
  )
  expect(unkept).toBe(1)
})
