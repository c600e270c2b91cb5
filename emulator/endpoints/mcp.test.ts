import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, it, onTestFinished } from 'vitest'
import { createEmulator, type Emulator, type EmulatorOptions } from '../create-emulator.ts'
import { defineAdapter } from '../services/define-adapter.ts'

const validOrder = { customer: 'Ada Lovelace', items: [{ sku: 'SKU-1', quantity: 1 }] }

/** An emulator without the adapter connections of its fixtures. */
function start(options: EmulatorOptions = {}): Emulator {
  const emulator = createEmulator({ checkResponses: true, clock: '2026-01-01T00:00:00Z', ...options })
  const world = emulator.worlds.default
  for (const { id } of world.collection('adapter_connections').all()) world.remove('adapter_connections', id)
  return emulator
}

function connectionOf({ worlds: { default: world } }: Emulator, adapter: string, members: object = {}): string {
  return world.insert('adapter_connections', {
    id: world.nextId(),
    name: `My ${adapter}`,
    adapter_id: null,
    adapter,
    status: 'active',
    created_at: world.timestamp(),
    ...members,
  }).id
}

type Mode = 'legacy' | 'auto'

/** The official client, connected. */
async function connect(
  emulator: Emulator,
  { token = emulator.credentials.token, path = '/mcp', mode = 'legacy' as Mode } = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL(`http://localhost${path}`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: (url, init) => emulator.fetch(new Request(url, init as RequestInit)),
  })
  await client.connect(transport as Parameters<Client['connect']>[0])
  onTestFinished(() => client.close())
  return client
}

async function namesOf(client: Client): Promise<readonly string[]> {
  return (await client.listTools()).tools.map(({ name }) => name)
}

const textOf = (result: { content: unknown }) => (result.content as { text: string }[])[0]!.text

async function tokenWith({ fetch, credentials }: Emulator, scopes: readonly string[]): Promise<string> {
  const response = await fetch(
    new Request('http://localhost/access-tokens', {
      method: 'POST',
      headers: { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Narrow', scopes, expires_at: '2026-06-01T00:00:00Z' }),
    }),
  )
  return ((await response.json()) as { token: string }).token
}

// holds: mcp.endpoint
it.each(['legacy', 'auto'] as const)(
  'lets the official client list and call the commands of a connection, negotiating %s',
  async (mode) => {
    const emulator = start()
    const shop = connectionOf(emulator, 'shop')
    const client = await connect(emulator, { mode })
    const { tools } = await client.listTools()
    const create = tools.find(({ name }) => name === 'shop_create-order')
    expect(create?.inputSchema).toMatchObject({ type: 'object', required: ['customer', 'items'] })
    expect(create?.outputSchema).toMatchObject({ type: 'object' })
    const made = await client.callTool({ name: 'shop_create-order', arguments: validOrder })
    expect(made.structuredContent).toMatchObject({ ...validOrder, status: 'placed' })
    expect(JSON.parse(textOf(made))).toEqual(made.structuredContent)
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
  const emulator = start()
  connectionOf(emulator, 'shop')
  const client = await connect(emulator)
  const bad = await client.callTool({
    name: 'shop_create-order',
    arguments: { items: [{ sku: 'SKU-1', quantity: 0 }] },
  })
  expect(bad.isError).toBe(true)
  expect(textOf(bad)).toContain('/customer is required')
  expect(textOf(bad)).toContain('/items/0/quantity must be >= 1')
  const unknown = await client.callTool({ name: 'shop_retrieve-order', arguments: { id: '0'.repeat(27) } })
  expect([unknown.isError, textOf(unknown)]).toEqual([true, expect.stringContaining('no order')])
  await expect(client.callTool({ name: 'shop_creat-order', arguments: {} })).rejects.toThrow(
    'did you mean shop_create-order?',
  )
})

it('lists resources by read-only tools with filters, search and cursors', async () => {
  const emulator = start()
  const client = await connect(emulator)
  const readOnly = (await client.listTools()).tools
    .filter(({ annotations }) => annotations?.readOnlyHint === true)
    .map(({ name }) => name)
  expect(readOnly).toEqual(
    expect.arrayContaining([
      'list_workspaces',
      'list_projects',
      'list_environments',
      'list_flows',
      'list_flow_runs',
      'list_connections',
      'list_catalogs',
      'list_products',
      'list_resources',
      'list_adapters',
      'list_adapter_connections',
      'list_issues',
      'list_events',
      'list_groups',
    ]),
  )
  const list = async (name: string, input: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: input })).structuredContent as {
      data: { id: string; status?: string }[]
      has_more: boolean
    }
  const first = await list('list_resources', { status: 'active', limit: 2 })
  const next = await list('list_resources', { status: 'active', limit: 2, starting_after: `res_${first.data[1]!.id}` })
  expect(first.data.map(({ status }) => status)).toEqual(['active', 'active'])
  expect(first.has_more).toBe(true)
  expect(next.data[0]!.id < first.data[1]!.id).toBe(true)
  expect((await list('list_products', { search: 'no such words anywhere' })).data).toEqual([])
  for (const [input, words] of [
    [{ status: 'gone' }, '/status must be one of'],
    [{ limit: 0 }, '/limit'],
    [{ limit: 101 }, 'limit must be from 1 to 100'],
    [{ starting_after: 'x' }, '/starting_after'],
    [{ colour: 'red' }, '/colour'],
  ] as const) {
    const refused = await client.callTool({ name: 'list_resources', arguments: input })
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining(words)])
  }
})

