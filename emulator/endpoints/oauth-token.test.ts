import { expect, it } from 'vitest'
import { hashOf } from '../tools/hash.ts'
import { allScopes } from '../auth/scopes.ts'
import type { Conventions } from '../contract/conventions.ts'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { type Answered, ask } from '../../testing/suite/ask.ts'

const start = '2026-03-01T00:00:00Z'
const emulatorWith = (conventions: Partial<Conventions> = {}): Emulator =>
  createEmulator({ checkResponses: true, clock: start, conventions })

type Form = Readonly<Record<string, string>>

const clientForm = ({ credentials }: Emulator): Form => ({
  client_id: credentials.clientId,
  client_secret: credentials.clientSecret,
})
const exchange = (
  emulator: Emulator,
  form: Form | string,
  headers: Form = {},
  auth: string | null = null,
): Promise<Answered> => ask(emulator, 'POST', '/oauth/token', { form, headers, auth })
const obtain = (emulator: Emulator, more: Form = {}): Promise<Answered> =>
  exchange(emulator, { grant_type: 'client_credentials', ...clientForm(emulator), ...more })
const refresh = (emulator: Emulator, token: string, more: Form = {}): Promise<Answered> =>
  exchange(emulator, { grant_type: 'refresh_token', refresh_token: token, ...clientForm(emulator), ...more })
const reads = async (emulator: Emulator, token: string, path = '/1.13/projects'): Promise<number> =>
  (await ask(emulator, 'GET', path, { auth: `Bearer ${token}` })).status
const basic = (user: string, password: string): string => `Basic ${btoa(`${user}:${password}`)}`

function expectRefusal(answer: Answered, status: number, error: string): void {
  expect({ status: answer.status, error: answer.json?.error }).toEqual({ status, error })
  expect(Object.keys(answer.json)).toEqual(['error', 'error_description'])
  expect(answer.json.error_description).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('pragma')).toBe('no-cache')
}

/** A second client, in addition to the one of the fixtures. */
function addClient(emulator: Emulator, id: string, secret: string, scopes: readonly string[] = allScopes): Form {
  emulator.worlds.default.insert('credentials', {
    id: `client:${id}`,
    kind: 'oauthClient',
    user_id: 'user_other',
    scopes,
    expires_at: null,
    owner_id: 'account_other',
    project_id: null,
    secret_hash: hashOf(secret),
  })
  return { client_id: id, client_secret: secret }
}

// holds: oauth.client-credentials, oauth.access-token-string, oauth.token-works
it('answers as RFC 6749 says given client credentials, and the token works', async () => {
  const emulator = emulatorWith()
  const { status, headers, json } = await obtain(emulator)
  expect(status).toBe(200)
  expect(json).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: expect.any(String),
  })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('pragma')).toBe('no-cache')
  expect(await reads(emulator, json.access_token)).toBe(200)
  expect(await reads(emulator, json.refresh_token)).toBe(401)
})

it('never issues the same token twice', async () => {
  const emulator = emulatorWith()
  const tokens = new Set<string>()
  for (let round = 0; round < 20; round++) {
    const { json } = await obtain(emulator)
    tokens.add(json.access_token).add(json.refresh_token)
  }
  expect(tokens.size).toBe(40)
})

// holds: oauth.expiry
it('lets a token expire exactly at its lifetime by the virtual clock', async () => {
  const emulator = emulatorWith({ accessTokenLifetime: 90 })
  const { json } = await obtain(emulator)
  emulator.clock.advance(89_999)
  expect(await reads(emulator, json.access_token)).toBe(200)
  emulator.clock.advance(1)
  const late = await ask(emulator, 'GET', '/1.13/projects', { auth: `Bearer ${json.access_token}` })
  expect(late.status).toBe(401)
  expect(late.json.error.message).toContain('expired')
  expect(late.headers.get('www-authenticate')).toContain('error="invalid_token"')
})

