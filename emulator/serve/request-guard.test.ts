import { expect, it } from 'vitest'
import { type Headers, sendRawRequest, startServed } from '../../testing/emulator/served-emulator.ts'
import { createEmulator } from '../create-emulator.ts'
import { serve } from './serve.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

const foreign: readonly Headers[] = [
  { origin: 'https://evil.example' },
  { origin: 'http://evil.localhost' },
  { origin: 'http://evil.localhost:3000' },
  { origin: 'http://localhost.evil.example' },
  { origin: 'http://127.0.0.1.evil.example' },
  { origin: 'http://localhost@evil.example' },
  { origin: 'http://localhost:3000/path' },
  { origin: 'http://128.0.0.1' },
  { origin: 'http://[::2]' },
  { origin: 'chrome-extension://abcdefghijklmnop' },
  { origin: 'moz-extension://0000-1111' },
  { origin: 'file://' },
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  { ...visit, 'sec-fetch-dest': 'iframe' },
]

it.each(foreign)('serves nothing to a page that sends %j, and changes nothing', async (headers) => {
  const { emulator, server } = await startServed()
  const before = emulator.worlds.default.state.collections
  const { clientId, clientSecret } = emulator.credentials
  const body = `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`
  const answers = await Promise.all([
    sendRawRequest(server, 'GET', '/0/', headers),
    sendRawRequest(server, 'GET', '/~new/0/', headers),
    sendRawRequest(server, 'POST', '/oauth/token', { ...form, ...headers }, body),
    sendRawRequest(server, 'OPTIONS', '/1.13/projects', { 'access-control-request-method': 'PUT', ...headers }),
    sendRawRequest(server, 'GET', '/_emulator/snapshot', headers),
    sendRawRequest(server, 'POST', '/~new/_emulator/reset', headers),
    sendRawRequest(server, 'OPTIONS', '/_emulator/clock', { 'access-control-request-method': 'POST', ...headers }),
  ])
  for (const { status, headers: got, text } of answers) {
    expect({ status, code: JSON.parse(text).error.code }).toEqual({ status: 403, code: 'foreign_origin' })
    expect(got).not.toHaveProperty('access-control-allow-origin')
    expect(got['vary']).toBe('Origin')
  }
  expect(emulator.worlds.names).toEqual(['default'])
  expect([emulator.requests.size, emulator.worlds.default.state.collections === before]).toEqual([0, true])
})

it('treats a page of the same site as one of another, except on loopback', async () => {
  const { emulator, server } = await startServed({ allowedHosts: ['emulator.corp.example'] })
  const image = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
  const ask = async (host: string, headers: Headers) =>
    (await sendRawRequest(server, 'GET', '/~new/0/', { ...headers, host })).status
  for (const host of [`evil.localhost:${server.port}`, 'emulator.corp.example'])
    expect([host, await ask(host, image), await ask(host, { ...visit, 'sec-fetch-site': 'same-site' })]).toEqual([
      host,
      403,
      404,
    ])
  expect(emulator.worlds.names).toEqual(['default'])
  for (const host of [`localhost:${server.port}`, '127.0.0.1', '[::1]:3000'])
    expect([host, await ask(host, image)]).toEqual([host, 200])
})

it.each([
  'http://localhost',
  'http://localhost:3000',
  'https://localhost:5173',
  'http://127.0.0.1:8080',
  'http://127.1.2.3',
  'http://[::1]:3000',
])('lets pages of %s read and change data', async (origin) => {
  const { server } = await startServed()
  const site = { origin, 'sec-fetch-site': 'cross-site' }
  const asked = { ...site, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' }
  for (const path of ['/1.13/projects', '/_emulator/faults'])
    expect((await sendRawRequest(server, 'OPTIONS', path, asked)).headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': expect.stringContaining('PUT'),
      'access-control-allow-headers': 'authorization',
      'access-control-allow-credentials': 'true',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    })
  for (const path of [
    '/_emulator/faults',
    '/_emulator/nowhere',
    '/0/',
    '/1.13/projects',
    '/nowhere',
    '/oauth/token',
    '/mcp',
    '/~-/0/',
  ]) {
    const { headers } = await sendRawRequest(server, 'GET', path, site)
    expect({ path, ...headers }).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': expect.stringContaining('Link'),
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    })
  }
  expect((await sendRawRequest(server, 'POST', '/_emulator/reset', site)).status).toBe(200)
})

