import { expect, it } from 'vitest'
import { packSeed } from '../fixtures.ts'
import { ask } from '../../testing/suite/ask.ts'
import { type ControlClient, controlClient } from '../../testing/emulator/control-client.ts'
import { obtainToken, refresh } from '../../testing/emulator/token-requests.ts'

const seed = packSeed('empty', { seed: 1, scale: undefined })

interface Birth {
  /** Sends the requests that issue tokens, and returns one of these. */
  readonly issue: (client: ControlClient) => Promise<string>
  /** The index of the request that issued it. */
  readonly index: number
  readonly oddSecrets?: boolean
  readonly world?: string
}

it.each<[what: string, birth: Birth]>([
  [
    'a token of a client',
    {
      issue: async ({ emulator }) => {
        const first = await obtainToken(emulator)
        await obtainToken(emulator)
        return first.json.access_token
      },
      index: 1,
    },
  ],
  [
    'a personal access token',
    {
      issue: async ({ emulator }) => {
        await obtainToken(emulator)
        const json = { name: 'New', scopes: ['environments:read'], expires_at: '2026-04-01T00:00:00Z' }
        return (await ask(emulator, 'POST', '/access-tokens', { json })).json.token
      },
      index: 2,
    },
  ],
  [
    'a token by a refresh token',
    {
      issue: async ({ emulator }) => {
        const { refresh_token: sent } = (await obtainToken(emulator)).json
        return (await refresh(emulator, sent)).json.access_token
      },
      index: 2,
    },
  ],
  [
    'a token of a world, sent with its name',
    {
      issue: async ({ emulator }) => {
        const { clientId, clientSecret } = emulator.credentials
        const form = { grant_type: 'client_credentials', client_id: `${clientId}~blue`, client_secret: clientSecret }
        return (await ask(emulator, 'POST', '/oauth/token', { auth: null, form })).json.access_token
      },
      index: 1,
      world: 'blue',
    },
  ],
  [
    'a secret that contains the mark of worlds',
    { issue: async ({ emulator }) => (await obtainToken(emulator)).json.access_token, index: 1, oddSecrets: true },
  ],
])('names the request that issued %s', async (_what, { issue, index, oddSecrets = false, world = 'default' }) => {
  const client = controlClient(oddSecrets ? { fixtures: { ...seed, samples: { oddSecrets } } } : {})
  const { emulator, control } = client
  const secret = await issue(client)
  if (oddSecrets || world !== 'default') expect(secret).toContain('~')
  await ask(emulator, 'GET', '/1.13/environments', { auth: `Bearer ${secret}` })
  const headers = { 'x-emulator-world': world }
  const listed = await control('GET', '/requests?operation=environments.list&status=200', undefined, headers)
  const { body } = await control('GET', `/requests/${listed.body.requests[0].index}`, undefined, headers)
  expect(body.related).toEqual([{ relation: 'token', index }])
})

it('opens a request after an answer that nests too deeply to be searched', async () => {
  const { emulator, control } = controlClient()
  const deep = '['.repeat(6000) + ']'.repeat(6000)
  const { access_token: secret } = (await obtainToken(emulator)).json
  emulator.faults.add({ operation: 'oauth.token', body: deep })
  await obtainToken(emulator)
  await ask(emulator, 'GET', '/1.13/environments', { auth: `Bearer ${secret}` })
  const { status, body } = await control('GET', '/requests/3')
  expect([status, body.related]).toEqual([200, [{ relation: 'token', index: 1 }]])
})