it('accepts form-urlencoded client credentials by HTTP Basic, in any case and spacing of the scheme', async () => {
  const emulator = emulatorWith()
  const { clientId, clientSecret } = emulator.credentials
  const odd = addClient(emulator, 'a client', 's:e&c%+r/et')
  for (const auth of [
    basic(clientId, clientSecret),
    basic(clientId, clientSecret).replace('Basic ', 'bAsIc   '),
    basic(encodeURIComponent(odd['client_id']!), encodeURIComponent(odd['client_secret']!)),
    basic('a+client', encodeURIComponent('s:e&c%+r/et')),
  ]) {
    const { status } = await exchange(emulator, { grant_type: 'client_credentials' }, {}, auth)
    expect(status, auth).toBe(200)
  }
  expect(
    (
      await exchange(
        emulator,
        { grant_type: 'client_credentials', client_id: clientId },
        {},
        basic(clientId, clientSecret),
      )
    ).status,
  ).toBe(200)
})

it('refuses a client that authenticates in two ways', async () => {
  const emulator = emulatorWith()
  const { clientId, clientSecret } = emulator.credentials
  expectRefusal(
    await exchange(
      emulator,
      { grant_type: 'client_credentials', ...clientForm(emulator) },
      {},
      basic(clientId, clientSecret),
    ),
    400,
    'invalid_request',
  )
  expectRefusal(
    await exchange(
      emulator,
      { grant_type: 'client_credentials', client_id: 'another' },
      {},
      basic(clientId, clientSecret),
    ),
    400,
    'invalid_request',
  )
})

// holds: oauth.secret-verified
it('refuses a client that is unknown, wrong or missing with 401 and a challenge', async () => {
  const emulator = emulatorWith()
  const { clientId: id, clientSecret: secret } = emulator.credentials
  const grant = { grant_type: 'client_credentials' }
  for (const [form, auth] of [
    [{ ...grant, client_id: id, client_secret: `${secret}x` }, null],
    [{ ...grant, client_id: `${id}x`, client_secret: secret }, null],
    [{ ...grant, client_id: id }, null],
    [{ ...grant, client_id: id, client_secret: '' }, null],
    [{ ...grant, client_secret: secret }, null],
    [grant, null],
    [grant, basic(id, 'wrong')],
    [grant, basic(id, '')],
    [grant, 'Basic'],
    [grant, 'Basic !!!'],
    [grant, `Basic ${btoa('no colon')}`],
    [{ ...grant, ...clientForm(emulator) }, `Bearer ${emulator.credentials.token}`],
    [{ ...grant, client_id: id, client_secret: hashOf(secret) }, null],
    [{ ...grant, client_id: '__proto__', client_secret: secret }, null],
  ] as const) {
    const answer = await exchange(emulator, form, {}, auth)
    expectRefusal(answer, 401, 'invalid_client')
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="[^"]+"/)
    expect(answer.text).not.toContain(secret)
  }
})

it('does not take client credentials from the query string', async () => {
  const emulator = emulatorWith()
  const query = new URLSearchParams({ grant_type: 'client_credentials', ...clientForm(emulator) }).toString()
  expectRefusal(
    await ask(emulator, 'POST', `/oauth/token?${query}`, { form: 'x=1', auth: null }),
    400,
    'invalid_request',
  )
  expectRefusal(
    await ask(emulator, 'POST', `/oauth/token?${query}`, { form: { grant_type: 'client_credentials' }, auth: null }),
    401,
    'invalid_client',
  )
})

