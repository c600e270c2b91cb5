import { expect, it } from 'vitest'
import { controlClient, type ControlClient } from '../../testing/emulator/control-client.ts'
import { obtainToken } from '../../testing/emulator/token-requests.ts'

const blue = { 'x-emulator-world': 'blue' }

interface Credentials {
  readonly id: string
  readonly kind: string
  readonly secret: string | null
  readonly secondsLeft: number | null
}

async function listed(
  { control }: ControlClient,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly Credentials[]> {
  return (await control('GET', `/credentials${query}`, undefined, headers)).body.data
}

const accessToken = async ({ emulator }: ControlClient): Promise<string> =>
  (await obtainToken(emulator)).json.access_token

it('shows kind, scopes and time left of each credential, and only the secrets that every new world has', async () => {
  const client = controlClient()
  const { emulator } = client
  const token = await accessToken(client)
  const all = await listed(client)
  const secretOf = (wanted: string) => all.find(({ kind }) => kind === wanted)?.secret
  const { credentials } = emulator
  expect(['personalAccessToken', 'integrationToken', 'apiKey', 'dsn', 'oauthClient'].map(secretOf)).toEqual([
    credentials.token,
    credentials.integrationToken,
    credentials.apiKey,
    credentials.dsn,
    credentials.clientSecret,
  ])
  const [issued] = await listed(client, '?kind=accessToken')
  expect(issued).toMatchObject({
    kind: 'accessToken',
    label: 'oauth#1',
    secret: null,
    secondsLeft: 3600,
    scopes: expect.any(Array),
  })
  expect(JSON.stringify(all)).not.toContain(token)
  emulator.clock.advance('30m')
  expect((await listed(client, '?kind=accessToken'))[0]).toMatchObject({ secondsLeft: 1800 })
  emulator.clock.advance('1d')
  expect((await listed(client, '?kind=accessToken'))[0]).toMatchObject({ secondsLeft: 0 })
})

it('shows secrets of a named world so that they lead to it', async () => {
  const client = controlClient()
  const token = (await listed(client, '?kind=personalAccessToken', blue))[0]!.secret!
  expect(token).toBe(`${client.emulator.credentials.token}~blue`)
  client.emulator.worlds.use('blue').data.removeAll('flows')
  const response = await client.api('/1.13/flows', { headers: { authorization: `Bearer ${token}` } })
  expect([response.status, response.body.data]).toEqual([200, []])
})

it.each([
  ['personalAccessToken', 'access_tokens'],
  ['oauthClient', undefined],
] as const)('revokes a credential of the kind %s with what belongs to it', async (kind, collection) => {
  const client = controlClient()
  const { control, api, emulator } = client
  const token = kind === 'oauthClient' ? await accessToken(client) : emulator.credentials.token
  const headers = { authorization: `Bearer ${token}` }
  expect((await api('/1.13/flows', { headers })).status).toBe(200)
  const [{ id }] = (await listed(client, `?kind=${kind}`)) as [Credentials]
  const path = `/credentials/${encodeURIComponent(id)}`
  expect((await control('DELETE', path, undefined, blue)).status).toBe(204)
  expect((await api('/1.13/flows', { headers })).status).toBe(200)
  expect((await control('DELETE', path)).status).toBe(204)
  expect((await api('/1.13/flows', { headers })).status).toBe(401)
  if (collection) expect(emulator.data.count(collection)).toBe(0)
  expect(await control('DELETE', path)).toMatchObject({ status: 404, body: { error: { code: 'unknown_credential' } } })
})
