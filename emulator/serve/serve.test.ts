import { expect, it } from 'vitest'
import { raw, sendRawRequest, startServed } from '../../testing/emulator/served-emulator.ts'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { toHeaderPairs } from '../tools/raw-headers.ts'
import { serve } from './serve.ts'

const bearerHeader = ({ credentials }: Emulator) => `Bearer ${credentials.token}`

it('reads a body that arrives in pieces', async () => {
  const { server, emulator } = await startServed()
  const pieces = ['{"na', 'me":"Mö', 'bel"}'].map((piece) => new TextEncoder().encode(piece))
  const body = new ReadableStream({
    start: (controller) => (pieces.forEach((piece) => controller.enqueue(piece)), controller.close()),
  })
  const response = await fetch(`${server.url}/1.13/catalogs`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { authorization: bearerHeader(emulator), 'content-type': 'application/json' },
  } as RequestInit)
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({ name: 'Möbel' })
})

it('refuses the body of a GET to the control API, which would have no effect', async () => {
  const { server } = await startServed()
  const answer = await sendRawRequest(server, 'GET', '/_emulator/clock', { 'content-length': '2' }, '{}')
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('takes no body. Leave it out.')])
})

it('answers 413 for a body above the limit, declared or streamed, and keeps serving', async () => {
  const { server, emulator } = await startServed({}, { conventions: { bodyLimit: 1000 } })
  const headers = { authorization: bearerHeader(emulator), 'content-type': 'application/json' }
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
  const { server, emulator } = await startServed()
  const asked = (line: string, more = '') =>
    raw(server, `${line}\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`)
  const broken = await Promise.all([
    raw(server, 'nonsense\r\n\r\n'),
    raw(server, 'GET /0/ HTTP/1.1\r\n\r\n'),
    asked('GET \\..\\ HTTP/1.1'),
    asked('GET http://:99999/ HTTP/1.1'),
    asked('GET /%zz/%00/../../../ HTTP/1.1'),
    asked('TRACE /0/ HTTP/1.1'),
    asked('BREW /0/ HTTP/1.1'),
    asked('GET /0/ HTTP/1.1', 'Upgrade: websocket\r\n'),
  ])
  for (const answer of broken) expect(answer).toMatch(/^HTTP\/1\.1 [24]/)
  const controller = new AbortController()
  const pending = fetch(`${server.url}/1.13/catalogs`, {
    method: 'POST',
    body: new ReadableStream({}),
    duplex: 'half',
    signal: controller.signal,
    headers: { authorization: bearerHeader(emulator), 'content-type': 'application/json' },
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
  const { server } = await startServed({ allowedHosts: ['extra.internal'] }, { publicUrl: 'https://api.example/v' })
  expect(await sendRawRequest(server, 'GET', '/0/', { host })).toMatchObject({ status: 200 })
})

it.each(['evil.example', 'localhost.evil.example', 'evillocalhost', '10.1.2.3', '169.254.169.254:80'])(
  'refuses the host %s',
  async (host) => {
    const { server } = await startServed()
    const { status, text } = await sendRawRequest(server, 'GET', '/0/', { host })
    expect(status).toBe(421)
    expect(JSON.parse(text).error.message).toContain('--allowed-host')
  },
)

it('refuses a foreign host in an absolute request target', async () => {
  const { server } = await startServed()
  const answer = await raw(
    server,
    'GET http://evil.example/0/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 421/)
})

it('listens on 127.0.0.1, and says what to do when the port is in use', async () => {
  const { server } = await startServed()
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
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
  const { emulator, server } = await startServed()
  const host = `Host: 127.0.0.1:${server.port}`
  const request = (close: string) => `GET /0/ HTTP/1.1\r\nX-B: 2\r\nx-a: 1\r\n${host}\r\nX-B: 3\r\n${close}\r\n`
  await raw(server, request('') + request('Connection: close\r\n'))
  await raw(server, request('Connection: close\r\n'))
  const drafts = emulator.requests.drafts()
  expect(drafts.map(({ connection }) => connection)).toEqual([1, 1, 2])
  const pairs = toHeaderPairs(drafts[0]!.headers)
  expect(pairs.map(([name, value]) => `${name}: ${value}`)).toEqual(['X-B: 2', 'x-a: 1', host, 'X-B: 3'])
  expect(emulator.requests.find()[0]!.headers['x-b']).toBe('2, 3')
})
