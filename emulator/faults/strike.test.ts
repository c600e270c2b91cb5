import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it, vi } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { ask } from '../../testing/suite/ask.ts'
import type { Fault } from './fault.ts'

afterEach(() => {
  vi.useRealTimers()
})

const setUp = (fault: Fault, conventions = {}) => createEmulator({ clock: '2026-03-01', conventions, faults: [fault] })
type Emulator = ReturnType<typeof createEmulator>

const environments = '/1.13/environments'
const get = (emulator: Emulator, path = environments, init: RequestInit = {}) =>
  emulator.fetch(
    new Request(`http://localhost${path}`, {
      ...init,
      headers: { authorization: `Bearer ${emulator.credentials.token}` },
    }),
  )
const whole = async (path = environments) => (await ask(createEmulator({ clock: '2026-03-01' }), 'GET', path)).text
const grant = ({ credentials }: Emulator) => ({
  auth: null,
  form: { grant_type: 'client_credentials', client_id: credentials.clientId, client_secret: credentials.clientSecret },
})

it.each([
  ['error', (json: any) => [json.error.code, json.error.message]],
  ['problem', (json: any) => [json.title, json.detail]],
  ['message', (json: any) => ['service_unavailable', json.message]],
  ['errors', (json: any) => [json.errors[0].code, json.errors[0].message]],
] as const)('answers a status with the error body of the convention %s', async (errorBody, read) => {
  const { status, headers, json } = await ask(
    setUp({ operation: 'environments.list', status: 503, retryAfter: 7 }, { errorBody }),
    'GET',
    environments,
  )
  expect([status, headers.get('retry-after'), headers.get('access-control-allow-origin')]).toEqual([503, '7', '*'])
  expect(headers.get('content-type')).toBe(errorBody === 'problem' ? 'application/problem+json' : 'application/json')
  expect(read(json)).toEqual(['service_unavailable', 'A fault that the test added: 503.'])
})

it.each([
  [400, 'invalid_request'],
  [401, 'unauthenticated'],
  [418, 'invalid_request'],
  [422, 'invalid_request'],
  [429, 'rate_limited'],
  [500, 'internal_error'],
  [507, 'internal_error'],
])('gives %i the code %s', async (status, code) => {
  expect((await ask(setUp({ status }), 'GET', environments)).json.error.code).toBe(code)
})

it('sends Retry-After as a text', async () => {
  const retryAfter = 'Sun, 01 Mar 2026 00:00:07 GMT'
  expect((await ask(setUp({ status: 429, retryAfter }), 'GET', environments)).headers.get('retry-after')).toBe(
    retryAfter,
  )
})

it('sends a challenge with 401', async () => {
  expect((await ask(setUp({ status: 401 }), 'GET', environments)).headers.get('www-authenticate')).toBe(
    'Bearer realm="Platform Data API", error="invalid_token"',
  )
  expect((await ask(setUp({ status: 401 }), 'GET', '/0/projects/')).headers.get('www-authenticate')).toMatch(
    /^Bearer .*, Basic .*, DSN /,
  )
  const emulator = setUp({ status: 401 })
  expect((await ask(emulator, 'POST', '/oauth/token', grant(emulator))).headers.get('www-authenticate')).toMatch(
    /^Basic /,
  )
})

it.each([
  [400, 'invalid_request'],
  [401, 'invalid_client'],
  [429, 'temporarily_unavailable'],
  [503, 'temporarily_unavailable'],
  [500, 'server_error'],
])('answers %i at the token endpoint in the form of RFC 6749, whatever the conventions say', async (status, error) => {
  const emulator = setUp({ operation: 'oauth.token', status, retryAfter: 3 }, { errorBody: 'problem' })
  const refused = await ask(emulator, 'POST', '/oauth/token', grant(emulator))
  expect([refused.status, refused.json, refused.headers.get('retry-after')]).toEqual([
    status,
    { error, error_description: `A fault that the test added: ${status}.` },
    '3',
  ])
  expect(refused.headers.get('x-emulator-requirement')).toBeNull()
  expect((await ask(emulator, 'POST', '/oauth/token', grant(emulator))).json.access_token).toMatch(/^acc_/)
})

it('does not run the endpoint given a status, and runs it given a drop after', async () => {
  const count = (emulator: Emulator) => emulator.worlds.default.collection('projects').size
  const create = (emulator: Emulator) => ask(emulator, 'POST', '/1.13/projects', { json: { name: 'New' } })
  const outcome = async (fault: Fault) => {
    const emulator = setUp({ operation: 'projects.create', ...fault })
    const before = count(emulator)
    const error = await create(emulator).then(
      ({ status }) => status,
      (reason: Error) => reason.message,
    )
    return [error, count(emulator) - before]
  }
  expect(await outcome({ status: 500 })).toEqual([500, 0])
  expect(await outcome({ drop: 'before' })).toEqual(['fetch failed', 0])
  expect(await outcome({ drop: 'after' })).toEqual(['fetch failed', 1])
})

