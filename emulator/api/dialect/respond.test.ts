import { afterEach, expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import { serve } from '../../serve/serve.ts'

const NodeRequest = Request
const NodeResponse = Response
afterEach(() => {
  globalThis.Request = NodeRequest
  globalThis.Response = NodeResponse
})

/** Asks twice in process, and changes the headers of the first answer. */
async function headersAfterChange() {
  const emulator = createEmulator({ fixtures: 'empty' })
  const headers = { authorization: `Bearer ${emulator.credentials.token}` }
  const ask = () => emulator.fetch('http://localhost/1.13/environments', { headers })
  const { headers: changed } = await ask()
  const before = Object.fromEntries(changed)
  changed.delete('content-type')
  changed.set('x-mine', '1')
  return { before, after: Object.fromEntries((await ask()).headers) }
}

it('gives each answer in process headers of its own', async () => {
  const { before, after } = await headersAfterChange()
  expect(before).toMatchObject({ 'content-type': 'application/json', 'access-control-allow-origin': '*' })
  expect(after).toEqual(before)
})

it('gives each answer headers of its own given the lighter Response of a server', async () => {
  const server = await serve(createEmulator({ fixtures: 'empty' }), { port: 0, overrideGlobalObjects: true })
  await (await fetch(`${server.url}/0/`)).text()
  await server.close()
  expect(Response).not.toBe(NodeResponse)
  const { before, after } = await headersAfterChange()
  expect(after).toEqual(before)
})
