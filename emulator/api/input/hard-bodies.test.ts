import { expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import { mostValues } from '../../tools/json-bounds.ts'

const emulator = createEmulator()
const [connection] = emulator.data.find('adapter_connections')
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

async function send(method: string, path: string, type: string, body: string) {
  const headers = {
    ...(type === form ? {} : { authorization: `Bearer ${emulator.credentials.token}` }),
    'content-type': type,
    accept: 'application/json, text/event-stream',
  }
  const response = await emulator.fetch(new Request(`http://localhost${path}`, { method, headers, body }))
  return [response.status, await response.text()] as const
}

const members = `{${Array.from({ length: mostValues + 1 }, (_, index) => `"m${index}":1`).join()}}`
const call = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":${members}}`

it.each([
  ['POST', '/1.13/projects', members],
  ['PUT', `/1.13/projects/${emulator.data.find('projects')[0]!.id}`, members],
  ['PUT', `/1.13/configurations/${emulator.samples.scopeId}`, members],
  ['POST', '/access-tokens', members],
  ['POST', `/services/${connection!.id}/create-contact`, members],
  ['POST', '/mcp', call],
])('parses no body of %s %s that has more members than are read at once', async (method, path, body) => {
  expect(await send(method, path, json, body)).toEqual([
    400,
    expect.stringContaining('The body has more than 20000 members and items in all; send fewer at a time.'),
  ])
})

it('parses no form of more parameters than are read', async () => {
  const grant = 'grant_type=client_credentials'
  expect(await send('POST', '/oauth/token', form, `${grant}${'&a'.repeat(1000)}`)).toEqual([
    400,
    expect.stringContaining('The form has more than 1000 parameters; send those that are needed.'),
  ])
  expect((await send('POST', '/oauth/token', form, `${grant}${'&a'.repeat(999)}`))[1]).toContain('was sent twice')
})

it('looks at no world that a form of so many parameters names', async () => {
  const body = `grant_type=client_credentials&client_id=x~named${'&a'.repeat(1000)}`
  await send('POST', '/oauth/token', form, body)
  expect(emulator.worlds.names).toEqual(['default'])
})