it('names no origin to a request without one, and none to its own page', async () => {
  const { server } = await startServed()
  const address = `http://127.0.0.1:${server.port}`
  const answers = [
    await sendRawRequest(server, 'GET', '/0/'),
    await sendRawRequest(server, 'GET', '/0/', { 'sec-fetch-site': 'same-origin' }),
    await sendRawRequest(server, 'GET', '/0/', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }),
    // The form of the consent page, whose referrer policy is no-referrer.
    await sendRawRequest(server, 'POST', '/oauth/token', { ...form, origin: 'null', 'sec-fetch-site': 'same-origin' }),
  ]
  for (const { status, headers } of answers) {
    expect(status).not.toBe(403)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    expect(headers).toMatchObject({ vary: 'Origin' })
  }
  expect((await sendRawRequest(server, 'GET', '/0/', { origin: address })).status).toBe(200)
})

it('accepts its own page under another name of its host, and pages of its public URL', async () => {
  const { server } = await startServed({ allowedHosts: ['emulator.internal'] }, { publicUrl: 'https://api.example/v' })
  const host = `emulator.internal:${server.port}`
  const ask = (headers: Headers) => sendRawRequest(server, 'GET', '/_emulator/health', headers)
  expect((await ask({ host, origin: `http://${host}` })).status).toBe(200)
  expect((await ask({ origin: 'https://api.example' })).status).toBe(200)
  expect((await ask({ host, origin: 'http://emulator.internal:1' })).status).toBe(403)
  expect((await ask({ origin: 'http://api.example' })).status).toBe(403)
})

it('refuses pages of any other address when it listens on every one', async () => {
  const { server } = await startServed({ host: '0.0.0.0', controlToken: 'secret' })
  const ask = (origin: string) => sendRawRequest(server, 'GET', '/0/', { host: `192.0.2.7:${server.port}`, origin })
  expect((await ask('http://192.0.2.8')).status).toBe(403)
  expect((await ask(`http://192.0.2.7:${server.port}`)).status).toBe(200)
})

it('accepts each allowed origin unchanged', async () => {
  const allowOrigins = ['https://App.example:443/', 'http://evil.localhost:3000', 'chrome-extension://abc', 'null']
  const { server } = await startServed({ allowOrigins })
  for (const origin of ['https://app.example', 'http://evil.localhost:3000', 'chrome-extension://abc', 'null'])
    for (const path of ['/0/', '/_emulator/health'])
      expect({ origin, status: (await sendRawRequest(server, 'GET', path, { origin })).status }).toEqual({
        origin,
        status: 200,
      })
  const { headers } = await sendRawRequest(server, 'GET', '/0/', { origin: 'null' })
  expect(headers['access-control-allow-origin']).toBe('null')
  for (const origin of ['http://app.example', 'https://app.example:8443', 'http://evil.localhost'])
    expect((await sendRawRequest(server, 'GET', '/0/', { origin })).status).toBe(403)
})

it('opens the API to every page by *, but not the control API', async () => {
  const { server } = await startServed({ allowOrigins: ['*'] })
  const origin = 'https://any.example'
  const { headers } = await sendRawRequest(server, 'GET', '/0/', { origin })
  expect(headers['access-control-allow-origin']).toBe(origin)
  expect((await sendRawRequest(server, 'GET', '/0/', { 'sec-fetch-site': 'cross-site' })).status).toBe(200)
  expect((await sendRawRequest(server, 'GET', '/_emulator/health', { origin })).status).toBe(403)
  expect((await sendRawRequest(server, 'GET', '/_emulator/health', { origin: '*' })).status).toBe(403)
})

it.each(['', 'app.example', 'https://app.example/path', 'https://*.example', 'https://a b'])(
  'refuses the option allowOrigins with %j',
  async (origin) => {
    const failed = serve(createEmulator(), { port: 0, allowOrigins: [origin] })
    await expect(failed).rejects.toThrow(
      `takes origins such as https://app.example:3000, or * for all; got "${origin}"`,
    )
  },
)

it.each([undefined, 'open-root'])('lets a person follow a link, which creates no world (deviation %s)', async (_) => {
  const { emulator, server } = await startServed({}, _ === undefined ? {} : { deviations: ['oauth-no-refresh'] })
  expect((await sendRawRequest(server, 'GET', '/0/', visit)).status).toBe(200)
  const refused = await sendRawRequest(server, 'GET', '/~new/0/', visit)
  expect({ status: refused.status, code: JSON.parse(refused.text).error.code }).toEqual({
    status: 404,
    code: 'unknown_world',
  })
  const key = Buffer.from(`${emulator.credentials.apiKey}~new:`).toString('base64')
  expect(
    (await sendRawRequest(server, 'GET', '/0/projects/', { ...visit, authorization: `Basic ${key}` })).status,
  ).toBe(404)
  expect(emulator.worlds.names).toEqual(['default'])
  emulator.worlds.use('new')
  expect((await sendRawRequest(server, 'GET', '/~new/0/', visit)).status).toBe(200)
  expect((await sendRawRequest(server, 'GET', '/_emulator/', visit)).status).toBe(403)
  expect((await sendRawRequest(server, 'POST', '/0/', visit)).status).toBe(403)
})
