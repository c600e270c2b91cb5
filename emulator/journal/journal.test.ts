import { expect, it } from 'vitest'
import { Clock } from '../world/clock.ts'
import { createEmulator } from '../create-emulator.ts'
import { ask } from '../../testing/suite/ask.ts'
import { Journal } from './journal.ts'
import type { RequestSelector } from './selector.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

const clock = '2026-03-01T12:00:00Z'
const setUp = (options = {}) => createEmulator({ clock, ...options })
const products = ({ samples }: ReturnType<typeof createEmulator>) =>
  `/1.13/pulse/catalogs/${samples.catalogId}/products`

it('notes what came in and what became of it', async () => {
  const emulator = setUp()
  await ask(emulator, 'POST', '/1.13/projects?slug=shop', {
    json: { name: 'Shop', tags: undefined },
    headers: { 'User-Agent': 'sdk/1' },
  })
  const [entry] = emulator.requests.find()
  expect(entry).toEqual({
    index: 1,
    at: clock,
    operation: 'projects.create',
    method: 'POST',
    path: '/1.13/projects',
    query: { slug: 'shop' },
    headers: { authorization: 'Bearer <redacted>', 'content-type': 'application/json', 'user-agent': 'sdk/1' },
    body: { name: 'Shop' },
    credentials: 'personalAccessToken',
    status: 201,
    refusal: null,
    requirements: expect.arrayContaining(['http.json-body', 'ids.order']),
    fault: null,
    durationMs: expect.any(Number),
  })
})

it('notes a refusal with the requirement that was broken and the message of the answer', async () => {
  const emulator = setUp()
  const { json } = await ask(emulator, 'GET', '/1.13/projects/short')
  expect(emulator.requests.one({ status: 400 }).refusal).toEqual({
    code: 'malformed_id',
    requirement: 'ids.malformed-path',
    message: json.error.message,
  })
})

it('notes a body that is a form, repeated parameters, text that is no JSON, JSON that is too deep or too long, and none', async () => {
  const emulator = setUp()
  const bodies: readonly [string, string, unknown][] = [
    ['a=1&a=2&b=3', 'application/x-www-form-urlencoded', { a: ['1', '2'], b: '3' }],
    ['{"a":', 'application/json', '(5 characters that are not JSON)'],
    ['['.repeat(5000), 'application/json', '(5000 characters, nested too deep)'],
    [
      JSON.stringify({ name: 'x'.repeat(70_000) }),
      'application/json',
      '(70011 characters, which is more than is kept)',
    ],
    ['', 'application/json', null],
  ]
  for (const [body, type] of bodies)
    await ask(emulator, 'POST', body.startsWith('a=') ? '/oauth/token?x=1&x=2' : '/1.13/projects', {
      form: body,
      headers: { 'content-type': type },
    })
  expect(emulator.requests.find().map((entry) => entry.body)).toEqual(bodies.map(([, , noted]) => noted))
  expect(emulator.requests.find()[0]!.query).toEqual({ x: ['1', '2'] })
})

it('tells the kind of credentials, and that there were none, refused ones, or ones that nothing looked at', async () => {
  const emulator = setUp()
  const { clientId, clientSecret, integrationToken, apiKey, dsn } = emulator.credentials
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const token = (await ask(emulator, 'POST', '/oauth/token', { auth: null, form })).json.access_token
  await ask(emulator, 'POST', '/oauth/token', { auth: null, form: { ...form, client_secret: 'wrong' } })
  await ask(emulator, 'POST', '/oauth/token', {
    auth: `Basic ${btoa(`${clientId}:wrong`)}`,
    form: { grant_type: 'client_credentials' },
  })
  await ask(emulator, 'GET', '/1.13/projects', { auth: `Bearer ${token}` })
  await ask(emulator, 'GET', '/1.13/projects')
  await ask(emulator, 'GET', '/0/projects/', { auth: `Bearer ${integrationToken}` })
  await ask(emulator, 'GET', '/0/projects/', { auth: `Basic ${btoa(`${apiKey}:`)}` })
  await ask(emulator, 'GET', '/0/projects/', { auth: `DSN ${dsn}` })
  await ask(emulator, 'GET', '/0/projects/', { auth: null })
  await ask(emulator, 'GET', '/0/projects/', { auth: 'Bearer wrong' })
  await ask(emulator, 'GET', '/1.13/projects', { auth: `Bearer ${integrationToken}` })
  await ask(emulator, 'GET', '/0/')
  await ask(emulator, 'GET', '/nowhere')
  expect(emulator.requests.find().map(({ credentials }) => credentials)).toEqual([
    'oauthClient',
    'refused',
    'refused',
    'accessToken',
    'personalAccessToken',
    'integrationToken',
    'apiKey',
    'dsn',
    'none',
    'refused',
    'refused',
    'unchecked',
    'unchecked',
  ])
})

