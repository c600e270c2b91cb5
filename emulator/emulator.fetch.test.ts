import { expect, it } from 'vitest'
import { createEmulator } from './create-emulator.ts'

const url = 'https://api.example/1.13/environments'
const setUp = (options = {}) => {
  const emulator = createEmulator({ clock: '2026-03-01', ...options })
  return { emulator, headers: { authorization: `Bearer ${emulator.credentials.token}` } }
}

it('accepts what the global fetch accepts: a string, a URL or a Request, with or without options', async () => {
  const { emulator, headers } = setUp()
  // Clients call the fetch function that they are given without `this`.
  const clientFetch: typeof globalThis.fetch = emulator.fetch
  const inputs = [
    [url, { headers }],
    [new URL(url), { headers }],
    [new Request(url, { headers })],
    [new Request(url), { headers }],
  ] as const
  for (const [input, init] of inputs) expect((await clientFetch(input, init)).status).toBe(200)
  expect((await clientFetch(url)).status).toBe(401)
  const created = await clientFetch('https://api.example/1.13/projects', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"name":"New"}',
  })
  expect([created.status, emulator.requests.one({ operation: 'projects.create' }).body]).toEqual([201, { name: 'New' }])
})

it('accepts a Request of another class, as test environments have one', async () => {
  const { emulator, headers } = setUp()
  const request = new Request(url, { headers })
  const foreign = {
    url,
    method: 'GET',
    headers: request.headers,
    signal: request.signal,
    body: null,
    text: async () => '',
  } as unknown as Request
  expect((await emulator.fetch(foreign)).status).toBe(200)
})

it.each([
  ['a relative address', '/0/'],
  ['nothing', undefined as unknown as string],
])('rejects with a TypeError, as fetch does, given %s', async (_name, input) => {
  await expect(setUp().emulator.fetch(input)).rejects.toThrow(TypeError)
})

it('rejects with the reason of an aborted signal, and records no request', async () => {
  const { emulator, headers } = setUp()
  const reason = new RangeError('enough')
  await expect(emulator.fetch(url, { headers, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  await expect(emulator.fetch(new Request(url, { headers, signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
  expect(emulator.requests.size).toBe(0)
})

it.each(['/other/_emulator/faults', '/other', '/~-/0/', '/api/nowhere', '/api/_emulator/nowhere'])(
  'answers HEAD without a body where nothing is served: %s',
  async (path) => {
    const { emulator } = setUp({ basePath: '/api' })
    const response = await emulator.fetch(`https://api.example${path}`, { method: 'HEAD' })
    expect([response.status >= 400, await response.text()]).toEqual([true, ''])
  },
)
