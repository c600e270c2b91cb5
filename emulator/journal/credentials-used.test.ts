import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { packSeed } from '../fixtures.ts'
import { ask } from '../../testing/suite/ask.ts'

const clock = '2026-03-01T12:00:00Z'
const begin = Date.parse(clock)
const environments = '/1.13/environments'

async function token(
  emulator: Emulator,
  grant: Readonly<Record<string, string>> = { grant_type: 'client_credentials' },
) {
  const { clientId, clientSecret } = emulator.credentials
  const form = { ...grant, client_id: clientId, client_secret: clientSecret }
  return (await ask(emulator, 'POST', '/oauth/token', { auth: null, form })).json
}

const used = (emulator: Emulator) => emulator.requests.find().map(({ credential }) => credential)

it('tells tokens apart by the order in which they were issued', async () => {
  const emulator = createEmulator({ clock })
  const [first, second] = [await token(emulator), await token(emulator)]
  for (const { access_token: sent } of [second, first])
    await ask(emulator, 'GET', environments, { auth: `Bearer ${sent}` })
  await ask(emulator, 'GET', environments)
  const { token: secret } = (
    await ask(emulator, 'POST', '/access-tokens', {
      json: { name: 'New', scopes: ['environments:read'], expires_at: '2026-04-01T00:00:00Z' },
    })
  ).json
  await ask(emulator, 'GET', environments, { auth: `Bearer ${secret}` })
  expect(used(emulator)).toEqual(['oauthClient', 'oauthClient', 'oauth#2', 'oauth#1', 'pat#1', 'pat#1', 'pat#2'])
})

it('records the kind and the name of credentials, or that they were absent, refused or unchecked', async () => {
  const emulator = createEmulator({ clock })
  const { clientId, integrationToken, apiKey, dsn } = emulator.credentials
  const bearer = `Bearer ${(await token(emulator)).access_token}`
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: 'wrong' }
  await ask(emulator, 'POST', '/oauth/token', { auth: null, form })
  const legacy = [`Bearer ${integrationToken}`, `Basic ${btoa(`${apiKey}:`)}`, `DSN ${dsn}`, null, 'Bearer made-up']
  for (const auth of legacy) await ask(emulator, 'GET', '/0/projects/', { auth })
  await ask(emulator, 'GET', environments, { auth: bearer })
  await ask(emulator, 'GET', environments, { auth: `Bearer ${integrationToken}` })
  await ask(emulator, 'GET', '/0/', { auth: `DSN ${dsn}` })
  await ask(emulator, 'GET', '/nowhere', { auth: 'nonsense' })
  expect(emulator.requests.find().map(({ credentials, credential }) => [credentials, credential])).toEqual([
    ['oauthClient', 'oauthClient'],
    ['refused', null],
    ['integrationToken', 'integrationToken'],
    ['apiKey', 'apiKey'],
    ['dsn', 'dsn'],
    ['none', null],
    ['refused', null],
    ['accessToken', 'oauth#1'],
    ['refused', 'integrationToken (not accepted)'],
    ['unchecked', 'dsn (not checked)'],
    ['unchecked', null],
  ])
})

it('says why a token that was issued is refused, and which refresh token was sent', async () => {
  const emulator = createEmulator({ clock: { start: begin, frozen: true } })
  const first = await token(emulator)
  emulator.clock.advance('2h')
  await ask(emulator, 'GET', environments, { auth: `Bearer ${first.access_token}` })
  for (let count = 0; count < 2; count++)
    await token(emulator, { grant_type: 'refresh_token', refresh_token: first.refresh_token })
  const { id } = emulator.data.find('access_tokens')[0]!
  await ask(emulator, 'DELETE', `/access-tokens/${id}`)
  await ask(emulator, 'GET', environments)
  expect(used(emulator)).toEqual([
    'oauthClient',
    'oauth#1 (expired)',
    'oauthClient with refresh#1',
    'oauthClient with refresh#1 (used or revoked)',
    'pat#1',
    'pat#1 (revoked)',
  ])
})

it('recognizes secrets whose special characters also mark the name of a world', async () => {
  const seed = packSeed('empty', { seed: 1, scale: undefined })
  const emulator = createEmulator({ clock, fixtures: { ...seed, samples: { oddSecrets: true } } })
  const { access_token: sent } = await token(emulator)
  expect(sent).toContain('~')
  await ask(emulator, 'GET', '/0/', { auth: `Bearer ${sent}` })
  expect(emulator.requests.find()[1]!.credential).toBe('oauth#1 (not checked)')
})