it('rejects a dropped connection as fetch does', async () => {
  const error = await get(setUp({ drop: 'before' })).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(TypeError)
  expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } })
})

it.each([environments, '/0/', '/1.13/projects?limit=1'])(
  'announces the whole body of %s and closes the connection in the middle, given truncate',
  async (path) => {
    const text = await whole(path)
    const response = await get(setUp({ truncate: true }), path)
    expect([response.status, Number(response.headers.get('content-length'))]).toEqual([
      200,
      new TextEncoder().encode(text).length,
    ])
    const reader = response.body!.getReader()
    const { value } = await reader.read()
    expect(text.startsWith(new TextDecoder().decode(value))).toBe(true)
    expect(value!.length).toBe(Math.floor(new TextEncoder().encode(text).length / 2))
    await expect(reader.read()).rejects.toThrow('terminated')
  },
)

it('lets json() and text() reject given truncate', async () => {
  await expect((await get(setUp({ truncate: true }))).json()).rejects.toThrow(TypeError)
  await expect((await get(setUp({ truncate: true }))).text()).rejects.toThrow('terminated')
})

const values: Record<string, unknown> = {
  object: { a: 1 },
  empty: {},
  array: [1, 2],
  list: [],
  text: 'plain',
  none: '',
  number: 12,
  digit: 7,
  negative: -1,
  yes: true,
  nothing: null,
  quote: 'a"b',
  ключ: 'значение',
}

it.each(Object.keys(values))('breaks the JSON of a value that is %s, and sends the whole body', async (name) => {
  const emulator = setUp({ operation: 'configurations.value', breakJson: true })
  const { scopeId } = emulator.samples
  expect((await ask(emulator, 'PUT', `/1.13/configurations/${scopeId}`, { json: values })).status).toBe(200)
  const path = `/1.13/configurations/${scopeId}?path=${encodeURIComponent(name)}`
  const broken = await (await get(emulator, path)).text()
  expect(() => JSON.parse(broken) as unknown).toThrow(SyntaxError)
  expect((await ask(emulator, 'GET', path)).json).toEqual(values[name])
})

it('breaks the JSON of an empty list, bare and in its envelope', async () => {
  for (const listEnvelope of ['array', 'data', 'items', 'named']) {
    const emulator = setUp({ operation: 'projects.list', breakJson: true }, { listEnvelope })
    const text = await (await get(emulator, '/1.13/projects?search=nothing-is-called-so')).text()
    expect([
      listEnvelope,
      (() => {
        try {
          return JSON.parse(text) as unknown
        } catch {
          return 'broken'
        }
      })(),
    ]).toEqual([listEnvelope, 'broken'])
  }
})

it('does not change an answer without a body, and still marks it in the journal', async () => {
  for (const fault of [{ breakJson: true }, { truncate: true }, { drip: { bytes: 1, interval: 1 } }] as const) {
    const emulator = setUp({ operation: 'projects.delete', ...fault })
    const id = emulator.data.find('projects', { limit: 1 })[0]!.id
    const { status, text } = await ask(emulator, 'DELETE', `/1.13/projects/${id}`)
    expect([status, text, emulator.requests.find({ faulted: true }).length]).toEqual([204, '', 1])
  }
})

it('sends another Content-Type and the same body', async () => {
  const { headers, text } = await ask(setUp({ contentType: 'text/html; charset=utf-8' }), 'GET', environments)
  expect([headers.get('content-type'), text]).toEqual(['text/html; charset=utf-8', await whole()])
  const refused = await ask(setUp({ contentType: 'text/html', status: 502 }), 'GET', environments)
  expect([refused.status, refused.headers.get('content-type')]).toEqual([502, 'text/html'])
  const emulator = setUp({ contentType: 'text/html', status: 502 })
  expect((await ask(emulator, 'POST', '/oauth/token', grant(emulator))).headers.get('content-type')).toBe('text/html')
})

it('keeps the headers of an answer to HEAD, or drops it', async () => {
  const head = (fault: Fault) => get(setUp(fault), environments, { method: 'HEAD' })
  expect([
    (await head({ status: 503, retryAfter: 1 })).status,
    (await head({ status: 503, retryAfter: 1 })).headers.get('retry-after'),
  ]).toEqual([503, '1'])
  const truncated = await head({ truncate: true })
  expect([truncated.status, await truncated.text()]).toEqual([200, ''])
  expect((await head({ contentType: 'text/html' })).headers.get('content-type')).toBe('text/html')
  await expect(head({ drop: 'after' })).rejects.toThrow('fetch failed')
})