it('notes requests that found no operation, also outside the base path, HEAD and OPTIONS', async () => {
  const emulator = setUp({ basePath: '/api' })
  for (const [method, path] of [
    ['GET', '/api/nowhere'],
    ['GET', '/1.13/projects'],
    ['PATCH', '/api/1.13/projects'],
    ['OPTIONS', '/api/1.13/projects'],
    ['HEAD', '/api/1.13/projects'],
  ] as const)
    await ask(emulator, method, path)
  expect(
    emulator.requests.find().map(({ method, path, operation, status }) => [method, path, operation, status]),
  ).toEqual([
    ['GET', '/nowhere', null, 404],
    ['GET', '/1.13/projects', null, 404],
    ['PATCH', '/1.13/projects', null, 405],
    ['OPTIONS', '/1.13/projects', null, 200],
    ['HEAD', '/1.13/projects', 'projects.list', 200],
  ])
})

it('leaves out control requests', async () => {
  const emulator = setUp()
  await ask(emulator, 'GET', '/_emulator/clock')
  expect(emulator.requests.find()).toEqual([])
})

it('notes virtual time, and real time by the stopwatch', async () => {
  const times = [100, 250.12345]
  const journal = new Journal({ stopwatch: () => times.shift()! })
  const draft = journal.begin(
    new Request('http://localhost/x'),
    '/x',
    '',
    new Clock({ start: Date.UTC(2026, 0, 1), frozen: true }),
  )
  expect(journal.find()).toMatchObject([{ at: '2026-01-01T00:00:00Z', status: null, durationMs: null }])
  journal.end(draft, 200)
  expect(journal.find()).toMatchObject([{ status: 200, durationMs: 150.123 }])
})

it('keeps the headers as they came, whatever becomes of the request', async () => {
  const emulator = setUp()
  const request = new Request('http://localhost/0/', { headers: { 'x-try': '1' } })
  await emulator.fetch(request)
  request.headers.set('x-try', '2')
  await emulator.fetch(request)
  expect(emulator.requests.find().map(({ headers }) => headers['x-try'])).toEqual(['1', '2'])
})

it('finds by operation, method, status, path, query, credentials and fault, all of which must hold', async () => {
  const emulator = setUp({ faults: [{ operation: 'environments.list', status: 503 }] })
  await ask(emulator, 'GET', '/1.13/environments')
  await ask(emulator, 'GET', `${products(emulator)}?brand=Acme&limit=2`)
  await ask(emulator, 'GET', `${products(emulator)}?brand=Acme&brand=Umbra`)
  await ask(emulator, 'GET', '/1.13/projects', { auth: null })
  const found = (selector: RequestSelector) => emulator.requests.find(selector).map(({ index }) => index)
  expect(found({})).toEqual([1, 2, 3, 4])
  expect(found({ operation: 'products.list' })).toEqual([2, 3])
  expect(found({ method: 'get', status: 401 })).toEqual([4])
  expect(found({ path: '/1.13/projects' })).toEqual([4])
  expect(found({ query: { limit: 2 } })).toEqual([2])
  expect(found({ query: { brand: ['Acme', 'Umbra'] } })).toEqual([3])
  expect(found({ query: { brand: 'Acme' } })).toEqual([2])
  expect(found({ query: { limit: null } })).toEqual([1, 3, 4])
  expect(found({ credentials: 'none' })).toEqual([4])
  expect(found({ faulted: true })).toEqual([1])
  expect(found({ faulted: false, operation: 'environments.list' })).toEqual([])
  expect(found({ query: { toString: null } })).toEqual([1, 2, 3, 4])
})

