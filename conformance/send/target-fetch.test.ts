import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { hasOpenssl, madeCertificate } from '../../testing/made-certificate.ts'
import { kit } from '../catalogue/kit.ts'
import { targetFetch } from './target-fetch.ts'

const servers: { close(): unknown }[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

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

it.skipIf(!hasOpenssl)(
  'shows a client certificate, and trusts a CA beside the known ones (needs openssl)',
  async () => {
    const { keyFile: key, certFile: cert, ...pair } = madeCertificate()
    const baseUrl = `https://${await listening(
      createServer({ ...pair, ca: pair.cert, requestCert: true }, (request, response) => {
        request.pipe(response.writeHead(201, { 'x-method': request.method! }))
      }),
    )}`
    const send = targetFetch({ baseUrl, tls: { cert, key, ca: cert } })
    const answer = await send(new Request(`${baseUrl}/x`, { method: 'POST', body: 'sent' }))
    expect([answer.status, answer.headers.get('x-method'), await answer.text()]).toEqual([201, 'POST', 'sent'])
    expect(await (await send(new Request(baseUrl, { method: 'HEAD' }))).text()).toBe('')
    await expect(targetFetch({ baseUrl })(new Request(baseUrl))).rejects.toThrow('fetch failed')
  },
)
