import { signal } from '@preact/signals'
import { afterEach, expect, it, vi } from 'vitest'
import { ask } from './control.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  '/records/..',
  '/records/.',
  '/records/../../~evil/0/',
  '/records/%2e%2E/x',
  '/records/.%2e',
  String.raw`/records/..\..\x`,
])('asks for nothing at %s, which leads elsewhere', async (path) => {
  const fetch = vi.fn(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', fetch)
  const place = { apiBase: '', token: signal(''), needsToken: signal(false) }
  expect(await ask(place, path)).toMatchObject({ ok: false, problem: { status: 404, code: 'unknown_path' } })
  expect(fetch).not.toHaveBeenCalled()
  expect((await ask(place, '/records/..a.%2f')).ok).toBe(true)
})
