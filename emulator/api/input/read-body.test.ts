import { expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'

it.each([
  ['refuse', [400, undefined]],
  ['first', [201, 'a']],
  ['last', [201, 'b']],
] as const)(
  'applies the convention repeatedParameters=%s to a member repeated in the query',
  async (repeatedParameters, expected) => {
    const { fetch, credentials } = createEmulator({
      checkResponses: true,
      clock: '2026-01-01T00:00:00Z',
      conventions: { repeatedParameters },
    })
    const headers = { authorization: `Bearer ${credentials.token}` }
    const response = await fetch(
      new Request('http://localhost/1.13/workspaces?name=a&name=b', { method: 'POST', headers }),
    )
    const { name } = (await response.json()) as { name?: string }
    expect([response.status, name]).toEqual(expected)
  },
)
