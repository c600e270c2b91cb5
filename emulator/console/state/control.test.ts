import { signal } from '@preact/signals'
import { afterEach, expect, it, vi } from 'vitest'
import { askControl, askFile } from './control.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  '/records/..',
  '/records/.',
  '/records/../../~evil/0/',
  '/records/%2e%2E/x',
  '/records/.%2e',
  String.raw`/records/..\..\x`,
])('sends no request to %s, which leads elsewhere', async (path) => {
  const fetch = vi.fn(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', fetch)
  const place = { apiBase: '', token: signal(''), needsToken: signal(false) }
  expect(await askControl(place, path)).toMatchObject({ ok: false, problem: { status: 404, code: 'unknown_path' } })
  expect(fetch).not.toHaveBeenCalled()
  expect((await askControl(place, '/records/..a.%2f')).ok).toBe(true)
})

it('asks for a file with the control token, which no link could send', async () => {
  const fetch = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(new Response('<html>')))
  vi.stubGlobal('fetch', fetch)
  const place = { apiBase: '/~blue', token: signal('c0ntrol'), needsToken: signal(false) }
  const outcome = await askFile(place, '/client/report', { query: { format: 'html' } })
  expect(outcome.ok && (await outcome.value.text())).toBe('<html>')
  const [[url, init]] = fetch.mock.calls as [[string, RequestInit]]
  expect([url, init.headers]).toEqual([
    '/~blue/_emulator/client/report?format=html',
    { authorization: 'Bearer c0ntrol' },
  ])
})