it('waits in real time first, given a delay, also as a text', async () => {
  vi.useFakeTimers()
  for (const delay of [1500, '1.5s']) {
    const emulator = setUp({ delay, status: 503 })
    let status = 0
    const answered = get(emulator).then((response) => (status = response.status))
    await vi.advanceTimersByTimeAsync(1499)
    expect(status).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    await answered
    expect(status).toBe(503)
    expect(emulator.clock.now()).toBe(Date.UTC(2026, 2, 1))
  }
})

it('rejects with the reason of a signal that aborts during a delay, and does not run the endpoint', async () => {
  vi.useFakeTimers()
  for (const reason of [new Error('gave up'), 'a text']) {
    const emulator = setUp({ delay: '1h' })
    const controller = new AbortController()
    const answered = get(emulator, environments, { signal: controller.signal }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10)
    controller.abort(reason)
    expect(await answered).toBe(reason)
    expect(vi.getTimerCount()).toBe(0)
    expect(emulator.requests.find()).toMatchObject([
      { operation: 'environments.list', status: null, refusal: null, fault: { delay: '1h' } },
    ])
  }
})

it('rejects at once given a delay and a signal that was aborted before', async () => {
  await expect(
    get(setUp({ delay: '1h' }), environments, { signal: AbortSignal.abort(new Error('before')) }),
  ).rejects.toThrow('before')
})

it('sends a body in pieces and waits before each, given drip', async () => {
  vi.useFakeTimers()
  const text = await whole('/0/')
  const reader = (await get(setUp({ drip: { bytes: 10, interval: '20ms' } }), '/0/')).body!.getReader()
  let got = ''
  for (let piece = 1; piece <= Math.ceil(text.length / 10); piece++) {
    const read = reader.read()
    await vi.advanceTimersByTimeAsync(19)
    expect(await Promise.race([read, Promise.resolve('waiting')])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    got += new TextDecoder().decode((await read).value)
    expect(got.length).toBe(Math.min(text.length, piece * 10))
  }
  expect([got, (await reader.read()).done]).toEqual([text, true])
})

it('ends a drip by the signal of a request that has no other reference', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const controller = new AbortController()
  const read = (await get(setUp({ drip: { bytes: 1, interval: 100 } }), '/0/', { signal: controller.signal }))
    .text()
    .catch((error: unknown) => error)
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    collect()
  }
  controller.abort(new RangeError('enough'))
  expect(await read).toMatchObject({ message: 'enough' })
})

it('ends a drip by the signal of the request or by the reader', async () => {
  vi.useFakeTimers()
  const controller = new AbortController()
  const read = (await get(setUp({ drip: { bytes: 1, interval: '1h' } }), '/0/', { signal: controller.signal }))
    .text()
    .catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10)
  controller.abort(new Error('gave up'))
  expect(await read).toMatchObject({ message: 'gave up' })
  const reader = (await get(setUp({ drip: { bytes: 1, interval: '1h' } }), '/0/')).body!.getReader()
  void reader.read()
  await vi.advanceTimersByTimeAsync(10)
  await reader.cancel()
  expect(vi.getTimerCount()).toBe(0)
})

it('strikes before credentials are checked, like a server that is down', async () => {
  expect((await ask(setUp({ status: 503 }), 'GET', environments, { auth: null })).status).toBe(503)
})

it('marks only that request in the journal', async () => {
  const emulator = setUp({ operation: 'environments.list', status: 503 })
  await get(emulator)
  await get(emulator)
  expect(
    emulator.requests
      .find()
      .map(({ status, fault, credentials, refusal }) => [status, fault, credentials, refusal?.code]),
  ).toEqual([
    [503, { operation: 'environments.list', status: 503 }, 'unchecked', 'service_unavailable'],
    [200, null, 'personalAccessToken', undefined],
  ])
})

it.each(['services', 'mcp', 'connect.prepare', 'legacy'])('strikes %s like any other endpoint', async (kind) => {
  const emulator = setUp({ status: 503, retryAfter: 2 })
  const { adapterConnectionId, command, adapter, issueId } = emulator.samples
  const paths: Record<string, readonly [string, string]> = {
    services: ['POST', `/services/${adapterConnectionId}/${command!.name}`],
    mcp: ['POST', '/mcp'],
    'connect.prepare': ['POST', `/app/${adapter}/prepare-connect`],
    legacy: ['GET', `/0/issues/${issueId}/events/`],
  }
  const [method, path] = paths[kind]!
  const { status, json, headers } = await ask(emulator, method, path)
  expect([status, json.error.code, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '2'])
})

it('rejects as fetch does when a deviation reads a truncated body', async () => {
  const errors: unknown[] = []
  const emulator = createEmulator({
    deviations: ['product-ids-prefixed'],
    faults: [{ truncate: true }, { drop: 'before' }],
    onError: (error) => errors.push(error),
  })
  const path = `/1.13/pulse/catalogs/${emulator.samples.catalogId}/products`
  await expect(get(emulator, path)).rejects.toThrow(TypeError)
  await expect(get(emulator, path)).rejects.toThrow(TypeError)
  expect(errors).toEqual([])
})
