import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createEmulator, type EmulatorOptions } from '../create-emulator.ts'
import { type RunningServer, serve, type ServeOptions } from './serve.ts'

const running: RunningServer[] = []
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(running.splice(0).map((server) => server.close()))
})

async function start(serveOptions: ServeOptions = {}, options: EmulatorOptions = {}) {
  const emulator = createEmulator(options)
  const server = await serve(emulator, { port: 0, ...serveOptions })
  running.push(server)
  return { emulator, server, authorization: `Bearer ${emulator.credentials.token}` }
}

/** Sends bytes over a plain socket; `text` is the answer until the connection is closed. */
function open({ port }: RunningServer, bytes: string) {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
  sockets.push(socket)
  const connected = new Promise((resolve) => socket.once('connect', resolve))
  const text = new Promise<string>((resolve) => {
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
  })
  return { socket, connected, text }
}

const post = [
  'POST /oauth/token HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/x-www-form-urlencoded',
  'Content-Length: 2000',
  '\r\n',
].join('\r\n')

it.each([
  ['no byte', '', { headersTimeout: 40 }],
  ['half of its headers', 'GET /0/ HTTP/1.1\r\nHost: local', { headersTimeout: 40 }],
  ['half of its body', `${post}abc`, { requestTimeout: 40 }],
])('answers 408 to a client that sends %s', async (_what, bytes, timeLimits) => {
  const { server } = await start({ timeLimits })
  const [status] = (await open(server, bytes).text).split('\r\n')
  expect(status).toBe('HTTP/1.1 408 Request Timeout')
})

it.each([
  ['broken', 'NONSENSE\r\n\r\n', '400 Bad Request'],
  ['too large', `GET /0/ HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, '431 Request Header Fields Too Large'],
])('answers headers that are %s as Node does', async (_what, bytes, status) => {
  const { server } = await start()
  expect((await open(server, bytes).text).split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`)
})

it('closes at once despite idle connections', async () => {
  const { server } = await start()
  await (await fetch(`${server.url}/0/`)).text()
  const silent = open(server, '')
  await silent.connected
  const begun = performance.now()
  await server.close()
  // A request under way would have 5 seconds.
  expect(performance.now() - begun).toBeLessThan(4500)
})

it('lets a request under way finish at a stop', async () => {
  const { server, emulator } = await start()
  emulator.faults.add({ delay: 150 })
  const answered = fetch(`${server.url}/0/`)
  await expect.poll(() => emulator.requests.size).toBe(1)
  const begun = performance.now()
  await server.close()
  expect((await answered).status).toBe(200)
  expect(performance.now() - begun).toBeLessThan(4500)
})

it('closes a request that takes longer than the grace, and all at once at a second call', async () => {
  for (const [grace, calls] of [
    [30, 1],
    [60_000, 2],
  ] as const) {
    const { server, emulator } = await start({ grace })
    emulator.faults.add({ delay: '1m' })
    const stuck = fetch(`${server.url}/0/`).catch(() => 'cut')
    await expect.poll(() => emulator.requests.size).toBe(1)
    await Promise.all(Array.from({ length: calls }, () => server.close()))
    expect(await stuck).toBe('cut')
  }
})
