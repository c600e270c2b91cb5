import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { openConnectProxy } from '../../testing/connect-proxy.ts'
import { selfSigned } from '../../testing/self-signed.ts'
import { kit } from '../catalogue/kit.ts'
import type { TlsFiles } from '../conclusions/exchange.ts'
import { targetFetch } from './target-fetch.ts'

const servers: { close(): unknown }[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  servers.splice(0).forEach((server) => server.close())
})

async function listening(server: Server | ReturnType<typeof createHttpServer>): Promise<string> {
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('sends its name and the declared headers to the target, and only its name to others', async () => {
  const seen: IncomingMessage['headers'][] = []
  const answer = () =>
    createHttpServer((request, response) => {
      seen.push(request.headers)
      response.end()
    })
  const [target, other] = [await listening(answer()), await listening(answer())]
  const send = targetFetch({ baseUrl: `http://${target}/api`, headers: { 'X-Gateway-Key': 'k', accept: 'no' } })
  for (const host of [target, other])
    await send(new Request(`http://${host}/api/x`, { headers: { accept: 'application/json' } }))
  expect(seen[0]).toMatchObject({ 'x-gateway-key': 'k', accept: 'application/json' })
  for (const headers of seen) expect(headers['user-agent']).toContain(`emulator/${kit.version}`)
  expect(seen[1]).not.toHaveProperty('x-gateway-key')
})

/** A service that asks for a certificate, and the files for it. */
async function secured(): Promise<{ readonly address: string; readonly tls: Required<TlsFiles> }> {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const pair = selfSigned(['127.0.0.1', 'service.example'], performance.timeOrigin)
  writeFileSync(key, pair.key)
  writeFileSync(cert, pair.cert)
  const address = await listening(
    createServer({ ...pair, ca: pair.cert, requestCert: true }, (request, response) => {
      request.pipe(response.writeHead(201, { 'x-method': request.method! }))
    }),
  )
  return { address, tls: { cert, key, ca: cert } }
}

it('presents a client certificate, and trusts an additional CA', async () => {
  const { address, tls } = await secured()
  const baseUrl = `https://${address}`
  const send = targetFetch({ baseUrl, tls })
  const answer = await send(new Request(`${baseUrl}/x`, { method: 'POST', body: 'sent' }))
  expect([answer.status, answer.headers.get('x-method'), await answer.text()]).toEqual([201, 'POST', 'sent'])
  expect(await (await send(new Request(baseUrl, { method: 'HEAD' }))).text()).toBe('')
  await expect(targetFetch({ baseUrl })(new Request(baseUrl))).rejects.toThrow('fetch failed')
})

it('presents the certificate through the proxy of the environment, and reaches this machine without a proxy', async () => {
  const proxy = await openConnectProxy()
  servers.push(proxy)
  vi.stubEnv('HTTPS_PROXY', proxy.url)
  const { address, tls } = await secured()
  const [, port] = address.split(':')
  for (const host of ['service.example', '127.0.0.1']) {
    const baseUrl = `https://${host}:${port}`
    const answer = await targetFetch({ baseUrl, tls })(new Request(baseUrl, { method: 'POST', body: host }))
    expect(await answer.text()).toBe(host)
  }
  expect(proxy.tunnels).toEqual([`service.example:${port}`])
})
