import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { scenarioEmulator } from '../../../testing/emulator/scenario-emulators.ts'

it('keeps the name of a world at the end of a code, and redirects back to it', async () => {
  const emulator = scenarioEmulator({ connectFlow: 'redirect' }, 'state-code-to-encode')
  emulator.worlds.use('blue').scenarios.add('state-code-to-encode')
  const auth = `Bearer ${emulator.credentials.token}~blue`
  const { state } = (await ask(emulator, 'POST', '/app/crm/prepare-connect', { auth })).json
  expect(state).toMatch(/^\w{40}\+\/=&~blue$/)
  const address = `/app/crm/connect?prepare_state=${encodeURIComponent(state)}`
  const redirect = await ask(emulator, 'GET', address, { auth: null })
  expect(redirect.status).toBe(303)
  const location = redirect.headers.get('location')!.replace('http://localhost', '')
  expect((await ask(emulator, 'GET', location, { auth: null })).status).toBe(200)
})
