import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { dialects, emulatorWith } from '../../../testing/emulator/scenario-emulators.ts'

const decision = { auth: null, form: { decision: 'approve' } }

it.each([...dialects.map((dialect) => ({ ...dialect, stateCodeName: 'code' as const })), {}])(
  'issues a state code that works where it is encoded, and once alone, under %j',
  async (conventions) => {
    const emulator = emulatorWith(conventions, 'state-code-to-encode')
    const { stateCodeName } = emulator.conventions
    const { [typeof stateCodeName === 'string' ? stateCodeName : '']: code } = (
      await ask(emulator, 'POST', '/app/shop/prepare-connect')
    ).json
    expect(code).toMatch(/^\w{40}\+\/=&$/)
    const address = (sent: string) => `/app/shop/connect?prepare_state=${sent}`
    for (const wrong of [code, encodeURI(code), code.slice(0, 40), encodeURIComponent(`${code}~other`)])
      expect((await ask(emulator, 'POST', address(wrong), decision)).status, wrong).toBe(400)
    expect((await ask(emulator, 'POST', address(encodeURIComponent(code)), decision)).status).toBe(200)
    expect((await ask(emulator, 'POST', address(encodeURIComponent(code)), decision)).status).toBe(410)
  },
)

it('keeps the name of a world at the end of a code, and leads back to it by a redirect', async () => {
  const emulator = emulatorWith({ connectFlow: 'redirect' }, 'state-code-to-encode')
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

