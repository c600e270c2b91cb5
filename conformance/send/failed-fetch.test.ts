import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { selfSigned } from '../../testing/self-signed.ts'
import { whyUnreachable } from '../target/reachable.ts'
import { failedFetchText } from './failed-fetch.ts'

it.each([
  ['CERT_HAS_EXPIRED', 'its certificate has expired (CERT_HAS_EXPIRED); renew the certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /^its certificate is for another host /],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /^its certificate is not of a CA that Node knows .*tls\.ca/],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /^it asks for a client certificate .*; declare a certificate in tls/],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', /^it refused the TLS handshake, as for a missing client certificate /],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', /^it refused the client certificate .*; mend tls/],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /^it speaks no version of TLS that Node takes /],
  ['ENOTFOUND', 'there is no such host (ENOTFOUND)'],
  ['UND_ERR_CONNECT_TIMEOUT', /^no connection could be made /],
  ['Z_DATA_ERROR', /^the body is not compressed /],
  ['UND_ERR_OF_TOMORROW', 'UND_ERR_OF_TOMORROW'],
])('says what %s means', (code, text) => {
  expect(failedFetchText({ message: 'fetch failed', cause: { code } })).toMatch(text)
})

const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close()))

async function listenUrl(scheme: string, server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const pair = selfSigned(['127.0.0.1'], performance.timeOrigin)

const answering = () =>
  createServer((request, response) => {
    if (request.url?.startsWith('/big')) response.setHeader('x-long', 'x'.repeat(20_000))
    response.end('{}')
  })

// Each asks more than once, with a pause.
it.concurrent.each([
  ['a port that fetch refuses', () => 'http://127.0.0.1:6666', /bad port\); let the service listen at another one$/],
  [
    'long headers',
    async () => `${await listenUrl('http', answering())}/big`,
    /; start with NODE_OPTIONS=--max-http-header-size/,
  ],
  [
    'http behind https',
    () => listenUrl('https', answering()),
    /it does not speak https at this port .*; write http:\/\//,
  ],
  [
    'another protocol',
    () =>
      listenUrl(
        'http',
        createTcpServer((socket) => socket.end('SSH-2.0-x\r\n')),
      ),
    /it does not speak HTTP\/1\.1 there .*\. Check the URL/,
  ],
  [
    'a connection that closes',
    () =>
      listenUrl(
        'http',
        createTcpServer((socket) => socket.destroy()),
      ),
    /it closed the connection before the end of an answer \(.*\)\. Check the URL and that the service is running$/,
  ],
  ['https behind http', () => listenUrl('http', createTlsServer(pair)), /it speaks https at this port; write https:/],
  ['an unknown CA', () => listenUrl('https', createTlsServer(pair)), /not of a CA that Node knows .*tls\.ca/],
])('names the cause and what to do given %s', async (_what, url, message) => {
  expect(await whyUnreachable(await url(), { timeout: 5000 })).toMatch(message)
})

it.concurrent('names a client certificate that is asked for', async () => {
  const { key, cert } = pair
  const url = await listenUrl('https', createTlsServer({ key, cert, ca: cert, requestCert: true }))
  // The error of `fetch` once it trusts the certificate of the service.
  const closed = Object.assign(new TypeError('fetch failed'), {
    cause: { code: 'UND_ERR_SOCKET', message: 'other side closed' },
  })
  const why = await whyUnreachable(url, { fetch: () => Promise.reject(closed), timeout: 5000 })
  expect(why).toMatch(
    /it asks for a client certificate \(ERR_SSL_.*\); declare a certificate in tls of the target file$/,
  )
})
