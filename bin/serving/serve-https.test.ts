import { X509Certificate } from 'node:crypto'
import { get } from 'node:https'
import { connect, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectSecurely } from 'node:tls'
import { expect, it } from 'vitest'
import { selfSigned } from '../../testing/self-signed.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { Clock } from '../../emulator/world/clock.ts'
import { serve } from '../../emulator/serve/serve.ts'

const tls = selfSigned(['localhost', '127.0.0.1'], new Clock().now())

function ask(url: string, headers: Readonly<Record<string, string>> = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, { ca: tls.cert, servername: 'localhost', headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (more: string) => (text += more))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text })).on('error', reject)
    }).on('error', reject)
  })
}

it('makes a certificate for its hosts only', () => {
  const certificate = new X509Certificate(tls.cert)
  expect([certificate.verify(certificate.publicKey), certificate.checkHost('localhost')]).toEqual([true, 'localhost'])
  expect([certificate.checkIP('127.0.0.1'), certificate.checkIP('127.0.0.2')]).toEqual(['127.0.0.1', undefined])
})

it('serves HTTPS, with links of its own scheme', async () => {
  const emulator = createEmulator()
  const server = await serve(emulator, { port: 0, tls })
  expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  expect(await ask(`${server.url}/0/`)).toMatchObject({ status: 200, text: expect.stringContaining('version') })
  const index = await ask(`${server.url}/_emulator/`, { origin: server.url, accept: 'application/json' })
  expect([index.status, index.text]).toEqual([200, expect.stringContaining(`"${server.url}/_emulator/openapi.json"`)])
  expect((await ask(`${server.url}/0/`, { host: 'evil.example' })).status).toBe(421)
  await server.close()
})

/** The first bytes that an HTTPS client sends. */
function clientHello(): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const wire = new Duplex({ read: () => {}, write: (bytes: Uint8Array) => resolve(bytes) })
    connectSecurely({ socket: wire, servername: 'localhost' }).on('error', () => {})
  })
}

const hello = await clientHello()

it.each<[string, (socket: Socket) => void]>([
  ['begins no', () => {}],
  ['sends half of the first message of a', (socket) => socket.write(hello.subarray(0, hello.length / 2))],
  [
    'sends byte after byte of a',
    (socket) => {
      let sent = 0
      const sending = setInterval(() => socket.write(hello.subarray(sent, ++sent)), 10)
      socket.once('close', () => clearInterval(sending))
    },
  ],
])('closes the connections of a client that %s handshake', async (_what, begin) => {
  const server = await serve(createEmulator(), { port: 0, tls, timeLimits: { headersTimeout: 100 } })
  const closed = Array.from({ length: 10 }, () => {
    const socket = connect(server.port, '127.0.0.1', () => begin(socket))
    socket.on('error', () => {}).resume()
    return new Promise((resolve) => socket.once('close', () => resolve('closed')))
  })
  expect(new Set(await Promise.all(closed))).toEqual(new Set(['closed']))
  expect((await ask(`${server.url}/0/`)).status).toBe(200)
  await server.close()
})

it('refuses a key that does not fit', async () => {
  const other = selfSigned(['localhost'], 0)
  for (const wrong of [
    { cert: tls.cert, key: other.key },
    { cert: 'x', key: 'y' },
  ])
    await expect(serve(createEmulator(), { port: 0, tls: wrong })).rejects.toThrow(
      'tls (--https-cert, --https-key) must be a certificate and its private key as PEM: ',
    )
})