it('refuses an unknown operation, also when nothing came', () => {
  const { requests } = setUp()
  expect(() => requests.find({ operation: 'project.list' as never })).toThrow(
    expect.objectContaining({ name: 'EmulatorError', code: 'unknown_operation' }),
  )
  expect(() => requests.one({ operation: 'project.list' as never })).toThrow('did you mean projects.list?')
})

it('shows the nearest request and how it differs, one to the same operation before all others', async () => {
  const emulator = setUp()
  await ask(emulator, 'GET', `${products(emulator)}?brnd=Acme&limit=2`)
  await ask(emulator, 'GET', '/1.13/environments?brand=Acme&limit=5')
  const { catalogId } = emulator.samples
  const missing = () => emulator.requests.one({ operation: 'products.list', query: { brand: 'Acme', limit: 5 } })
  expect(missing).toThrow(expect.objectContaining({ name: 'EmulatorError', code: 'unexpected_requests' }))
  expect(missing).toThrow(
    `Expected one request with {"operation":"products.list","query":{"brand":"Acme","limit":5}}; got none among 2. The nearest is #1 GET /1.13/pulse/catalogs/${catalogId}/products?brnd=Acme&limit=2 (products.list) 200: query.brand is absent, not "Acme"; query.limit is "2", not "5".`,
  )
})

it('shows the requests when there are more than one, and says when none came at all', async () => {
  const emulator = setUp()
  expect(() => emulator.requests.one({ operation: 'legacy.root' })).toThrow(
    'Expected one request with {"operation":"legacy.root"}; no request came.',
  )
  for (let count = 0; count < 7; count++) await ask(emulator, 'GET', '/0/', { auth: null })
  expect(() => emulator.requests.one({ operation: 'legacy.root' })).toThrow(
    'got 7: #1 GET /0/ (legacy.root) 200, #2 GET /0/ (legacy.root) 200, #3 GET /0/ (legacy.root) 200, #4 GET /0/ (legacy.root) 200, #5 GET /0/ (legacy.root) 200 and 2 more.',
  )
})

it('counts exactly: none, and several', async () => {
  const emulator = setUp()
  expect(emulator.requests.exactly(0)).toEqual([])
  await ask(emulator, 'GET', '/0/', { auth: null })
  await ask(emulator, 'GET', '/0/', { auth: null })
  expect(emulator.requests.exactly(2, { operation: 'legacy.root' }).map(({ index }) => index)).toEqual([1, 2])
  expect(() => emulator.requests.exactly(0, { operation: 'legacy.root' })).toThrow(
    'Expected no requests with {"operation":"legacy.root"}; got 2: #1',
  )
  expect(() => emulator.requests.exactly(3, { operation: 'mcp' })).toThrow(
    'Expected 3 requests with {"operation":"mcp"}; got none among 2. The nearest is #2 GET /0/ (legacy.root) 200: operation is "legacy.root", not "mcp".',
  )
})

it('keeps a request on one line of a message, however it was written', async () => {
  const emulator = setUp()
  await ask(emulator, 'GET', `/0/?a=${encodeURIComponent('1&b=2\n# 3')}&${'long='.padEnd(900, 'x')}`, { auth: null })
  const message = (() => {
    try {
      return String(emulator.requests.one({ operation: 'mcp' }))
    } catch (error) {
      return (error as Error).message
    }
  })()
  expect(message).toContain('/0/?a=1%26b%3D2%0A%23%203&long=xxx')
  expect(message.length).toBeLessThan(800)
})

