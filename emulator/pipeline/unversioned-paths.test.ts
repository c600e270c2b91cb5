import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'

// holds: oauth.unversioned, services.unversioned
it('serves the token endpoint and the Services API only without a version', async () => {
  const { fetch, credentials, samples, conventions } = createEmulator({
    checkResponses: true,
    clock: '2026-03-01T12:00:00Z',
  })
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
  })
  const status = async (path: string, init: RequestInit) =>
    (await fetch(new Request(`http://emulator.test${path}`, init))).status
  const token = {
    method: 'POST',
    body: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
  const capabilities = { headers: { authorization: `Bearer ${credentials.token}` } }
  expect([
    await status('/oauth/token', token),
    await status(`/services/${samples.adapterConnectionId}/capabilities`, capabilities),
  ]).toEqual([200, 200])
  for (const version of [...conventions.versions, '0']) {
    expect([
      await status(`/${version}/oauth/token`, token),
      await status(`/${version}/services/${samples.adapterConnectionId}/capabilities`, capabilities),
    ]).toEqual([404, 404])
  }
})
