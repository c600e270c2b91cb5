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

it('leaves refusals as they are, and shows no code in the journal', async () => {
  const emulator = emulatorWith({}, 'state-code-to-encode')
  expect((await ask(emulator, 'POST', '/app/shop/prepare-connect', { auth: null })).status).toBe(401)
  expect((await ask(emulator, 'POST', '/app/nowhere/prepare-connect')).status).toBe(404)
  const { state } = (await ask(emulator, 'POST', '/app/shop/prepare-connect')).json
  for (const sent of [state, encodeURIComponent(state)])
    await ask(emulator, 'GET', `/app/shop/connect?prepare_state=${sent}`, { auth: null })
  expect(JSON.stringify(emulator.requests.find())).not.toContain(state.slice(0, 40))
})

it('finds the state code where a template has it, and changes the address beside it', async () => {
  const stateCodeName = { prepared: { code: '$state', open: '$url' } }
  const emulator = emulatorWith({ stateCodeName }, 'state-code-to-encode')
  const { prepared } = (await ask(emulator, 'POST', '/app/shop/prepare-connect')).json as unknown as {
    prepared: { code: string; open: string }
  }
  expect(prepared.code).toMatch(/^\w{40}\+\/=&$/)
  expect(prepared.open).toBe(`/app/shop/connect?prepare_state=${encodeURIComponent(prepared.code)}`)
  expect((await ask(emulator, 'POST', prepared.open, decision)).status).toBe(200)
})