it('refuses a malformed request in the form of RFC 6749', async () => {
  const emulator = emulatorWith()
  const good = new URLSearchParams({ grant_type: 'client_credentials', ...clientForm(emulator) }).toString()
  for (const [form, code] of [
    [clientForm(emulator), 'invalid_request'],
    [{ grant_type: '', ...clientForm(emulator) }, 'invalid_request'],
    ['', 'invalid_request'],
    [`${good}&grant_type=client_credentials`, 'invalid_request'],
    [`${good}&client_id=x`, 'invalid_request'],
    [`${good}&extra=1&extra=2`, 'invalid_request'],
    [{ grant_type: 'refresh_token', ...clientForm(emulator) }, 'invalid_request'],
    [{ grant_type: 'password', ...clientForm(emulator) }, 'unsupported_grant_type'],
    [{ grant_type: 'Client_Credentials', ...clientForm(emulator) }, 'unsupported_grant_type'],
  ] as const) {
    expectRefusal(await exchange(emulator, form, { 'content-type': 'application/x-www-form-urlencoded' }), 400, code)
  }
  expect((await exchange(emulator, `${good}&extra=1`)).status).toBe(200)
  expect(
    (await exchange(emulator, good, { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' })).status,
  ).toBe(200)
})

it('uses the form of RFC 6749 for 405, 413, 415 and 429, whatever the conventions', async () => {
  const emulator = emulatorWith({
    bodyLimit: 200,
    rateLimit: 4,
    errorBody: 'problem',
    refusedStatus: 422,
    unauthenticatedStatus: 403,
  })
  const get = await ask(emulator, 'GET', '/oauth/token', { auth: null })
  expectRefusal(get, 405, 'invalid_request')
  expect(get.headers.get('allow')).toBe('POST, OPTIONS')
  expectRefusal(
    await ask(emulator, 'POST', '/oauth/token', {
      json: { grant_type: 'client_credentials', ...clientForm(emulator) },
      auth: null,
    }),
    415,
    'invalid_request',
  )
  expectRefusal(await exchange(emulator, { grant_type: 'x'.repeat(300) }), 413, 'invalid_request')
  expectRefusal(await obtain(emulator, { client_secret: 'wrong' }), 401, 'invalid_client')
  expectRefusal(
    await exchange(emulator, {}, { 'content-type': 'application/x-www-form-urlencoded' }),
    400,
    'invalid_request',
  )
  const limited = await obtain(emulator)
  expectRefusal(limited, 429, 'temporarily_unavailable')
  expect(limited.headers.get('retry-after')).toBe('60')
})

it('can be called from a browser', async () => {
  const emulator = emulatorWith()
  const asked = await ask(emulator, 'OPTIONS', '/oauth/token', {
    auth: null,
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  })
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-headers')).toBe('authorization')
  for (const answer of [await obtain(emulator), await obtain(emulator, { client_secret: 'wrong' })])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
})

// holds: oauth.refresh, oauth.refreshed-token-works, oauth.access-token-string
it('exchanges a refresh token once, for a new token and a new refresh token', async () => {
  const emulator = emulatorWith()
  const first = (await obtain(emulator)).json
  emulator.clock.advance('2h')
  expect(await reads(emulator, first.access_token)).toBe(401)
  const second = await refresh(emulator, first.refresh_token)
  expect(second.json).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: expect.any(String),
  })
  expect(await reads(emulator, second.json.access_token)).toBe(200)
  expectRefusal(await refresh(emulator, first.refresh_token), 400, 'invalid_grant')
  expect((await refresh(emulator, second.json.refresh_token)).status).toBe(200)
})

// holds: oauth.refresh-verified, oauth.refresh-secret-verified
it('refuses an unknown refresh token, an access token, and the refresh token of another client', async () => {
  const emulator = emulatorWith()
  const other = addClient(emulator, 'other', 'secret of the other')
  const { access_token: access, refresh_token: token } = (await obtain(emulator)).json
  expectRefusal(await refresh(emulator, 'ref_made_up'), 400, 'invalid_grant')
  expectRefusal(await refresh(emulator, access), 400, 'invalid_grant')
  expectRefusal(await refresh(emulator, token, other), 400, 'invalid_grant')
  expectRefusal(await refresh(emulator, token, { client_secret: 'wrong' }), 401, 'invalid_client')
  expect((await refresh(emulator, token)).status).toBe(200)
})

it('lets exactly one of many concurrent refreshes with one token succeed', async () => {
  const emulator = emulatorWith()
  const { refresh_token: token } = (await obtain(emulator)).json
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(emulator, token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)])
})

