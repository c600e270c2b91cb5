import { expect, it } from 'vitest'
import { createEmulator } from './create-emulator.ts'
import { ask } from './suite/ask.ts'

const limited = (rateLimit: number) => createEmulator({ clock: '2026-03-01T00:00:00Z', checkResponses: true, conventions: { rateLimit } })
const path = '/1.13/projects'

const shown = (headers: Headers) => ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) => headers.get(name))

it('counts down, refuses with Retry-After, and goes on when that much virtual time has passed', async () => {
  const emulator = limited(2)
  expect(shown((await ask(emulator, 'GET', path)).headers)).toEqual(['2', '1', '60', null])
  emulator.clock.advance('10.5s')
  expect(shown((await ask(emulator, 'GET', path)).headers)).toEqual(['2', '0', '50', null])
  const refused = await ask(emulator, 'GET', path)
  expect(refused.status).toBe(429)
  expect(refused.json.error.code).toBe('rate_limited')
  expect(shown(refused.headers)).toEqual(['2', '0', '50', '50'])
  emulator.clock.advance('49s')
  expect((await ask(emulator, 'GET', path)).headers.get('retry-after')).toBe('1')
  emulator.clock.advance('1s')
  expect(shown((await ask(emulator, 'GET', path)).headers)).toEqual(['2', '1', '60', null])
})

it('counts each credential and each world for itself', async () => {
  const emulator = limited(1)
  const { integrationToken } = emulator.credentials
  expect((await ask(emulator, 'GET', path)).status).toBe(200)
  expect((await ask(emulator, 'GET', path)).status).toBe(429)
  expect((await ask(emulator, 'GET', '/0/projects/', { auth: `Bearer ${integrationToken}` })).status).toBe(200)
  expect((await ask(emulator, 'GET', `/~other${path}`)).status).toBe(200)
  expect((await ask(emulator, 'GET', '/0/', { auth: null })).status).toBe(200)
  expect((await ask(emulator, 'GET', '/0/', { auth: null })).status).toBe(429)
})

it('counts HEAD like GET', async () => {
  const emulator = limited(2)
  expect((await ask(emulator, 'HEAD', path)).headers.get('ratelimit-remaining')).toBe('1')
  expect((await ask(emulator, 'HEAD', path)).status).toBe(200)
  expect((await ask(emulator, 'HEAD', path)).status).toBe(429)
})

it('begins anew with a reset', async () => {
  const emulator = limited(1)
  expect((await ask(emulator, 'GET', path)).status).toBe(200)
  emulator.reset()
  expect((await ask(emulator, 'GET', path)).status).toBe(200)
  expect((await ask(emulator, 'GET', path)).status).toBe(429)
})

it('shows nothing without a limit', async () => {
  expect(shown((await ask(limited(0), 'GET', path)).headers)).toEqual([null, null, null, null])
})
