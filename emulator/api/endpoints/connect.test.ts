import { expect, it } from 'vitest'
import { ask, type RequestParts } from '../../../testing/suite/ask.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from '../../create-emulator.ts'

const start = (options: EmulatorOptions = {}): Emulator =>
  createEmulator({ checkResponses: true, clock: '2026-01-01T00:00:00Z', ...options })
const prepare = (emulator: Emulator, adapter = 'shop', asked: RequestParts = {}) =>
  ask(emulator, 'POST', `/app/${adapter}/prepare-connect`, asked)
const prepareCode = async (emulator: Emulator, adapter?: string): Promise<string> =>
  (await prepare(emulator, adapter)).json.state
const flow = (code: string, adapter = 'shop') => `/app/${adapter}/connect?prepare_state=${code}`
const visit = (emulator: Emulator, path: string, method = 'GET') => ask(emulator, method, path, { auth: null })
const decide = (emulator: Emulator, path: string, decision: string) =>
  ask(emulator, 'POST', path, { auth: null, form: { decision } })
const count = ({ data }: Emulator) => data.count('adapter_connections')
const findShownId = (text: string) => /[0-9A-Za-z]{27}(?=<)/.exec(text)![0]

// holds: connect.prepare, connect.browser
it('connects after consent, and the Services API can use the connection at once', async () => {
  const emulator = start()
  const code = await prepareCode(emulator)
  const before = count(emulator)
  const consent = await visit(emulator, flow(code))
  const approve = '<form method="post"><button name="decision" value="approve">Approve</button>'
  expect(consent.text).toContain(`${approve}<button name="decision" value="deny">`)
  expect(consent.text).toContain('<dt>Application</dt><dd>personal access token “Default token”</dd>')
  expect(consent.text).toMatch(/<h2>Commands<\/h2><ul>.*<li><code>create-order<\/code> \w/s)
  expect([consent.status, count(emulator)]).toEqual([200, before])
  const id = findShownId((await decide(emulator, flow(code), 'approve')).text)
  const order = { customer: 'Ada Lovelace', items: [{ sku: 'SKU-1', quantity: 1 }] }
  expect((await ask(emulator, 'POST', `/services/${id}/create-order`, { json: order })).status).toBe(200)
  const { json } = await ask(emulator, 'GET', `/1.13/adapter-connections/${id}`)
  expect(json).toMatchObject({ adapter: 'shop', status: 'active', adapter_id: expect.any(String) })
})

it('connects nothing and uses up the code given a denial', async () => {
  const emulator = start()
  const code = await prepareCode(emulator)
  const before = count(emulator)
  expect((await decide(emulator, flow(code), 'deny')).text).toContain('is not connected')
  expect((await decide(emulator, flow(code), 'approve')).status).toBe(410)
  expect(count(emulator)).toBe(before)
})

it('makes one connection given concurrent approvals', async () => {
  const emulator = start()
  const code = await prepareCode(emulator)
  const before = count(emulator)
  const pages = await Promise.all(Array.from({ length: 5 }, () => decide(emulator, flow(code), 'approve')))
  expect(pages.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410])
  expect(count(emulator)).toBe(before + 1)
})

// holds: connect.code-verified, connect.short-lived
it.each(['consent', 'redirect', 'immediate'] as const)(
  'explains and connects nothing given an invalid code, under %s',
  async (connectFlow) => {
    const emulator = start({ conventions: { connectFlow, stateCodeLifetime: 60 } })
    const code = await prepareCode(emulator)
    const before = count(emulator)
    const head = async () => (await visit(emulator, flow(code), 'HEAD')).status
    for (const [path, words] of [
      [flow('unknown'), 'is unknown'],
      ['/app/shop/connect', 'needs the query parameter prepare_state'],
      [flow(code, 'mailer'), 'another adapter'],
    ] as const) {
      const { status, text, headers } = await visit(emulator, path)
      expect([status, text, headers.get('content-type'), headers.get('x-emulator-requirement')]).toEqual([
        400,
        expect.stringContaining(words),
        'text/html; charset=utf-8',
        'connect.code-verified',
      ])
    }
    expect((await visit(emulator, flow(code, 'nowhere'))).status).toBe(404)
    emulator.clock.advance('59s')
    expect(await head()).toBe(connectFlow === 'redirect' ? 303 : 200)
    emulator.clock.advance('1s')
    expect(await head()).toBe(410)
    expect((await visit(emulator, flow(code))).text).toContain('has expired')
    expect(count(emulator)).toBe(before)
  },
)

