import { expect, it } from 'vitest'
import type { Emulator } from '../../create-emulator.ts'
import { ask } from '../../../testing/suite/ask.ts'
import { accessToken } from '../../../testing/emulator/scenario-clients.ts'
import { emulatorWith, flows } from '../../../testing/emulator/scenario-emulators.ts'
import type { ScenarioName } from './scenarios.ts'

async function statuses(emulator: Emulator, auth: string, requests: number): Promise<readonly number[]> {
  const found: number[] = []
  for (let count = 0; count < requests; count++) found.push((await ask(emulator, 'GET', flows, { auth })).status)
  return found
}

async function token(emulator: Emulator, grant: Readonly<Record<string, string>>) {
  const { clientId, clientSecret } = emulator.credentials
  const form = { ...grant, client_id: clientId, client_secret: clientSecret }
  return ask(emulator, 'POST', '/oauth/token', { auth: null, form })
}

it.each([
  ['token-expires-at-request', [200, 401, 401, 401]],
  ['token-expires-at-request=1', [401, 401, 401, 401]],
  ['token-expires-at-request=4', [200, 200, 200, 401]],
] as const)('expires the token of a request, given %s, and no later one', async (name, expected) => {
  const emulator = emulatorWith({}, name)
  const other = emulator.credentials.token
  expect((await ask(emulator, 'GET', flows, { auth: `Bearer ${other}` })).status).toBe(200)
  expect((await ask(emulator, 'GET', flows, { auth: 'Bearer wrong' })).status).toBe(401)
  expect(await statuses(emulator, await accessToken(emulator), 4)).toEqual(expected)
  expect(await statuses(emulator, await accessToken(emulator), 4)).toEqual([200, 200, 200, 200])
})

it('expires every token after some requests', async () => {
  const emulator = emulatorWith({}, 'tokens-expire-often=3')
  for (let count = 0; count < 3; count++)
    expect(await statuses(emulator, await accessToken(emulator), 4)).toEqual([200, 200, 200, 401])
})

it('expires a token while two requests are under way, and none of requests that come one after the other', async () => {
  const emulator = emulatorWith({}, 'token-expires-under-concurrency')
  const auth = await accessToken(emulator)
  expect(await statuses(emulator, auth, 3)).toEqual([200, 200, 200])
  const both = await Promise.all([statuses(emulator, auth, 1), statuses(emulator, auth, 1)])
  expect(both).toEqual([[401], [401]])
  const renewed = await accessToken(emulator)
  expect(await Promise.all([statuses(emulator, renewed, 1), statuses(emulator, renewed, 1)])).toEqual([[200], [200]])
})

it.each(['refresh-refused', 'no-refresh-token'] as const satisfies readonly ScenarioName[])(
  'lets an expired token be replaced by client credentials alone, given %s',
  async (name) => {
    const emulator = emulatorWith({}, name)
    const { json } = await token(emulator, { grant_type: 'client_credentials' })
    expect(typeof json.refresh_token).toBe(name === 'refresh-refused' ? 'string' : 'undefined')
    expect(await statuses(emulator, `Bearer ${json.access_token}`, 2)).toEqual([200, 401])
    const refreshed = await token(emulator, {
      grant_type: 'refresh_token',
      refresh_token: json.refresh_token ?? 'none',
    })
    expect([refreshed.status, refreshed.json.error]).toEqual([400, 'invalid_grant'])
    const anew = await token(emulator, { grant_type: 'client_credentials' })
    expect(await statuses(emulator, `Bearer ${anew.json.access_token}`, 2)).toEqual([200, 200])
  },
)