it('grants a narrower scope and says so, and refuses any other', async () => {
  const emulator = emulatorWith()
  const { status, json } = await obtain(emulator, { scope: 'projects:read flows:write projects:read' })
  expect({ status, scope: json.scope }).toEqual({ status: 200, scope: 'projects:read flows:write' })
  expect(await reads(emulator, json.access_token)).toBe(200)
  expect(await reads(emulator, json.access_token, '/1.13/flows')).toBe(403)
  for (const scope of [
    'projects:read nothing:read',
    'projects',
    'projects:read  flows:read',
    ' projects:read',
    'projects:READ',
  ])
    expectRefusal(await obtain(emulator, { scope }), 400, 'invalid_scope')
  const limited = addClient(emulator, 'limited', 'secret', ['projects:read'])
  expectRefusal(await obtain(emulator, { ...limited, scope: 'projects:write' }), 400, 'invalid_scope')
})

it('never widens a grant on refresh, and keeps the refresh token when it refuses a scope', async () => {
  const emulator = emulatorWith()
  const { refresh_token: token } = (await obtain(emulator, { scope: 'projects:read flows:read' })).json
  expectRefusal(await refresh(emulator, token, { scope: 'projects:write' }), 400, 'invalid_scope')
  const narrow = (await refresh(emulator, token, { scope: 'flows:read' })).json
  expect(narrow.scope).toBe('flows:read')
  expect(await reads(emulator, narrow.access_token)).toBe(403)
  const whole = (await refresh(emulator, narrow.refresh_token)).json
  expect(await reads(emulator, whole.access_token)).toBe(200)
  expect(await reads(emulator, whole.access_token, '/1.13/environments')).toBe(403)
})

it('accepts a token only in its own world', async () => {
  const emulator = emulatorWith()
  const { json } = await ask(emulator, 'POST', '/~a/oauth/token', {
    form: { grant_type: 'client_credentials', ...clientForm(emulator) },
    auth: null,
  })
  expect(await reads(emulator, json.access_token, '/~a/1.13/projects')).toBe(200)
  expect(await reads(emulator, json.access_token, '/~b/1.13/projects')).toBe(401)
})

it('stores no token in clear', async () => {
  const emulator = emulatorWith()
  const { access_token: access, refresh_token: token } = (await obtain(emulator)).json
  const stored = JSON.stringify(emulator.worlds.default.collection('credentials').all())
  for (const secret of [
    access,
    token,
    emulator.credentials.clientSecret,
    emulator.credentials.token,
    emulator.credentials.apiKey,
  ])
    expect(stored).not.toContain(secret)
})

it.each([
  [
    'rfc6749',
    { access_token: expect.any(String), token_type: 'Bearer', expires_in: 120, refresh_token: expect.any(String) },
  ],
  ['withoutRefreshToken', { access_token: expect.any(String), token_type: 'Bearer', expires_in: 120 }],
  ['withoutExpiresIn', { access_token: expect.any(String), token_type: 'Bearer', refresh_token: expect.any(String) }],
  [
    'expiresAt',
    {
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_at: '2026-03-01T00:02:00Z',
      refresh_token: expect.any(String),
    },
  ],
] as const)('answers in the form of the convention tokenResponse=%s', async (tokenResponse, shape) => {
  const emulator = emulatorWith({ tokenResponse, accessTokenLifetime: 120 })
  const { json } = await obtain(emulator)
  expect(json).toEqual(shape)
  emulator.clock.advance('119s')
  expect(await reads(emulator, json.access_token)).toBe(200)
  emulator.clock.advance('1s')
  expect(await reads(emulator, json.access_token)).toBe(401)
  if ('refresh_token' in json)
    expect((await refresh(emulator, json.refresh_token)).json).toEqual({
      ...shape,
      ...('expires_at' in json ? { expires_at: '2026-03-01T00:04:00Z' } : {}),
    })
})
