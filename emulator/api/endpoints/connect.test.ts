import { expect, it } from 'vitest'
import { createEmulator, type Emulator, type EmulatorOptions } from '../../create-emulator.ts'

function start(options: EmulatorOptions = {}): Emulator {
  return createEmulator({ checkResponses: true, clock: '2026-01-01T00:00:00Z', ...options })
}

async function prepare(
  { fetch, credentials }: Emulator,
  adapter = 'shop',
  init: RequestInit = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(
    new Request(`http://localhost/app/${adapter}/prepare-connect`, {
      method: 'POST',
      ...init,
      headers: {
        authorization: `Bearer ${credentials.token}`,
        ...(init.headers as Record<string, string> | undefined),
      },
    }),
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const codeOf = async (emulator: Emulator, adapter?: string): Promise<string> =>
  (await prepare(emulator, adapter)).body['state'] as string

interface Page {
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

async function visit({ fetch }: Emulator, path: string, init: RequestInit = {}): Promise<Page> {
  const response = await fetch(new Request(`http://localhost${path}`, init))
  return { status: response.status, text: await response.text(), headers: response.headers }
}

const decide = (emulator: Emulator, path: string, decision: string): Promise<Page> =>
  visit(emulator, path, { method: 'POST', body: new URLSearchParams({ decision }) })
const flow = (code: string, adapter = 'shop') => `/app/${adapter}/connect?prepare_state=${code}`
const connectionCount = ({ worlds }: Emulator) => worlds.default.collection('adapter_connections').size
const idIn = (page: Page) => /[0-9A-Za-z]{27}(?=<)/.exec(page.text)?.[0]

// holds: connect.prepare, connect.browser
it('connects after consent, and the Services API can use the connection at once', async () => {
  const emulator = start()
  const code = await codeOf(emulator)
  const before = connectionCount(emulator)
  const consent = await visit(emulator, flow(code))
  expect(consent.status).toBe(200)
  const approve = '<form method="post"><button name="decision" value="approve">Approve</button>'
  expect(consent.text).toContain(`${approve}<button name="decision" value="deny">`)
  expect(consent.text).toContain('<dt>Application</dt><dd>personal access token “Default token”</dd>')
  expect(consent.text).toMatch(/<h2>Commands<\/h2><ul>.*<li><code>create-order<\/code> \w/s)
  expect(connectionCount(emulator)).toBe(before)
  const done = await decide(emulator, flow(code), 'approve')
  expect(done.status).toBe(200)
  const headers = { authorization: `Bearer ${emulator.credentials.token}`, 'content-type': 'application/json' }
  const invoked = await visit(emulator, `/services/${idIn(done)}/create-order`, {
    method: 'POST',
    headers,
    body: '{"customer":"Ada Lovelace","items":[{"sku":"SKU-1","quantity":1}]}',
  })
  expect(invoked.status).toBe(200)
  const record = JSON.parse(
    (await visit(emulator, `/1.13/adapter-connections/${idIn(done)}`, { headers })).text,
  ) as Record<string, unknown>
  expect(record).toMatchObject({ adapter: 'shop', status: 'active' })
  expect(
    JSON.parse(
      (await visit(emulator, `/1.13/adapters/${String(record['adapter_id'])}/connections?search=shop`, { headers }))
        .text,
    ).data,
  ).toContainEqual(record)
})

it('connects nothing and uses up the code given a denial', async () => {
  const emulator = start()
  const code = await codeOf(emulator)
  const before = connectionCount(emulator)
  expect((await decide(emulator, flow(code), 'deny')).text).toContain('is not connected')
  expect((await decide(emulator, flow(code), 'approve')).status).toBe(410)
  expect(connectionCount(emulator)).toBe(before)
})

it('makes one connection given concurrent approvals', async () => {
  const emulator = start()
  const code = await codeOf(emulator)
  const before = connectionCount(emulator)
  const pages = await Promise.all(Array.from({ length: 5 }, () => decide(emulator, flow(code), 'approve')))
  expect(pages.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410])
  expect(connectionCount(emulator)).toBe(before + 1)
})

// holds: connect.code-verified, connect.short-lived
it.each(['consent', 'redirect', 'immediate'] as const)(
  'explains and connects nothing given an invalid code, under %s',
  async (connectFlow) => {
    const emulator = start({ conventions: { connectFlow, stateCodeLifetime: 60 } })
    const code = await codeOf(emulator)
    const before = connectionCount(emulator)
    for (const [path, words] of [
      [flow('unknown'), 'is unknown'],
      ['/app/shop/connect', 'needs the query parameter prepare_state'],
      [flow(code, 'mailer'), 'another adapter'],
    ] as const) {
      const page = await visit(emulator, path)
      expect(page.status).toBe(400)
      expect(page.text).toContain(words)
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('x-emulator-requirement')).toBe('connect.code-verified')
    }
    expect((await visit(emulator, flow(code, 'nowhere'))).status).toBe(404)
    emulator.clock.advance('59s')
    expect((await visit(emulator, flow(code), { method: 'HEAD' })).status).toBe(connectFlow === 'redirect' ? 303 : 200)
    emulator.clock.advance('1s')
    const expired = await visit(emulator, flow(code))
    expect([expired.status, expired.text.includes('has expired')]).toEqual([410, true])
    expect(connectionCount(emulator)).toBe(before)
  },
)

it('refuses a decision other than approve and deny and keeps the code', async () => {
  const emulator = start()
  const code = await codeOf(emulator)
  expect((await decide(emulator, flow(code), 'maybe')).status).toBe(400)
  const json = await visit(emulator, flow(code), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"decision":"approve"}',
  })
  expect(json.status).toBe(415)
  // The form that clause 4.1 demands is that of the token endpoint.
  expect(json.headers.get('x-emulator-requirement')).toBeNull()
  expect((await decide(emulator, flow(code), 'approve')).status).toBe(200)
})

