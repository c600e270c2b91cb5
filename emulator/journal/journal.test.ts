import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { ask } from '../../testing/suite/ask.ts'

const clock = '2026-03-01T12:00:00Z'
const setUp = (options = {}) => createEmulator({ clock, ...options })
it('records a request and its outcome', async () => {
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
    mcp: null,
    path: '/1.13/projects',
    query: { slug: 'shop' },
    headers: { authorization: 'Bearer <redacted>', 'content-type': 'application/json', 'user-agent': 'sdk/1' },
    body: { name: 'Shop' },
    credentials: 'personalAccessToken',
    credential: 'pat#1',
    overlapped: [],
    status: 201,
    refusal: null,
    fault: null,
    deviations: [],
    durationMs: expect.any(Number),
  })
})

it('records a refusal with its requirement and the message of the answer', async () => {
  const emulator = setUp()
  const { json } = await ask(emulator, 'GET', '/1.13/projects/short')
  expect(emulator.requests.one({ status: 400 }).refusal).toEqual({
    code: 'malformed_id',
    requirement: 'ids.malformed-path',
    message: json.error.message,
  })
})

it('records forms, repeated parameters, text that is not JSON, too deep or too long JSON, and no body', async () => {
  const emulator = setUp()
  const bodies: readonly [string, string, unknown][] = [
    ['a=1&a=2&b=3', 'application/x-www-form-urlencoded', { a: ['1', '2'], b: '3' }],
    ['{"a":', 'application/json', '(5 characters, not JSON)'],
    ['['.repeat(5000), 'application/json', '(5000 characters, nested too deeply)'],
    [JSON.stringify({ name: 'x'.repeat(70_000) }), 'application/json', '(70011 characters, too long to keep)'],
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

it('records requests without an operation, requests outside the base path, HEAD and OPTIONS', async () => {
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
