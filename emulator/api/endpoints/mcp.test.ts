import { expect, it } from 'vitest'
import {
  connectMcpClient,
  namedConnection,
  mcpEmulator,
  toolNames,
  toolText,
} from '../../../testing/emulator/mcp-client.ts'
import { ask } from '../../../testing/suite/ask.ts'
import { validOrder } from '../../../testing/emulator/services.ts'

// holds: mcp.endpoint
it.each(['legacy', 'auto'] as const)(
  'lets the official client list and call the commands of a connection, negotiating %s',
  async (mode) => {
    const emulator = mcpEmulator()
    const shop = namedConnection(emulator, 'shop')
    const client = await connectMcpClient(emulator, { mode })
    const { tools } = await client.listTools()
    const create = tools.find(({ name }) => name === 'shop_create-order')
    expect(create?.inputSchema).toMatchObject({ type: 'object', required: ['customer', 'items'] })
    expect(create?.outputSchema).toMatchObject({ type: 'object' })
    const made = await client.callTool({ name: 'shop_create-order', arguments: validOrder })
    expect(made.structuredContent).toMatchObject({ ...validOrder, status: 'placed' })
    expect(JSON.parse(toolText(made))).toEqual(made.structuredContent)
    const listed = await emulator.fetch(
      new Request(`http://localhost/services/${shop}/list-orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${emulator.credentials.token}` },
      }),
    )
    expect(await listed.json()).toEqual({ orders: [made.structuredContent] })
  },
)

it('answers bad arguments as a tool error with their pointers', async () => {
  const emulator = mcpEmulator()
  namedConnection(emulator, 'shop')
  const client = await connectMcpClient(emulator)
  const bad = await client.callTool({
    name: 'shop_create-order',
    arguments: { items: [{ sku: 'SKU-1', quantity: 0 }] },
  })
  expect(bad.isError).toBe(true)
  expect(toolText(bad)).toContain('/customer is required')
  expect(toolText(bad)).toContain('/items/0/quantity must be at least 1')
  const unknown = await client.callTool({ name: 'shop_retrieve-order', arguments: { id: '0'.repeat(27) } })
  expect([unknown.isError, toolText(unknown)]).toEqual([true, expect.stringContaining('no order')])
  await expect(client.callTool({ name: 'shop_creat-order', arguments: {} })).rejects.toThrow(
    'did you mean shop_create-order?',
  )
})

const accept = { accept: 'application/json, text/event-stream' }

it.each([
  ['GET', 'no body', 405, undefined],
  ['POST', 'broken JSON', 400, '{'],
  ['POST', 'no message', 400, '{"jsonrpc":"2.0"}'],
  [
    'POST',
    'too much',
    413,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { x: 'x'.repeat(3000) } }),
  ],
])('answers %s with %s by %i', async (method, _what, status, text) => {
  const emulator = mcpEmulator({ conventions: { bodyLimit: 2000 } })
  const answer = await ask(emulator, method, '/mcp', { headers: accept, ...(text === undefined ? {} : { text }) })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
  if (status === 405) expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
})

it('serves the tools of each world, at the path of the conventions', async () => {
  const emulator = mcpEmulator({ conventions: { mcpPath: '/1.13/ai/mcp' } })
  namedConnection(emulator, 'mailer')
  const world = emulator.worlds.use('other')
  for (const { id } of world.collection('adapter_connections').all()) world.remove('adapter_connections', id)
  expect(await toolNames(await connectMcpClient(emulator, { path: '/1.13/ai/mcp' }))).toContain('mailer_send-message')
  expect(await toolNames(await connectMcpClient(emulator, { path: '/~other/1.13/ai/mcp' }))).not.toContain(
    'mailer_send-message',
  )
  await expect(connectMcpClient(emulator)).rejects.toThrow('unknown_endpoint')
})

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))

it('refuses messages with more than 2,000 members beside the arguments of tools', async () => {
  const emulator = mcpEmulator()
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
  const refused = [
    { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: many(2000) } },
    { ...call, params: { name: 'list_projects', _meta: many(2000), arguments: {} } },
    Array.from({ length: 100 }, () => ({ ...call, params: { name: 'list_projects', _meta: many(20) } })),
  ]
  const post = (json: unknown) => ask(emulator, 'POST', '/mcp', { headers: accept, json })
  for (const message of refused)
    expect(await post(message)).toMatchObject({ status: 400, text: expect.stringContaining('at most 2000 members') })
  const taken = await post({ ...call, params: { name: 'list_projects', arguments: many(3000) } })
  expect(taken.text).toContain('The arguments are invalid')
})
