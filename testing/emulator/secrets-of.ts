import { expect } from 'vitest'
import type { Emulator } from '../../emulator/create-emulator.ts'
import { ask } from '../suite/ask.ts'

/** Every secret of an emulator: its credentials, and one of each kind that it issues. */
export async function allSecrets(emulator: Emulator): Promise<readonly string[]> {
  const { clientId, clientSecret, token, integrationToken, apiKey, dsn } = emulator.credentials
  const { json: issued } = await ask(emulator, 'POST', '/oauth/token', {
    auth: null,
    form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  })
  const { json: created } = await ask(emulator, 'POST', '/access-tokens', {
    json: { name: 'New', scopes: ['projects:read'], expires_at: '2026-04-01T00:00:00Z' },
  })
  const { json: prepared } = await ask(emulator, 'POST', `/app/${emulator.samples.adapter}/prepare-connect`)
  const all = [
    clientSecret,
    token,
    integrationToken,
    apiKey,
    dsn,
    /\/\/([^@]+)@/.exec(dsn)![1]!,
    btoa(`${apiKey}:`),
    btoa(`${clientId}:${clientSecret}`),
    issued.access_token,
    issued.refresh_token,
    created.token,
    prepared.state,
  ]
  expect(all.every((secret) => typeof secret === 'string' && secret.length > 20)).toBe(true)
  return all
}
