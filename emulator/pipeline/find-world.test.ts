import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { ask, type RequestParts } from '../../testing/suite/ask.ts'

const checkingEmulator = () => createEmulator({ clock: '2026-03-01T00:00:00Z', checkResponses: true })
const basic = (user: string, password = '') => `Basic ${btoa(`${user}:${password}`)}`
const grant = 'client_credentials'

function requestWorldToken(emulator: Emulator, world: string, more: RequestParts = {}) {
  const { clientId, clientSecret } = emulator.credentials
  const form = { grant_type: grant, client_id: `${clientId}~${world}`, client_secret: clientSecret }
  return ask(emulator, 'POST', '/oauth/token', { auth: null, form, ...more })
}

/** The names of the worlds whose journals have requests. */
const used = ({ worlds }: Emulator) => worlds.names.filter((name) => worlds.use(name).requests.size > 0)

it.each([
  ['a personal access token', '/1.13/projects', ({ token }: Emulator['credentials']) => `Bearer ${token}~blue`],
  [
    'an integration token',
    '/0/projects/',
    ({ integrationToken }: Emulator['credentials']) => `Bearer ${integrationToken}~blue`,
  ],
  ['an API key', '/0/projects/', ({ apiKey }: Emulator['credentials']) => basic(`${apiKey}~blue`)],
  ['a DSN', '/0/projects/', ({ dsn }: Emulator['credentials']) => `DSN ${dsn}~blue`],
])('serves %s that ends in the name of a world in that world', async (_, path, authOf) => {
  const emulator = checkingEmulator()
  const { status } = await ask(emulator, 'GET', path, { auth: authOf(emulator.credentials) })
  expect({ status, used: used(emulator) }).toEqual({ status: 200, used: ['blue'] })
})

it.each([
  ['the form', () => ({})],
  [
    'HTTP Basic',
    ({ clientId, clientSecret }: Emulator['credentials']) => ({
      auth: basic(`${clientId}~blue`, clientSecret),
      form: { grant_type: grant },
    }),
  ],
  [
    // As oauth4webapi encodes it (RFC 6749 section 2.3.1).
    'HTTP Basic, with the tilde as %7E',
    ({ clientId, clientSecret }: Emulator['credentials']) => ({
      auth: basic(`${clientId.replace('_', '%5F')}%7Eblue`, clientSecret.replace('_', '%5F')),
      form: { grant_type: grant },
    }),
  ],
])('issues tokens that lead back to the world, by a client id in %s', async (_, more) => {
  const emulator = checkingEmulator()
  const { status, json } = await requestWorldToken(emulator, 'blue', more(emulator.credentials))
  expect(status).toBe(200)
  const auth = `Bearer ${json.access_token}`
  const made = await ask(emulator, 'POST', '/1.13/projects', { auth, json: { name: 'blue' } })
  expect(made.status).toBe(201)
  expect((await ask(emulator, 'GET', `/1.13/projects/${made.json.id}`, { auth })).status).toBe(200)
  expect((await ask(emulator, 'GET', `/1.13/projects/${made.json.id}`)).status).toBe(404)
  const { clientId, clientSecret } = emulator.credentials
  // The refresh token leads back, too, by a client id with the name and by one without.
  let refresh = json.refresh_token
  for (const client_id of [`${clientId}~blue`, clientId]) {
    const form = { grant_type: 'refresh_token', refresh_token: refresh, client_id, client_secret: clientSecret }
    const refreshed = await ask(emulator, 'POST', '/oauth/token', { auth: null, form })
    expect(refreshed.status).toBe(200)
    refresh = refreshed.json.refresh_token
  }
  expect(emulator.worlds.default.collection('credentials').size).toBe(
    createEmulator().worlds.default.collection('credentials').size,
  )
})

it('issues personal access tokens and state codes that lead back to the world', async () => {
  const emulator = checkingEmulator()
  const { json } = await requestWorldToken(emulator, 'blue')
  const auth = `Bearer ${json.access_token}`
  const body = { name: 'mine', scopes: ['projects:read'], expires_at: '2026-04-01T00:00:00Z' }
  const token = await ask(emulator, 'POST', '/access-tokens', { auth, json: body })
  expect((await ask(emulator, 'GET', '/1.13/projects', { auth: `Bearer ${token.json.token}` })).status).toBe(200)
  const { json: prepared } = await ask(emulator, 'POST', '/app/shop/prepare-connect', { auth })
  const path = `/app/shop/connect?prepare_state=${encodeURIComponent(prepared.state)}`
  expect((await ask(emulator, 'GET', path, { auth: null })).text).toContain('Connect')
  const done = await ask(emulator, 'POST', path, { auth: null, form: { decision: 'approve' } })
  expect(done.status).toBe(200)
  expect(used(emulator)).toEqual(['blue'])
})