it('shows and runs only what the scopes of the caller allow', async () => {
  const emulator = start()
  connectionOf(emulator, 'shop')
  const client = await connect(emulator, { token: await tokenWith(emulator, ['projects:read', 'services:read']) })
  expect(await namesOf(client)).toEqual(['list_projects'])
  const refused = await client.callTool({ name: 'shop_create-order', arguments: validOrder })
  expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('services:write')])
  expect(emulator.worlds.default.collection('adapter_records').size).toBe(0)
})

it('gives the tools of several connections of one adapter different names', async () => {
  const emulator = start()
  const [one, two, disabled] = [
    connectionOf(emulator, 'crm'),
    connectionOf(emulator, 'crm'),
    connectionOf(emulator, 'crm', { status: 'disabled' }),
  ]
  const client = await connect(emulator)
  const names = await namesOf(client)
  expect(names).toContain(`crm_create-contact_${one}`)
  expect(names.filter((name) => name.includes(disabled))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  await client.callTool({ name: `crm_create-contact_${two}`, arguments: { name: 'Ada', email: 'ada@example.com' } })
  expect((await client.callTool({ name: `crm_list-contacts_${one}`, arguments: {} })).structuredContent).toEqual({
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
        { ...command, name: 'numbers', body: { type: 'array', items: { type: 'integer' } } },
        { ...command, name: 'other', body: {} },
      ],
    }),
  ]
  const emulator = start({ adapters: odd })
  const list = connectionOf(emulator, 'list')
  connectionOf(emulator, long)
  const client = await connect(emulator)
  const { tools } = await client.listTools()
  for (const { name } of tools) expect(name).toMatch(/^[a-z][A-Za-z0-9_-]{0,63}$/)
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['list_projects', `list_projects_${list}`]))
  const numbers = tools.find(({ title }) => title?.endsWith(': numbers'))!
  expect(JSON.parse(textOf(await client.callTool({ name: numbers.name, arguments: { body: [1, 2] } })))).toEqual([1, 2])
  expect(textOf(await client.callTool({ name: numbers.name, arguments: { body: ['x'] } }))).toContain(
    '/0 must be integer',
  )
})

it('refuses a client without a valid token before MCP', async () => {
  const emulator = start()
  await expect(connect(emulator, { token: 'wrong' })).rejects.toThrow('unauthenticated')
  const response = await emulator.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    }),
  )
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toContain('Bearer')
})

it.each([
  ['GET', 'no body', 405, undefined],
  ['DELETE', 'no body', 405, undefined],
  ['POST', 'no body', 400, undefined],
  ['POST', 'broken JSON', 400, '{'],
  ['POST', 'no message', 400, '{"jsonrpc":"2.0"}'],
  [
    'POST',
    'too much',
    413,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { x: 'x'.repeat(3000) } }),
  ],
])('answers %s with %s by %i', async (method, _what, status, body) => {
  const emulator = start({ conventions: { bodyLimit: 2000 } })
  const headers = {
    authorization: `Bearer ${emulator.credentials.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const response = await emulator.fetch(
    new Request('http://localhost/mcp', { method, headers, ...(body === undefined ? {} : { body }) }),
  )
  await response.body?.cancel()
  expect(response.status).toBe(status)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  if (status === 405) expect(response.headers.get('allow')).toBe('POST, OPTIONS')
})

it('serves the tools of each world, at the path of the conventions', async () => {
  const emulator = start({ conventions: { mcpPath: '/1.13/ai/mcp' } })
  connectionOf(emulator, 'mailer')
  const world = emulator.worlds.use('other')
  for (const { id } of world.collection('adapter_connections').all()) world.remove('adapter_connections', id)
  expect(await namesOf(await connect(emulator, { path: '/1.13/ai/mcp' }))).toContain('mailer_send-message')
  expect(await namesOf(await connect(emulator, { path: '/~other/1.13/ai/mcp' }))).not.toContain('mailer_send-message')
  await expect(connect(emulator)).rejects.toThrow('unknown_endpoint')
})

it('refuses arguments that nest too deep', async () => {
  const emulator = start()
  const headers = {
    authorization: `Bearer ${emulator.credentials.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const deep = '['.repeat(50_000) + ']'.repeat(50_000)
  const params = `{"name":"list_projects","arguments":{"search":${deep}}}`
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
  const response = await emulator.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }))
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('levels deep')
})

it('calls onError when a tool throws', async () => {
  const errors: unknown[] = []
  const fault = new Error('out of paper')
  const printer = defineAdapter({
    name: 'printer',
    title: 'Printer',
    kind: 'test',
    commands: [
      {
        name: 'print',
        description: 'Throws.',
        body: { type: 'object' },
        result: {},
        handle: () => {
          throw fault
        },
      },
    ],
  })
  const emulator = start({ adapters: [printer], onError: (error) => errors.push(error) })
  connectionOf(emulator, 'printer')
  const client = await connect(emulator)
  await expect(client.callTool({ name: 'printer_print', arguments: {} })).rejects.toThrow()
  expect(errors).toEqual([fault])
})
