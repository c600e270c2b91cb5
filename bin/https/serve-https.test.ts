import { get } from 'node:https'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { selfSigned } from './own-certificate.ts'
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

it('lets a request end at a close, and waits for no handshake', async () => {
  const emulator = createEmulator({ faults: [{ operation: 'legacy.root', delay: 150 }] })
  const server = await serve(emulator, { port: 0, tls, grace: 2000 })
  const silent = connect(server.port, '127.0.0.1')
  const half = connect(server.port, '127.0.0.1', () => half.write(Uint8Array.of(0x16, 3, 1)))
  for (const socket of [silent, half]) socket.on('error', () => {})
  const answer = ask(`${server.url}/0/`)
  await expect.poll(() => emulator.requests.size).toBe(1)
  const closed = server.close()
  expect((await answer).status).toBe(200)
  void server.close()
  await closed
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
