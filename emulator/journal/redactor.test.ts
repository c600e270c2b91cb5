import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { allSecrets } from '../../testing/emulator/secrets-of.ts'
import { ask } from '../../testing/suite/ask.ts'
import { Redactor } from './redactor.ts'

it('shows no secret, wherever a client put it', async () => {
  const emulator = createEmulator({
    clock: '2026-03-01',
    faults: [{ operation: 'flows.list', status: 500, times: 'always' }],
  })
  const secrets = await allSecrets(emulator)
  const { catalogId, adapterConnectionId, command, scopeId } = emulator.samples
  const sent: Promise<unknown>[] = []
  const send = (...parameters: Parameters<typeof ask> extends [unknown, ...infer Rest] ? Rest : never) =>
    sent.push(ask(emulator, ...parameters))
  for (const secret of secrets) {
    const encoded = encodeURIComponent(secret)
    for (const scheme of ['', 'Bearer ', 'Basic ', 'DSN ', 'bearer  ', 'Token '])
      send('GET', '/1.13/projects', { auth: `${scheme}${secret}` })
    send('GET', '/0/', {
      auth: null,
      headers: {
        cookie: `session=${secret}`,
        'x-api-key': secret,
        'x-note': `Bearer ${secret}`,
        referer: `http://page.test/?prepare_state=${encoded}`,
      },
    })
    for (const name of ['search', 'status', 'limit', 'starting_after', 'access_token', 'prepare_state', 'x', encoded])
      send('GET', `/1.13/pulse/catalogs/${catalogId}/products?${name}=${encoded}`)
    send('GET', `/1.13/projects/${encoded}`)
    send('GET', `/1.13/projects/${[...secret].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('')}`)
    send('GET', `/${encoded}/${encoded}`)
    send('GET', `/0/projects/${encoded}/groups/?cursor=${encoded}`)
    send('GET', `/1.13/configurations/${scopeId}?path=${encoded}`)
    send('GET', `/app/${encoded}/connect?prepare_state=${encoded}`)
    send('POST', `/services/${adapterConnectionId}/${encoded}`, { json: {} })
    send('POST', `/services/${adapterConnectionId}/${command!.name}?${encoded}=1`, { json: { [secret]: secret } })
    send('POST', '/oauth/token', {
      auth: null,
      form: {
        grant_type: secret,
        client_id: secret,
        client_secret: secret,
        refresh_token: secret,
        scope: secret,
        x: secret,
        [secret]: 'x',
      },
    })
    send('POST', '/1.13/projects', {
      json: { name: secret, status: secret, [secret]: 1, token: [secret], credentials: { a: { b: secret } } },
    })
    send('POST', '/1.13/projects', { json: [{ deep: [{ secret }, `see ${secret} there`] }] })
    send('POST', '/1.13/projects', { json: secret })
    send('POST', '/1.13/projects', { form: `not json ${secret}`, headers: { 'content-type': 'application/json' } })
    send('DELETE', `/1.13/projects/${'0'.repeat(27)}`, { json: { [secret]: secret } })
    send('POST', '/mcp', {
      json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: secret, arguments: { secret } } },
      headers: { accept: 'application/json, text/event-stream' },
    })
    send('GET', `/1.13/flows?search=${encoded}`)
    for (let padding = 1; padding < 80; padding += 3)
      send('POST', '/1.13/projects', { json: { name: 'x', status: 'x'.repeat(padding) + secret } })
    for (let padding = 100; padding < 200; padding += 7) send('GET', `/${'x'.repeat(padding)}/${secret}`)
  }
  await Promise.all(sent)
  const { requests } = emulator
  expect(requests.size).toBeGreaterThan(500)
  const messages = secrets.flatMap((secret) =>
    [
      { query: { search: secret } },
      { path: `/1.13/projects/${encodeURIComponent(secret)}` },
      { path: '/nowhere', query: { [secret]: secret } },
      { query: { x: 'other' } },
    ].map((selector) => {
      try {
        return JSON.stringify(requests.exactly(3, selector))
      } catch (error) {
        return (error as Error).message
      }
    }),
  )
  const { text } = await ask(emulator, 'GET', '/_emulator/requests')
  for (const [what, redacted] of [
    ['find', JSON.stringify(requests.find())],
    ['unread', JSON.stringify(requests.unread())],
    ['messages', messages.join('\n')],
    ['control', text],
  ] as const) {
    // Messages cut long values, so not even half of a secret may appear.
    for (const secret of secrets)
      expect([
        what,
        redacted.includes(secret),
        redacted.indexOf(secret.replace(/^[a-z]+_|^https:../, '').slice(0, 20)),
      ]).toEqual([what, false, -1])
  }
})

it('compares secrets without showing them', async () => {
  const emulator = createEmulator({ clock: '2026-03-01' })
  const { token } = emulator.credentials
  await ask(emulator, 'GET', `/1.13/projects?search=${token}`)
  expect(emulator.requests.find({ query: { search: token } })).toMatchObject([{ query: { search: '<redacted>' } }])
  expect(() => emulator.requests.one({ query: { search: `${token}x` } })).toThrow(
    'query.search is "<redacted>", not "<redacted>"',
  )
})

