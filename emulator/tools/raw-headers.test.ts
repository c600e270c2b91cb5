import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { serve } from '../serve/serve.ts'
import { joined, toHeaders } from './raw-headers.ts'

it('joins repeated headers as Headers does, ignoring the case of their names', () => {
  const raw = ['X-A', '1', 'x-a', '2', 'Cookie', 'a=1', 'cookie', 'b=2', '__proto__', 'x', 'x-empty', '']
  const headers = toHeaders(joined(raw))
  expect(Object.entries(headers)).toEqual([
    ['x-a', '1, 2'],
    ['cookie', 'a=1; b=2'],
    ['__proto__', 'x'],
    ['x-empty', ''],
  ])
  expect(
    toHeaders(
      joined(
        [
          ...new Headers([
            ['X-A', '1'],
            ['x-a', '2'],
          ]),
        ].flat(),
      ),
    ),
  ).toEqual({ 'x-a': '1, 2' })
})

it('records the same headers for a request over HTTP as for one in process', async () => {
  const emulator = createEmulator({ clock: '2026-03-01', requests: { bytes: 20_000 } })
  const server = await serve(emulator, { port: 0 })
  const init = { headers: { authorization: `Bearer ${emulator.credentials.token}`, 'X-Try': '1' } }
  await (await fetch(`${server.url}/1.13/projects?limit=1`, init)).text()
  await emulator.fetch(new Request(`${server.url}/1.13/projects?limit=1`, init))
  const [overHttp, inProcess] = emulator.requests.find()
  expect(overHttp).toMatchObject({
    operation: 'projects.list',
    query: { limit: '1' },
    credentials: 'personalAccessToken',
    headers: inProcess!.headers,
  })
  for (let count = 0; count < 10; count++)
    await (await fetch(`${server.url}/0/`, { headers: { 'x-long': 'x'.repeat(2000) } })).text()
  await server.close()
  expect([emulator.requests.size, emulator.requests.truncated]).toEqual([4, true])
})
