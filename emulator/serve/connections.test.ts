import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { readCase } from './case/read-case.ts'
import { type Headers, raw, startServed } from '../../testing/emulator/served-emulator.ts'
import type { TimeLimits } from './connections.ts'

const post = (path: string, headers: Headers): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Length: 2000',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

const late = 'The request did not arrive in time. Send it whole.'

it.each<[string, (token: string) => string, Partial<TimeLimits>, readonly unknown[]]>([
  ['no byte', () => '', { headersTimeout: 40 }, []],
  ['half of its headers', () => 'GET /0/ HTTP/1.1\r\nHost: local', { headersTimeout: 40 }, [['UNKNOWN /', 408, late]]],
  [
    'half of a form',
    () => `${post('/oauth/token', { 'content-type': 'application/x-www-form-urlencoded' })}abc`,
    { requestTimeout: 40 },
    [['POST /oauth/token', 408, late]],
  ],
  [
    'half of its JSON',
    (token) =>
      `${post('/1.13/projects', { 'content-type': 'application/json', authorization: `Bearer ${token}` })}{"a":`,
    { requestTimeout: 40 },
    [['POST /1.13/projects', 408, late]],
  ],
])('answers 408 to a client that sends %s, and records the refusal', async (_what, bytes, timeLimits, recorded) => {
  const { server, emulator } = await startServed({ timeLimits })
  const answered = await raw(server, bytes(emulator.credentials.token))
  expect(answered).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n.*connection: close\r\n/is)
  expect(answered).toContain(late)
  const entries = emulator.requests.find()
  expect(entries.map(({ method, path, status, refusal }) => [`${method} ${path}`, status, refusal?.message])).toEqual(
    recorded,
  )
})

const many = 'x'.repeat(300_000)
it.each([
  ['nonsense', 'NONSENSE\r\n\r\n', '400 Bad Request', 'bad_request', 'UNKNOWN /'],
  ['a method in lower case', 'delete /0/?a=1 HTTP/1.1\r\n\r\n', '400 Bad Request', 'bad_request', 'delete /0/'],
  ['no Host', 'GET /0/ HTTP/1.1\r\n\r\n', '400 Bad Request', 'bad_request', 'GET /0/'],
  ['an invalid address', 'GET * HTTP/1.1\r\nHost: a\r\n\r\n', '400 Bad Request', 'bad_request', 'GET /'],
  [
    'what is for a proxy',
    'CONNECT api.test:443 HTTP/1.1\r\nHost: api.test:443\r\n\r\n',
    '400 Bad Request',
    'bad_request',
    'CONNECT /',
  ],
  [
    'an expectation',
    'POST /0/ HTTP/1.1\r\nHost: localhost\r\nExpect: cake\r\nContent-Length: 0\r\n\r\n',
    '417 Expectation Failed',
    'bad_request',
    'POST /0/',
  ],
  [
    'large headers',
    `GET /0/ HTTP/1.1\r\nX: ${many}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    'headers_too_large',
    'GET /0/',
  ],
  [
    'a large address',
    `GET /0/?a=${many} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    '431 Request Header Fields Too Large',
    'headers_too_large',
    'GET /0/',
  ],
  [
    'large extensions of a chunk',
    `POST /1.13/projects HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;a=${many}\r\n`,
    '413 Payload Too Large',
    'payload_too_large',
    'POST /1.13/projects',
  ],
])('answers %s with an error of the API, and records the refusal', async (_what, bytes, status, code, line) => {
  const { server, emulator } = await startServed()
  const [head = '', body = ''] = (await raw(server, bytes)).split('\r\n\r\n')
  expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`)
  const { message } = (JSON.parse(body) as { error: { code: string; message: string } }).error
  expect(JSON.parse(body)).toMatchObject({ error: { code } })
  const [entry] = emulator.requests.find()
  expect([`${entry?.method} ${entry?.path}`, entry?.status, entry?.refusal?.message]).toEqual([
    line,
    Number(status.slice(0, 3)),
    message,
  ])
  // Sent again, it would be another request.
  const { events } = readCase(await emulator.saveCase())
  expect(JSON.stringify(events)).not.toContain(code)
})

it('closes at once despite idle connections, and lets a request under way finish', async () => {
  const { server, emulator } = await startServed({ grace: 600_000 })
  await (await fetch(`${server.url}/0/`)).text()
  const silent = connect(server.port, '127.0.0.1')
  onTestFinished(() => void silent.destroy())
  await new Promise((resolve) => silent.once('connect', resolve))
  emulator.faults.add({ delay: 100 })
  const answered = fetch(`${server.url}/0/`)
  await expect.poll(() => emulator.requests.size).toBe(2)
  await server.close()
  expect((await answered).status).toBe(200)
})

it('closes a request that takes longer than the grace, and all at once at a second call', async () => {
  for (const [grace, calls] of [
    [30, 1],
    [600_000, 2],
  ] as const) {
    const { server, emulator } = await startServed({ grace })
    emulator.faults.add({ delay: '1m' })
    const stuck = fetch(`${server.url}/0/`).catch(() => 'cut')
    await expect.poll(() => emulator.requests.size).toBe(1)
    await Promise.all(Array.from({ length: calls }, () => server.close()))
    expect(await stuck).toBe('cut')
  }
})