it('refuses a decision other than approve and deny and keeps the code', async () => {
  const emulator = start()
  const path = flow(await prepareCode(emulator))
  expect((await decide(emulator, path, 'maybe')).status).toBe(400)
  const json = await ask(emulator, 'POST', path, { auth: null, json: { decision: 'approve' } })
  // The form that clause 4.1 demands is that of the token endpoint.
  expect([json.status, json.headers.get('x-emulator-requirement')]).toEqual([415, null])
  expect((await decide(emulator, path, 'approve')).status).toBe(200)
})

it('redirects to a provider under the convention redirect, below the base path and the world', async () => {
  const emulator = start({ basePath: '/api', conventions: { connectFlow: 'redirect' } })
  const { state } = (await ask(emulator, 'POST', '/api/~blue/app/crm/prepare-connect')).json
  const redirect = await visit(emulator, `/api/~blue${flow(state, 'crm')}`)
  const location = redirect.headers.get('location')!
  expect(location).toMatch(/^http:\/\/localhost\/api\/~blue\/app\/crm\/authorize\?prepare_state=/)
  const id = findShownId((await visit(emulator, location.replace('http://localhost', ''))).text)
  expect(emulator.worlds.use('blue').data.get('adapter_connections', id)).toMatchObject({ adapter: 'crm' })
  expect(emulator.data.get('adapter_connections', id)).toBeUndefined()
})

// holds: connect.prepare-auth
it('prepares only with a Bearer token, a known adapter and an object, and keeps only a hash of the code', async () => {
  const emulator = start()
  expect((await prepare(emulator, 'shop', { auth: 'Bearer wrong' })).status).toBe(401)
  const unknown = await prepare(emulator, 'shpo')
  expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('did you mean shop?')])
  expect((await prepare(emulator, 'shop', { json: { return_to: 'https://example.com' } })).status).toBe(200)
  expect((await prepare(emulator, 'shop', { json: [] })).status).toBe(400)
  const code = await prepareCode(emulator)
  expect(JSON.stringify(emulator.worlds.default.collection('connect_codes').all())).not.toContain(code)
})

it('escapes what it shows and loads nothing', async () => {
  const emulator = start()
  const title = '<img src=x onerror=alert(1)>"\'&'
  emulator.data.insert('adapters', { name: 'evil', title, kind: '</style><script>' })
  const { text, headers } = await visit(emulator, flow(await prepareCode(emulator, 'evil'), 'evil'))
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
  expect(text).not.toMatch(/<img|<script|https?:/)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect([headers.get('cache-control'), headers.get('x-frame-options')]).toEqual(['no-store', 'DENY'])
})

it('gives an address that leads to the flow, below the base path and in a world by path', async () => {
  const conventions = { stateCodeName: { url: '$url', code: '$state' } }
  const emulator = createEmulator({ basePath: '/api', conventions })
  for (const world of ['', '/~blue']) {
    const { json } = await ask(emulator, 'POST', `/api${world}/app/shop/prepare-connect`)
    expect(json.url).toMatch(new RegExp(`^/api${world}/app/shop/connect\\?prepare_state=`))
    expect((await ask(emulator, 'GET', json.url, { auth: null })).status).toBeLessThan(400)
  }
})