it('redirects to a provider under the convention redirect, below the base path and the world', async () => {
  const emulator = start({ basePath: '/api', conventions: { connectFlow: 'redirect' } })
  const prepared = await emulator.fetch(
    new Request('http://localhost/api/~blue/app/crm/prepare-connect', {
      method: 'POST',
      headers: { authorization: `Bearer ${emulator.credentials.token}` },
    }),
  )
  const { state } = (await prepared.json()) as { state: string }
  const redirect = await visit(emulator, `/api/~blue${flow(state, 'crm')}`)
  expect(redirect.status).toBe(303)
  const location = redirect.headers.get('location') ?? ''
  expect(location).toMatch(/^http:\/\/localhost\/api\/~blue\/app\/crm\/authorize\?prepare_state=/)
  const done = await visit(emulator, location.replace('http://localhost', ''))
  expect(done.status).toBe(200)
  expect(emulator.worlds.use('blue').get('adapter_connections', idIn(done) ?? '')).toMatchObject({ adapter: 'crm' })
  expect(emulator.worlds.default.get('adapter_connections', idIn(done) ?? '')).toBeUndefined()
})

it.each(['state', 'prepare_state', 'code'] as const)(
  'answers the code as %s, whatever object is sent, and keeps only its hash',
  async (stateCodeName) => {
    const emulator = start({ conventions: { stateCodeName } })
    const headers = { 'content-type': 'application/json' }
    const bare = await prepare(emulator)
    expect(bare).toMatchObject({ status: 200, body: { [stateCodeName]: expect.any(String), expires_in: 600 } })
    expect((await prepare(emulator, 'shop', { headers, body: '{"return_to":"https://example.com"}' })).status).toBe(200)
    expect((await prepare(emulator, 'shop', { headers, body: '[]' })).status).toBe(400)
    expect(JSON.stringify(emulator.worlds.default.collection('connect_codes').all())).not.toContain(
      bare.body[stateCodeName],
    )
  },
)

// holds: connect.prepare-auth
it('prepares only with a Bearer token and a known adapter', async () => {
  const emulator = start()
  expect((await prepare(emulator, 'shop', { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
  const unknown = await prepare(emulator, 'shpo')
  expect(unknown.status).toBe(404)
  expect(JSON.stringify(unknown.body)).toContain('did you mean shop?')
})

it('escapes what it shows and loads nothing', async () => {
  const emulator = start()
  const { default: world } = emulator.worlds
  world.insert('adapters', {
    id: world.nextId(),
    name: 'evil',
    title: '<img src=x onerror=alert(1)>"\'&',
    kind: '</style><script>',
    created_at: world.timestamp(),
  })
  const page = await visit(emulator, flow(await codeOf(emulator, 'evil'), 'evil'))
  expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
  expect(page.text).not.toMatch(/<img|<script|https?:/)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('x-frame-options')).toBe('DENY')
})
