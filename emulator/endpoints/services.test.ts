import { expect, it } from 'vitest'
import { createEmulator, type Emulator, type EmulatorOptions } from '../create-emulator.ts'
import { defineAdapter } from '../services/define-adapter.ts'

const validOrder = { customer: 'Ada Lovelace', items: [{ sku: 'SKU-1', quantity: 1 }] }

function start(options: EmulatorOptions = {}): Emulator {
  return createEmulator({ checkResponses: true, clock: '2026-01-01T00:00:00Z', ...options })
}

/** A new connection of an adapter, outside the fixtures. */
function connectionOf({ worlds: { default: world } }: Emulator, adapter: string, members: object = {}): string {
  return world.insert('adapter_connections', {
    id: world.nextId(),
    name: adapter,
    adapter_id: null,
    adapter,
    status: 'active',
    created_at: world.timestamp(),
    ...members,
  }).id
}

interface Answered {
  readonly status: number
  // eslint-disable-next-line typescript/no-explicit-any -- each test asserts the shape it expects
  readonly body: any
  readonly headers: Headers
}

async function ask(
  { fetch, credentials }: Emulator,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        authorization: `Bearer ${credentials.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...sent,
    }),
  )
  return { status: response.status, body: JSON.parse((await response.text()) || 'null'), headers: response.headers }
}

// holds: services.invoke
it('keeps the records of commands, separately for each connection', async () => {
  const emulator = start()
  const [one, two] = [connectionOf(emulator, 'shop'), connectionOf(emulator, 'shop')]
  const { status, body: order } = await ask(emulator, 'POST', `/services/${one}/create-order`, validOrder)
  expect(status).toBe(200)
  expect(order).toMatchObject({ ...validOrder, status: 'placed', created_at: '2026-01-01T00:00:00Z' })
  expect((await ask(emulator, 'POST', `/services/adc_${one}/retrieve-order`, { id: `ord_${order.id}` })).body).toEqual(
    order,
  )
  expect((await ask(emulator, 'POST', `/services/${one}/cancel-order`, { id: order.id })).body).toMatchObject({
    status: 'cancelled',
  })
  expect((await ask(emulator, 'POST', `/services/${one}/cancel-order`, { id: order.id })).status).toBe(400)
  expect((await ask(emulator, 'POST', `/services/${one}/list-orders`, { status: 'placed' })).body).toEqual({
    orders: [],
  })
  expect((await ask(emulator, 'POST', `/services/${two}/list-orders`)).body).toEqual({ orders: [] })
  expect((await ask(emulator, 'POST', `/services/${two}/retrieve-order`, { id: order.id })).status).toBe(404)
})

// holds: services.validated
it('reports every fault of a body at its JSON pointer given a body that does not fit', async () => {
  const emulator = start()
  const { status, body, headers } = await ask(
    emulator,
    'POST',
    `/services/${connectionOf(emulator, 'shop')}/create-order`,
    {
      email: 'nobody',
      currency: 'XXX',
      items: [
        { sku: 'SKU-1', quantity: 0 },
        { sku: '', quantity: 1.5, colour: 'red' },
      ],
    },
  )
  expect(status).toBe(400)
  expect(headers.get('x-emulator-requirement')).toBe('services.validated')
  expect(body.error.details.map(({ at }: { at: string }) => at).sort()).toEqual([
    '/currency',
    '/customer',
    '/email',
    '/items/0/quantity',
    '/items/1/colour',
    '/items/1/quantity',
    '/items/1/sku',
  ])
  expect(body.error.details.find(({ at }: { at: string }) => at === '/currency').allowed).toEqual(['EUR', 'USD', 'GBP'])
})

it('answers 400 for a malformed id in a body, even when refused input is 422', async () => {
  const emulator = start({ conventions: { refusedStatus: 422 } })
  const shop = connectionOf(emulator, 'shop')
  expect((await ask(emulator, 'POST', `/services/${shop}/retrieve-order`, { id: 'nothing' })).status).toBe(400)
  expect((await ask(emulator, 'POST', `/services/${shop}/retrieve-order`, {})).status).toBe(422)
})

it.each([
  ['x', 400],
  ['adcc_0ujsswThIGTUYm2K8FjOOfXtY1K', 400],
  ['ADC_0ujsswThIGTUYm2K8FjOOfXtY1K', 400],
  ['0ujsswThIGTUYm2K8FjOOfXtY1K', 404],
  ['adc_0ujsswThIGTUYm2K8FjOOfXtY1K', 404],
])('answers for the connection id %s with %i', async (id, status) => {
  const emulator = start()
  expect((await ask(emulator, 'POST', `/services/${id}/create-order`, validOrder)).status).toBe(status)
  expect((await ask(emulator, 'GET', `/services/${id}/capabilities`)).status).toBe(status)
})

it('names the nearest command given an unknown one', async () => {
  const emulator = start()
  const { status, body } = await ask(
    emulator,
    'POST',
    `/services/${connectionOf(emulator, 'shop')}/create-orders`,
    validOrder,
  )
  expect(status).toBe(404)
  expect(body.error.message).toContain('did you mean create-order?')
})

it('has no commands given a connection with an unknown adapter', async () => {
  const emulator = start()
  const unknown = connectionOf(emulator, 'fax')
  expect((await ask(emulator, 'GET', `/services/${unknown}/capabilities`)).body).toEqual({ commands: [] })
  expect((await ask(emulator, 'POST', `/services/${unknown}/create-order`, validOrder)).status).toBe(404)
})

it('finds the adapter of a connection by its adapter id alone', async () => {
  const emulator = start()
  const { body: adapter } = await ask(emulator, 'POST', '/1.13/adapters', { name: 'mailer' })
  const { body: connection } = await ask(emulator, 'POST', '/1.13/adapter-connections', {
    name: 'Mine',
    adapter_id: adapter.id,
  })
  expect(
    (await ask(emulator, 'GET', `/services/${connection.id}/capabilities`)).body.commands.map(
      ({ name }: { name: string }) => name,
    ),
  ).toContain('send-message')
})

it('refuses a disabled connection and says what to do', async () => {
  const emulator = start()
  const disabled = connectionOf(emulator, 'shop', { status: 'disabled' })
  const { status, body } = await ask(emulator, 'POST', `/services/${disabled}/create-order`, validOrder)
  expect(status).toBe(409)
  expect(body.error.message).toContain('Set its status to active')
  expect((await ask(emulator, 'GET', `/services/${disabled}/capabilities`)).status).toBe(409)
  await ask(emulator, 'PUT', `/1.13/adapter-connections/${disabled}`, { status: 'active' })
  expect((await ask(emulator, 'POST', `/services/${disabled}/create-order`, validOrder)).status).toBe(200)
})

// holds: services.capabilities, services.capabilities-own
it('shows the command schemas of one connection only, in both shapes', async () => {
  const emulator = start()
  const [crm, shop] = [connectionOf(emulator, 'crm'), connectionOf(emulator, 'shop')]
  const list = (await ask(emulator, 'GET', `/services/${crm}/capabilities`)).body.commands
  expect(list.every(({ name }: { name: string }) => /contact|activit/.test(name))).toBe(true)
  expect(list.find(({ name }: { name: string }) => name === 'retrieve-contact').inputSchema).toMatchObject({
    type: 'object',
    required: ['id'],
  })
  emulator.setConventions({ capabilities: 'map' })
  const map = (await ask(emulator, 'GET', `/services/${shop}/capabilities`)).body
  expect(Object.keys(map)).toContain('create-order')
  expect(map['create-order'].properties.items.items.properties.quantity).toMatchObject({ type: 'integer', minimum: 1 })
})

it('accepts members in the query string, and no body as an empty object', async () => {
  const emulator = start({ conventions: { unknownParameters: 'refuse' } })
  const shop = connectionOf(emulator, 'shop')
  expect((await ask(emulator, 'POST', `/services/${shop}/update-stock?sku=SKU-1&quantity=3`)).body).toMatchObject({
    sku: 'SKU-1',
    quantity: 3,
  })
  expect(
    (await ask(emulator, 'POST', `/services/${shop}/update-stock?sku=SKU-2`, { sku: 'SKU-1', quantity: 3 })).status,
  ).toBe(400)
  expect((await ask(emulator, 'POST', `/services/${shop}/list-stock?colour=red`)).status).toBe(400)
  expect((await ask(emulator, 'POST', `/services/${shop}/update-stock`)).body.error.details).toHaveLength(2)
})

it.each([
  ['broken JSON', 400, 'application/json', '{"customer":'],
  ['an array', 400, 'application/json', '[]'],
  ['null', 400, 'application/json', 'null'],
  ['another media type', 415, 'text/plain', JSON.stringify(validOrder)],
  ['too much', 413, 'application/json', JSON.stringify({ ...validOrder, customer: 'x'.repeat(3000) })],
])('refuses %s with %i', async (_what, status, type, body) => {
  const emulator = start({ conventions: { bodyLimit: 2000 } })
  expect(
    (
      await ask(emulator, 'POST', `/services/${connectionOf(emulator, 'shop')}/create-order`, body, {
        'content-type': type,
      })
    ).status,
  ).toBe(status)
})

// holds: services.auth
it('needs a Bearer token with the scope of services', async () => {
  const emulator = start()
  const shop = connectionOf(emulator, 'shop')
  const { body } = await ask(emulator, 'POST', '/access-tokens', {
    name: 'Reader',
    scopes: ['services:read'],
    expires_at: '2026-06-01T00:00:00Z',
  })
  const reader = { authorization: `Bearer ${body.token}` }
  expect((await ask(emulator, 'GET', `/services/${shop}/capabilities`, undefined, reader)).status).toBe(200)
  expect((await ask(emulator, 'POST', `/services/${shop}/create-order`, validOrder, reader)).status).toBe(403)
  expect(
    (await ask(emulator, 'POST', `/services/${shop}/create-order`, validOrder, { authorization: 'Bearer wrong' }))
      .status,
  ).toBe(401)
  expect(
    (
      await ask(emulator, 'GET', `/services/${shop}/capabilities`, undefined, {
        authorization: `Bearer ${emulator.credentials.integrationToken}`,
      })
    ).status,
  ).toBe(401)
})

it('reverts a command that is refused half-way', async () => {
  const emulator = start()
  const shop = connectionOf(emulator, 'shop')
  await ask(emulator, 'POST', `/services/${shop}/update-stock`, { sku: 'A', quantity: 5 })
  await ask(emulator, 'POST', `/services/${shop}/update-stock`, { sku: 'B', quantity: 1 })
  const { status, body } = await ask(emulator, 'POST', `/services/${shop}/create-order`, {
    customer: 'Ada',
    items: [
      { sku: 'A', quantity: 2 },
      { sku: 'B', quantity: 2 },
    ],
  })
  expect(status).toBe(400)
  expect(body.error.message).toContain('1 of B')
  expect(
    (await ask(emulator, 'POST', `/services/${shop}/list-stock`)).body.stock.map(
      ({ quantity }: { quantity: number }) => quantity,
    ),
  ).toEqual([5, 1])
})

it('sells no more than the stock given concurrent orders', async () => {
  const emulator = start()
  const shop = connectionOf(emulator, 'shop')
  await ask(emulator, 'POST', `/services/${shop}/update-stock`, { sku: 'SKU-1', quantity: 5 })
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => ask(emulator, 'POST', `/services/${shop}/create-order`, validOrder)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect((await ask(emulator, 'POST', `/services/${shop}/list-orders`)).body.orders).toHaveLength(5)
})

it('answers 500 and keeps nothing given a result that does not match its schema', async () => {
  const errors: unknown[] = []
  const broken = defineAdapter({
    name: 'broken',
    title: 'Broken',
    kind: 'test',
    commands: [
      {
        name: 'keep',
        description: 'Keeps and answers nonsense.',
        body: {},
        result: { type: 'string' },
        handle: ({ shelf }) => shelf('things').insert({ a: 1 }),
      },
    ],
  })
  const emulator = start({ adapters: [broken], onError: (error) => errors.push(error) })
  const connection = connectionOf(emulator, 'broken')
  expect((await ask(emulator, 'POST', `/services/${connection}/keep`)).status).toBe(500)
  expect(String(errors[0])).toContain('The result of keep')
  expect(emulator.worlds.default.collection('adapter_records').size).toBe(0)
})

it('shares nothing that a command can change between worlds', async () => {
  const vandal = defineAdapter({
    name: 'vandal',
    title: 'Vandal',
    kind: 'test',
    commands: [
      {
        name: 'keep',
        description: 'Keeps a list.',
        body: {},
        result: {},
        handle: ({ shelf }, body) => shelf('things').insert(body),
      },
      {
        name: 'scribble',
        description: 'Writes into what is kept.',
        body: {},
        result: {},
        handle: ({ shelf }) => (shelf('things').all()[0]!['list'] as unknown[]).push('graffiti'),
      },
    ],
  })
  const emulator = start({ adapters: [vandal], onError: () => undefined })
  const connection = connectionOf(emulator, 'vandal')
  await ask(emulator, 'POST', `/services/${connection}/keep`, { list: ['a'] })
  expect((await ask(emulator, 'POST', `/services/${connection}/scribble`)).status).toBe(500)
  expect(JSON.stringify(emulator.worlds.default.collection('adapter_records').all())).not.toContain('graffiti')
})

it('deletes the records of commands with their connection', async () => {
  const emulator = start()
  const [one, two] = [connectionOf(emulator, 'shop'), connectionOf(emulator, 'shop')]
  for (const connection of [one, two]) await ask(emulator, 'POST', `/services/${connection}/create-order`, validOrder)
  expect((await ask(emulator, 'DELETE', `/1.13/adapter-connections/${one}`)).status).toBe(204)
  expect((await ask(emulator, 'POST', `/services/${one}/list-orders`)).status).toBe(404)
  expect(
    emulator.worlds.default
      .collection('adapter_records')
      .all()
      .map((record) => record['connection_id']),
  ).toEqual([two])
})

it('serves each path only with its own methods', async () => {
  const emulator = start()
  const shop = connectionOf(emulator, 'shop')
  const invoked = await ask(emulator, 'GET', `/services/${shop}/create-order`)
  const capabilities = await ask(emulator, 'POST', `/services/${shop}/capabilities`, {})
  expect([invoked.status, invoked.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  expect([capabilities.status, capabilities.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  expect((await ask(emulator, 'POST', `/1.13/services/${shop}/create-order`, validOrder)).status).toBe(404)
})
