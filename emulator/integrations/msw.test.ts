import { http } from 'msw'
import { setupServer } from 'msw/node'
import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { toMswHandlers } from './msw.ts'

it('answers every request below baseUrl by one handler, and leaves other hosts and paths alone', async () => {
  const emulator = createEmulator({ basePath: '/platform' })
  const handlers = toMswHandlers(emulator, { baseUrl: 'https://api.example.com/platform/', http })
  expect(handlers).toHaveLength(1)
  const server = setupServer(...handlers, http.all(/.*/, () => new Response('elsewhere', { status: 418 })))
  server.listen()
  try {
    expect((await fetch('https://api.example.com/platform/0/')).status).toBe(200)
    expect((await fetch('https://api.example.com/platform?x=1')).status).toBe(404)
    for (const url of ['https://api.example.com/platforms/0/', 'https://api-example.com/platform/0/', 'https://api.example.com/0/', 'http://api.example.com/platform/0/', 'https://other.example/?u=https://api.example.com/platform/0/']) {
      expect((await fetch(url)).status, url).toBe(418)
    }
    const { token } = emulator.credentials
    const events = await fetch(`https://api.example.com/platform/~one/0/issues/${emulator.samples.issueId}/events/`, { headers: { Authorization: `Bearer ${token}` } })
    expect(events.headers.get('link')).toContain(`<https://api.example.com/platform/~one/0/issues/${emulator.samples.issueId}/events/?cursor=`)
  } finally {
    server.close()
  }
})

it('refuses a baseUrl whose path is not the base path, as links would lead astray', () => {
  expect(() => toMswHandlers(createEmulator(), { baseUrl: 'https://api.example.com/v1', http })).toThrow("createEmulator({ basePath: '/v1' })")
})
