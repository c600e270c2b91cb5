import { expect, it } from 'vitest'
import { ask } from '../../testing/suite/ask.ts'
import { clientForm, startedEmulator } from '../../testing/emulator/token-requests.ts'

// holds: oauth.unversioned, services.unversioned
it('serves the token endpoint and the Services API only without a version', async () => {
  const emulator = startedEmulator()
  const form = { grant_type: 'client_credentials', ...clientForm(emulator) }
  const capabilities = `/services/${emulator.samples.adapterConnectionId}/capabilities`
  const statuses = async (version: string) => [
    (await ask(emulator, 'POST', `${version}/oauth/token`, { auth: null, form })).status,
    (await ask(emulator, 'GET', `${version}${capabilities}`)).status,
  ]
  expect(await statuses('')).toEqual([200, 200])
  for (const version of [...emulator.conventions.versions, '0'])
    expect(await statuses(`/${version}`)).toEqual([404, 404])
})