it('is bounded by entries, lets the oldest go and says so', async () => {
  const emulator = setUp({ requests: { entries: 3 } })
  for (let count = 0; count < 5; count++) await ask(emulator, 'GET', `/0/?count=${count}`, { auth: null })
  const { requests } = emulator
  expect(requests.find().map(({ index, query }) => [index, query['count']])).toEqual([
    [3, '2'],
    [4, '3'],
    [5, '4'],
  ])
  expect([requests.size, requests.dropped, requests.truncated]).toEqual([3, 2, true])
  expect(() => requests.one({ query: { count: 0 } })).toThrow('2 earlier ones are not kept any more.')
  requests.clear()
  expect([requests.find(), requests.dropped, requests.truncated]).toEqual([[], 0, false])
  await ask(emulator, 'GET', '/0/', { auth: null })
  expect(requests.find().map(({ index }) => index)).toEqual([6])
})

it.each([
  [
    'bodies',
    { form: JSON.stringify({ name: 'x'.repeat(5000) }), headers: { 'content-type': 'application/json' } },
    '/1.13/projects',
  ],
  ['headers', { json: { name: 'x' }, headers: { 'x-long': 'x'.repeat(5000) } }, '/1.13/projects'],
  ['addresses', { json: { name: 'x' } }, `/1.13/projects?x=${'x'.repeat(5000)}`],
])('is bounded by bytes of %s', async (_what, asked, path) => {
  const emulator = setUp({ requests: { bytes: 50_000 } })
  for (let count = 0; count < 10; count++) await ask(emulator, 'POST', path, asked)
  expect(emulator.requests.size).toBe(4)
  expect(emulator.requests.dropped).toBe(6)
})

it('keeps nothing of a request that is larger than the bound, and nothing at all given a bound of 0', async () => {
  for (const requests of [{ bytes: 600 }, { entries: 0 }]) {
    const emulator = setUp({ requests })
    expect((await ask(emulator, 'POST', '/1.13/projects', { json: { name: 'x'.repeat(100) } })).status).toBe(201)
    expect([emulator.requests.size, emulator.requests.dropped]).toEqual([0, 1])
  }
})

it('is bounded while requests are served, and forgets nothing twice when they end', () => {
  const journal = new Journal({ entries: 2, bytes: 4000 })
  const clock = new Clock({ start: 0, frozen: true })
  const begin = () => journal.begin(new Request('http://localhost/x'), '/x', '', clock)
  const drafts = [begin(), begin(), begin(), begin()]
  expect([journal.size, journal.dropped]).toEqual([2, 2])
  for (const draft of drafts) journal.end(draft, 200)
  expect([journal.size, journal.dropped]).toEqual([2, 2])
  const early = begin()
  journal.clear()
  journal.end(early, 200)
  expect(journal.find()).toEqual([])
  for (let count = 0; count < 100; count++) journal.end(begin(), 200)
  expect([journal.size, journal.dropped]).toEqual([2, 98])
})

it('holds its bounds over a million requests', () => {
  const journal = new Journal({ entries: 1000, bytes: 700_000 })
  const clock = new Clock({ start: 0, frozen: true })
  const request = new Request('http://localhost/0/?x=1', { headers: { accept: 'application/json' } })
  for (let count = 0; count < 1_000_000; count++) journal.end(journal.begin(request, '/0/', '?x=1', clock), 200)
  expect([journal.size, journal.dropped]).toEqual([1000, 999_000])
  expect(journal.find().map(({ index }) => index)).toEqual(Array.from({ length: 1000 }, (_, index) => 999_001 + index))
})

it.each([{ entries: -1 }, { entries: Number.NaN }, { entries: Number.POSITIVE_INFINITY }, { bytes: 0.5 }])(
  'refuses the bound %j',
  (requests) => {
    expect(() => setUp({ requests })).toThrow(EmulatorError)
  },
)

it('keeps worlds apart and is empty after a reset', async () => {
  const emulator = setUp()
  await ask(emulator, 'GET', '/~other/0/', { auth: null })
  await ask(emulator, 'GET', '/0/', { auth: null })
  expect(emulator.requests.find().map(({ path }) => path)).toEqual(['/0/'])
  expect(
    emulator.worlds
      .use('other')
      .requests.find()
      .map(({ path }) => path),
  ).toEqual(['/0/'])
  emulator.reset()
  expect([emulator.requests.size, emulator.worlds.use('other').requests.size]).toEqual([0, 1])
})
