import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { createEmulator } from '../../create-emulator.ts'
import { mostValues } from '../../tools/json-bounds.ts'

const emulator = createEmulator()
const [connection] = emulator.data.find('adapter_connections')
const headers = { accept: 'application/json, text/event-stream' }

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
  const { status, text } = await ask(emulator, method, path, { headers, text: body })
  const message = 'The body has more than 20000 members and items in all; send fewer at a time.'
  expect([status, text]).toEqual([400, expect.stringContaining(message)])
})

it.each([
  ['POST', '/1.13/projects'],
  ['POST', '/oauth/token'],
  ['POST', `/services/${connection!.id}/create-contact`],
  ['POST', '/mcp'],
  ['POST', '/_emulator/clock'],
])('names the compression of a body of %s %s, which it does not read', async (method, path) => {
  for (const [name, value] of [
    ['Content-Encoding', 'GZIP'],
    ['Transfer-Encoding', 'gzip, chunked'],
  ] as const) {
    const compressed = { ...headers, [name]: value }
    const { status, text, headers: sent } = await ask(emulator, method, path, { headers: compressed, text: 'x' })
    expect([status, text]).toEqual([415, expect.stringContaining(`must not be compressed; got ${name}: ${value}.`)])
    expect(sent.get('accept-encoding')).toBe('identity')
  }
})

it.each([
  ['POST', '/1.13/projects'],
  ['PUT', `/1.13/projects/${emulator.data.find('projects')[0]!.id}?name=x`],
  ['POST', '/app/shop/prepare-connect'],
])('refuses null as the body of %s %s', async (method, path) => {
  const { status, text } = await ask(emulator, method, path, { headers, text: 'null' })
  expect([status, text]).toEqual([400, expect.stringContaining('The body must be a JSON object; got null.')])
})

it('parses no form of more parameters than are read, and looks at no world that it names', async () => {
  const send = async (form: string) => (await ask(emulator, 'POST', '/oauth/token', { auth: null, form })).text
  const grant = 'grant_type=client_credentials&client_id=x~named'
  const message = 'The form has more than 1000 parameters; send those that are needed.'
  expect(await send(`${grant}${'&a'.repeat(999)}`)).toContain(message)
  expect(await send(`grant_type=x${'&a'.repeat(999)}`)).toContain('was sent twice')
  expect(emulator.worlds.names).toEqual(['default'])
})