it('does not read the world of a Bearer at the token endpoint, which does not read Bearer', async () => {
  const emulator = checkingEmulator()
  const { clientId: client_id, clientSecret: client_secret, token } = emulator.credentials
  const auth = `Bearer ${token}~red`
  const named = await requestWorldToken(emulator, 'blue', { auth })
  expect([named.status, used(emulator)]).toEqual([200, ['blue']])
  const form = { grant_type: grant, client_id, client_secret }
  const { status, json } = await ask(emulator, 'POST', '/oauth/token', { auth, form })
  expect([status, json.access_token]).toEqual([200, expect.not.stringContaining('~')])
  expect(used(emulator)).toEqual(['default', 'blue'])
})

it.each<[string, string, (token: string) => RequestParts, string]>([
  [
    'path and header',
    '/~blue/1.13/projects',
    () => ({ headers: { 'x-emulator-world': 'red' } }),
    'the path names "blue" and the header x-emulator-world names "red"',
  ],
  [
    'path and token',
    '/~blue/1.13/projects',
    (token) => ({ auth: `Bearer ${token}~red` }),
    'the path names "blue" and Authorization names "red"',
  ],
  [
    'path and a wrong token',
    '/~blue/1.13/projects',
    () => ({ auth: 'Bearer wrong~red' }),
    'the path names "blue" and Authorization names "red"',
  ],
  [
    'header and token',
    '/1.13/projects',
    (token) => ({ headers: { 'x-emulator-world': 'default' }, auth: `Bearer ${token}~red` }),
    'the header x-emulator-world names "default" and Authorization names "red"',
  ],
  [
    'two credentials',
    '/oauth/token',
    () => ({ auth: null, form: 'client_id=a~red&refresh_token=b~blue' }),
    // RFC 6749 section 5.2 forbids quotation marks.
    "client_id names 'red' and refresh_token names 'blue'",
  ],
])('answers 400 when %s name different worlds, and creates none', async (_, path, askedOf, message) => {
  const emulator = checkingEmulator()
  const asked = askedOf(emulator.credentials.token)
  const { status, json } = await ask(emulator, asked.form ? 'POST' : 'GET', path, asked)
  expect({ status, message: json.error_description ?? json.error.message }).toEqual({
    status: 400,
    message: `A request must name one world; in this one ${message}. Name it in one place, or the same in all.`,
  })
  expect(emulator.worlds.names).toEqual(['default'])
})

it.each([
  ['no token of any world', () => 'Bearer wrong~red'],
  ['a token with an invalid name', ({ token }: Emulator['credentials']) => `Bearer ${token}~-red`],
  ['a token without a name', ({ token }: Emulator['credentials']) => `Bearer ${token}~`],
  ['only a name', () => 'Bearer ~red'],
  ['two names', ({ token }: Emulator['credentials']) => `Bearer ${token}~red~blue`],
  ['an encoded tilde', ({ token }: Emulator['credentials']) => `Bearer ${token}%7Ered`],
])('answers 401 to %s, creates no world, and records the request in the default one', async (_, authOf) => {
  const emulator = checkingEmulator()
  const { status } = await ask(emulator, 'GET', '/1.13/projects', { auth: authOf(emulator.credentials) })
  expect({ status, names: emulator.worlds.names, size: emulator.requests.size }).toEqual({
    status: 401,
    names: ['default'],
    size: 1,
  })
})

it('refuses a wrong client by RFC 6749 and a body that is too large, and creates no world', async () => {
  const emulator = checkingEmulator()
  const form = { grant_type: grant, client_id: 'nobody~red', client_secret: 'x' }
  const { status, json } = await ask(emulator, 'POST', '/oauth/token', { auth: null, form })
  expect({ status, error: json.error }).toEqual({ status: 401, error: 'invalid_client' })
  const large = `client_id=${'x'.repeat(5_000_000)}~red`
  expect((await ask(emulator, 'POST', '/oauth/token', { auth: null, form: large })).status).toBe(413)
  expect(emulator.worlds.names).toEqual(['default'])
})
