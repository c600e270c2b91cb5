import { expect, it } from 'vitest'
import { defineAdapter } from '../services/define-adapter.ts'
import {
  connectMcpClient,
  namedConnection,
  mcpEmulator,
  toolNames,
  toolText,
  createNarrowToken,
} from '../../../testing/emulator/mcp-client.ts'
import { validOrder } from '../../../testing/emulator/services.ts'
import { ask } from '../../../testing/suite/ask.ts'

const accept = { accept: 'application/json, text/event-stream' }

it('shows and runs only what the scopes of the caller allow', async () => {
  const emulator = mcpEmulator()
  namedConnection(emulator, 'shop')
  const client = await connectMcpClient(emulator, {
    token: await createNarrowToken(emulator, ['projects:read', 'services:read']),
  })
  expect(await toolNames(client)).toEqual(['list_projects'])
  const refused = await client.callTool({ name: 'shop_create-order', arguments: validOrder })
  expect([refused.isError, toolText(refused)]).toEqual([true, expect.stringContaining('services:write')])
  expect(emulator.worlds.default.collection('adapter_records').size).toBe(0)
})

it('gives the tools of several connections of one adapter different names', async () => {
  const emulator = mcpEmulator()
  const [first, second, disabled] = [
    namedConnection(emulator, 'crm'),
    namedConnection(emulator, 'crm'),
    namedConnection(emulator, 'crm', { status: 'disabled' }),
  ]
  const client = await connectMcpClient(emulator)
  const names = await toolNames(client)
  expect(names).toContain(`crm_create-contact_${first}`)
  expect(names.filter((name) => name.includes(disabled))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  await client.callTool({ name: `crm_create-contact_${second}`, arguments: { name: 'Ada', email: 'ada@example.com' } })
  expect((await client.callTool({ name: `crm_list-contacts_${first}`, arguments: {} })).structuredContent).toEqual({
    contacts: [],
  })
})

it('gives every tool a valid name and an object schema, whatever an adapter declares', async () => {
  const command = { description: 'Answers its body.', result: {}, handle: (_context: unknown, body: unknown) => body }
  const long = 'x'.repeat(80)
  const odd = [
    defineAdapter({
      name: 'list',
      title: 'List',
      kind: 'test',
      commands: [{ ...command, name: 'projects', body: {} }],
    }),
    defineAdapter({
      name: long,
      title: 'Long',
      kind: 'test',
      commands: [
        {
          ...command,
          name: 'numbers',
          body: { type: 'array', items: { $ref: '#/$defs/number' }, $defs: { number: { type: 'integer' } } },
        },
        { ...command, name: 'other', body: {} },
      ],
    }),
  ]
  const emulator = mcpEmulator({ adapters: odd })
  const list = namedConnection(emulator, 'list')
  namedConnection(emulator, long)
  const client = await connectMcpClient(emulator)
  const { tools } = await client.listTools()
  for (const { name } of tools) expect(name).toMatch(/^[a-z][A-Za-z0-9_-]{0,63}$/)
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['list_projects', `list_projects_${list}`]))
  const numbers = tools.find(({ title }) => title?.endsWith(': numbers'))!
  expect(JSON.parse(toolText(await client.callTool({ name: numbers.name, arguments: { body: [1, 2] } })))).toEqual([
    1, 2,
  ])
  expect(toolText(await client.callTool({ name: numbers.name, arguments: { body: ['x'] } }))).toContain(
    '/0 must be a whole number',
  )
})

it('bounds a page of tools and the answers of a batch, however many connections there are', async () => {
  const emulator = mcpEmulator()
  for (let count = 0; count < 300; count++) namedConnection(emulator, 'crm')
  const post = async (json: unknown) => (await ask(emulator, 'POST', '/mcp', { headers: accept, json })).text
  const list = (cursor?: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor } })
  expect((await post(list())).length).toBeLessThan(600_000)
  expect(await post(list('nowhere'))).toContain('The cursor \\"nowhere\\" leads to no page.')
  const names = await toolNames(await connectMcpClient(emulator))
  expect([new Set(names).size, names.filter((name) => name.startsWith('crm_')).length % 300]).toEqual([names.length, 0])
  const call = { ...list(), id: 'call', method: 'tools/call', params: { name: names[0], arguments: {} } }
  const text = await post([...Array.from({ length: 99 }, (_, id) => ({ ...list(), id })), call])
  expect(text.length).toBeLessThan(3_000_000)
  expect(text.match(/The answers of this batch have/g)).toHaveLength(96)
})