it.each([
  'Acme',
  '0ujsswThIGTUYm2K8FjOCfXtY1K',
  'pat_0ujsswThIGTUYm2K8FjOCfXtY1K',
  'prj_0ujsswThIGTUYm2K8FjOCfXtY1K',
  '0:100:0',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '550e8400-e29b-41d4-a716-446655440000',
  'x'.repeat(200),
  'a.b.c',
  'https://example.com/path',
  'projects:read',
  'client_abc',
])('does not change %s', (text) => {
  const redactor = new Redactor(createEmulator().credentials)
  expect([
    redactor.text(text),
    redactor.text(`/${text}`),
    redactor.value('search', text),
    redactor.value('x-note', text),
    redactor.json({ [text]: [text] }),
  ]).toEqual([text, `/${text}`, text, text, { [text]: [text] }])
})

it.each([
  'client_secret',
  'access_token',
  'refreshToken',
  'X-Api-Key',
  'api_key',
  'password',
  'Authorization',
  'prepare_state',
  'state',
  'code',
  'Cookie',
])('replaces any value under the name %s', (name) => {
  const redactor = new Redactor(undefined)
  expect([
    redactor.value(name, 'x'),
    redactor.json({ [name]: 'x' }),
    redactor.json({ [name]: [1] }),
    redactor.json({ a: [{ [name]: { b: 'x' } }] }),
  ]).toEqual(['<redacted>', { [name]: '<redacted>' }, { [name]: '<redacted>' }, { a: [{ [name]: '<redacted>' }] }])
  expect(redactor.json({ [name]: null })).toEqual({ [name]: null })
})

it.each([
  ['token_type', 'Bearer'],
  ['grant_type', 'refresh_token'],
  ['name', 'x'],
  ['cursor', '0:1:0'],
  ['status', 'active'],
  ['token-expires-at-request', '1'],
  ['tokens-expire-often', '2'],
  ['no-refresh-token', '3'],
])('does not replace the parameter %s', (name, value) => {
  expect(new Redactor(undefined).value(name, value)).toBe(value)
  expect(new Redactor(undefined).text(`${name}=${value}`)).toBe(`${name}=${value}`)
})

it('keeps only the scheme of a header', () => {
  const redactor = new Redactor(undefined)
  expect(
    ['Bearer abc', 'Basic abc', 'dsn abc', 'abc', 'Digest abc'].map((value) => redactor.value('authorization', value)),
  ).toEqual(['Bearer <redacted>', 'Basic <redacted>', 'dsn <redacted>', '<redacted>', '<redacted>'])
})

it('keeps the names of scopes, in any text', () => {
  const redactor = new Redactor(undefined, [], new Map(), () => [
    'my-token.admin',
    'secret:catalog',
    'all:token:manage',
  ])
  const texts = [
    'access-tokens:read',
    'needs the scope access-tokens:write.',
    'access-tokens:read access-tokens:write',
    'access-tokens:read,flows:read+access-tokens:write',
    '{"scope":"access-tokens:read"}',
    'my-token:read',
    'secret:catalog, all:token:manage',
  ]
  expect(texts.map((text) => redactor.text(text))).toEqual(texts)
  expect(redactor.json({ scopes: ['access-tokens:read'] })).toEqual({ scopes: ['access-tokens:read'] })
})

it.each(['token:admin', 'token:read,x1', 'password: read1', 'token:readx', 'secret:catalogs', 'xsecret:catalog'])(
  'hides what only begins like a scope: %s',
  (text) => expect(new Redactor(undefined, [], new Map(), () => ['secret:catalog']).text(text)).toContain('<redacted>'),
)

it.each([
  ['secretary', 'Ann'],
  ['Secretariat', 'b'],
  ['tokenizer', 'whitespace'],
  ['SECRETARY_NAME', 'Ann'],
  ['max_tokens', 1000],
  ['cookies', 3],
  ['tokenCount', 7],
])('keeps %s: %j, which is not a secret', (name, value) => {
  expect(new Redactor(undefined).json({ [name]: value })).toEqual({ [name]: value })
})

it.each([
  'accesstoken',
  'authToken2',
  'TOKEN_VALUE',
  'tokenvalue',
  'XApiKey',
  'secretKey',
  'passWord',
  'tokens',
  'user[password]',
  'SESSIONCOOKIE',
  'authorizationCode',
])('hides a text under %s', (name) => {
  expect(new Redactor(undefined).json({ [name]: 'x' })).toEqual({ [name]: '<redacted>' })
})

it.each(['token', 'password', 'passwordConfirmation', 'code', 'api_key', 'otpToken'])(
  'hides a number under %s',
  (name) => {
    expect(new Redactor(undefined).json({ [name]: 482_913 })).toEqual({ [name]: '<redacted>' })
  },
)
