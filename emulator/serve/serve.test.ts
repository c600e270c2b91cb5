import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createEmulator, type EmulatorOptions } from '../create-emulator.ts'
import { type RunningServer, serve, type ServeOptions } from './serve.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

const running: RunningServer[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
})

async function start(options: EmulatorOptions = {}, serveOptions: ServeOptions = {}) {
  const emulator = createEmulator({ checkResponses: true, ...options })
  const server = await serve(emulator, { port: 0, ...serveOptions })
  running.push(server)
  return { emulator, server, authorization: `Bearer ${emulator.credentials.token}` }
}

/** Sends a request with the given Host and Origin, which fetch does not allow. */
function send(
  server: RunningServer,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port: server.port, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
      .on('error', reject)
      .end()
  })
}

/** Sends bytes over a plain socket and returns the answer. */
function raw(server: RunningServer, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      socket.end()
    })
    socket.on('error', () => resolve(text))
    socket.on('close', () => resolve(text))
  })
}

it('gives the same answers as emulator.fetch', async () => {
  const { emulator, server, authorization } = await start({ clock: '2026-01-01' })
  const path = '/1.13/environments?limit=2'
  const [direct, overHttp] = await Promise.all([
    emulator.fetch(new Request(`${server.url}${path}`, { headers: { authorization } })),
    fetch(`${server.url}${path}`, { headers: { authorization } }),
  ])
  expect(overHttp.status).toBe(200)
  expect(overHttp.headers.get('content-type')).toBe(direct.headers.get('content-type'))
  expect(await overHttp.text()).toBe(await direct.text())
})

it('serves under its base path, which is part of the URL', async () => {
  const { server } = await start({ basePath: '/api' })
  expect(server.url).toBe(`http://127.0.0.1:${server.port}/api`)
  expect((await fetch(`${server.url}/0/`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${server.port}/0/`)).status).toBe(404)
})

it('reads a body that arrives in pieces', async () => {
  const { server, authorization } = await start()
  const pieces = ['{"na', 'me":"Mö', 'bel"}'].map((piece) => new TextEncoder().encode(piece))
  const body = new ReadableStream({
    start: (controller) => (pieces.forEach((piece) => controller.enqueue(piece)), controller.close()),
  })
  const response = await fetch(`${server.url}/1.13/catalogs`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { authorization, 'content-type': 'application/json' },
  } as RequestInit)
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({ name: 'Möbel' })
})

it('answers 413 for a body above the limit, declared or streamed, and keeps serving', async () => {
  const { server, authorization } = await start({ conventions: { bodyLimit: 1000 } })
  const headers = { authorization, 'content-type': 'application/json' }
  const text = JSON.stringify({ name: 'x'.repeat(200_000) })
  const declared = await fetch(`${server.url}/1.13/catalogs`, { method: 'POST', body: text, headers })
  const streamed = await fetch(`${server.url}/1.13/catalogs`, {
    method: 'POST',
    body: new Blob([text]).stream(),
    duplex: 'half',
    headers,
  } as RequestInit)
  expect([declared.status, streamed.status]).toEqual([413, 413])
  expect((await fetch(`${server.url}/0/`)).status).toBe(200)
})

it('survives clients that disconnect and requests that are not HTTP', async () => {
  const { server, authorization } = await start()
  const host = 'Host: localhost\r\n'
  const broken = await Promise.all([
    raw(server, 'nonsense\r\n\r\n'),
    raw(server, `GET /0/ HTTP/1.1\r\n\r\n`),
    raw(server, `GET \\..\\ HTTP/1.1\r\n${host}\r\n`),
    raw(server, `GET /a\\b HTTP/1.1\r\n${host}\r\n`),
    raw(server, `GET http://:99999/ HTTP/1.1\r\n${host}\r\n`),
    raw(server, `GET /%zz/%00/../../../ HTTP/1.1\r\n${host}\r\n`),
    raw(server, `TRACE /0/ HTTP/1.1\r\n${host}\r\n`),
    raw(server, `BREW /0/ HTTP/1.1\r\n${host}\r\n`),
    raw(server, `GET /0/ HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`),
  ])
  for (const answer of broken) expect(answer).not.toMatch(/^HTTP\/1\.1 5/)
  expect(broken[3]).toMatch(/^HTTP\/1\.1 400/)
  const controller = new AbortController()
  const pending = fetch(`${server.url}/1.13/catalogs`, {
    method: 'POST',
    body: new ReadableStream({}),
    duplex: 'half',
    signal: controller.signal,
    headers: { authorization, 'content-type': 'application/json' },
  } as RequestInit)
  setTimeout(() => controller.abort(), 50)
  await expect(pending).rejects.toThrow('abort')
  expect((await fetch(`${server.url}/0/`)).status).toBe(200)
})

it.each([
  'localhost',
  'localhost:1',
  '127.0.0.1:80',
  '[::1]:4113',
  'shop.localhost',
  'LOCALHOST.',
  'api.example:8443',
  'extra.internal',
])('answers for the host %s', async (host) => {
  const { server } = await start({ publicUrl: 'https://api.example/v' }, { allowedHosts: ['extra.internal'] })
  expect(await send(server, '/0/', { host })).toMatchObject({ status: 200 })
})

it.each(['evil.example', 'localhost.evil.example', 'evillocalhost', '10.1.2.3', '169.254.169.254:80'])(
  'refuses the host %s',
  async (host) => {
    const { server } = await start()
    const { status, text } = await send(server, '/0/', { host })
    expect(status).toBe(421)
    expect(JSON.parse(text).error.message).toContain('--public-url')
  },
)

it('refuses a foreign host in an absolute request target', async () => {
  const { server } = await start()
  expect(await raw(server, 'GET http://evil.example/0/ HTTP/1.1\r\nHost: localhost\r\n\r\n')).toMatch(/^HTTP\/1\.1 421/)
})

it('says what to do when the port is in use', async () => {
  const { server } = await start()
  const failure = await serve(createEmulator(), { port: server.port }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(EmulatorError)
  expect(failure).toMatchObject({ code: 'port_taken', message: expect.stringContaining('--port 0') })
})

it.each(['192.0.2.1', ''])('says what to do when the host %j is not an address of this machine', async (host) => {
  await expect(serve(createEmulator(), { port: 0, host })).rejects.toMatchObject({
    code: 'unknown_host',
    message: expect.stringContaining('--host'),
  })
})

it('tells connections apart, and keeps headers in the order and form in which they came', async () => {
  const { emulator, server } = await start()
  const host = `Host: 127.0.0.1:${server.port}`
  const request = (close: string) => `GET /0/ HTTP/1.1\r\nX-B: 2\r\nx-a: 1\r\n${host}\r\nX-B: 3\r\n${close}\r\n`
  await raw(server, request('') + request('Connection: close\r\n'))
  await raw(server, request('Connection: close\r\n'))
  const found = emulator.requests.find()
  expect(found.map(({ connection }) => connection)).toEqual([1, 1, 2])
  expect(found[0]!.rawHeaders.map(([name, value]) => `${name}: ${value}`)).toEqual(['X-B: 2', 'x-a: 1', host, 'X-B: 3'])
  expect(found[0]!.headers['x-b']).toBe('2, 3')
})
