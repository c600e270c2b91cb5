import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { ask } from '../../testing/suite/ask.ts'

const limited = (rateLimit: number) =>
  createEmulator({ clock: '2026-03-01T00:00:00Z', checkResponses: true, conventions: { rateLimit } })
const path = '/1.13/projects'

const limits = (headers: Headers) =>
  ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) => headers.get(name))

it('counts down, refuses with Retry-After, and serves again after that much virtual time', async () => {
  const emulator = limited(2)
  expect(limits((await ask(emulator, 'GET', path)).headers)).toEqual(['2', '1', '60', null])
  emulator.clock.advance('10.5s')
  expect(limits((await ask(emulator, 'GET', path)).headers)).toEqual(['2', '0', '50', null])
  const refused = await ask(emulator, 'GET', path)
  expect(refused.status).toBe(429)
  expect(refused.json.error.code).toBe('rate_limited')
  expect(limits(refused.headers)).toEqual(['2', '0', '50', '50'])
  emulator.clock.advance('49s')
  expect((await ask(emulator, 'GET', path)).headers.get('retry-after')).toBe('1')
  emulator.clock.advance('1s')
  expect(limits((await ask(emulator, 'GET', path)).headers)).toEqual(['2', '1', '60', null])
})

it('counts each credential and each world separately', async () => {
  const emulator = limited(1)
  const { integrationToken } = emulator.credentials
  expect((await ask(emulator, 'GET', path)).status).toBe(200)
  expect((await ask(emulator, 'GET', path)).status).toBe(429)
  expect((await ask(emulator, 'GET', '/0/projects/', { auth: `Bearer ${integrationToken}` })).status).toBe(200)
  expect((await ask(emulator, 'GET', `/~other${path}`)).status).toBe(200)
  expect((await ask(emulator, 'GET', '/0/', { auth: null })).status).toBe(200)
  expect((await ask(emulator, 'GET', '/0/', { auth: null })).status).toBe(429)
})

it.each([
  ['an unknown id', 'GET', `${path}/${'0'.repeat(27)}`, 404, {}],
  ['a malformed id', 'GET', `${path}/x`, 400, {}],
  ['broken JSON', 'POST', path, 400, { form: '{', headers: { 'content-type': 'application/json' } }],
  [
    'a wrong client secret',
    'POST',
    '/oauth/token',
    401,
    { auth: null, form: { grant_type: 'client_credentials', client_id: 'x', client_secret: 'x' } },
  ],
  ['a form that does not fit', 'POST', '/oauth/token', 400, { auth: null, form: 'grant_type=a&grant_type=b' }],
] as const)(
  'sends the RateLimit headers with a request that counts and is refused for %s',
  async (_why, method, url, status, asked) => {
    const emulator = limited(2)
    const first = await ask(emulator, method, url, asked)
    expect([first.status, ...limits(first.headers)]).toEqual([status, '2', '1', '60', null])
    expect(limits((await ask(emulator, method, url, asked)).headers)).toEqual(['2', '0', '60', null])
    expect((await ask(emulator, method, url, asked)).status).toBe(429)
  },
)

it('does not count a request that is refused for its credentials, since its caller is unknown', async () => {
  const emulator = limited(1)
  for (let count = 0; count < 3; count++)
    expect((await ask(emulator, 'GET', path, { auth: 'Bearer wrong' })).status).toBe(401)
  expect(limits((await ask(emulator, 'GET', path, { auth: null })).headers)).toEqual([null, null, null, null])
  expect((await ask(emulator, 'GET', path)).status).toBe(200)
})
