import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { longestAddress } from './refuse.ts'

it('refuses a path outside the base path in the form of the API, and records why', async () => {
  const { fetch, requests } = createEmulator({ basePath: '/api' })
  const response = await fetch('http://localhost/1.13/environments', { method: 'OPTIONS' })
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('every path begins with /api')
  expect(requests.find()[0]?.refusal?.message).toContain('every path begins with /api')
})

it.each(['/1.13/projects', '/~named/1.13/projects', '/_emulator/requests', '/nope', '/app/shop/connect'])(
  'refuses an address of %s above the maximum length, and creates no world from it',
  async (path) => {
    const emulator = createEmulator()
    const begin = `http://localhost${path}?`
    const long = begin + '&'.repeat(longestAddress + 1 - begin.length)
    const response = await emulator.fetch(long)
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('must have at most 65536 characters; this one has 65537'),
    ])
    expect(emulator.worlds.names).toEqual(['default'])
    expect(await (await emulator.fetch(long.slice(0, -1))).text()).not.toContain('characters')
  },
)
