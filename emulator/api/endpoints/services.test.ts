import { expect, it } from 'vitest'
import { defineAdapter } from '../services/define-adapter.ts'
import { askService, connectionOf, servicesEmulator, validOrder } from '../../../testing/emulator/services.ts'

// holds: services.invoke
it('keeps the records of commands, separately for each connection', async () => {
  const emulator = servicesEmulator()
  const [first, second] = [connectionOf(emulator, 'shop'), connectionOf(emulator, 'shop')]
  const { status, body: order } = await askService(emulator, 'POST', `/services/${first}/create-order`, validOrder)
  expect(status).toBe(200)
  expect(order).toMatchObject({ ...validOrder, status: 'placed', created_at: '2026-01-01T00:00:00Z' })
  expect(
    (await askService(emulator, 'POST', `/services/adc_${first}/retrieve-order`, { id: `ord_${order.id}` })).body,
  ).toEqual(order)
  expect((await askService(emulator, 'POST', `/services/${first}/cancel-order`, { id: order.id })).body).toMatchObject({
    status: 'cancelled',
  })
  expect((await askService(emulator, 'POST', `/services/${first}/cancel-order`, { id: order.id })).status).toBe(400)
  expect((await askService(emulator, 'POST', `/services/${first}/list-orders`, { status: 'placed' })).body).toEqual({
    orders: [],
  })
  expect((await askService(emulator, 'POST', `/services/${second}/list-orders`)).body).toEqual({ orders: [] })
  expect((await askService(emulator, 'POST', `/services/${second}/retrieve-order`, { id: order.id })).status).toBe(404)
})

it('refuses a disabled connection and says what to do', async () => {
  const emulator = servicesEmulator()
  const disabled = connectionOf(emulator, 'shop', { status: 'disabled' })
  const { status, body } = await askService(emulator, 'POST', `/services/${disabled}/create-order`, validOrder)
  expect(status).toBe(409)
  expect(body.error.message).toContain('Set its status to active')
  expect((await askService(emulator, 'GET', `/services/${disabled}/capabilities`)).status).toBe(409)
  await askService(emulator, 'PUT', `/1.13/adapter-connections/${disabled}`, { status: 'active' })
  expect((await askService(emulator, 'POST', `/services/${disabled}/create-order`, validOrder)).status).toBe(200)
})

// holds: services.capabilities, services.capabilities-own
it('shows the command schemas of one connection only, in both shapes', async () => {
  const emulator = servicesEmulator()
  const [crm, shop] = [connectionOf(emulator, 'crm'), connectionOf(emulator, 'shop')]
  const list = (await askService(emulator, 'GET', `/services/${crm}/capabilities`)).body.commands
  expect(list.every(({ name }: { name: string }) => /contact|activit/.test(name))).toBe(true)
  expect(list.find(({ name }: { name: string }) => name === 'retrieve-contact').inputSchema).toMatchObject({
    type: 'object',
    required: ['id'],
  })
  emulator.setConventions({ capabilities: 'map' })
  const map = (await askService(emulator, 'GET', `/services/${shop}/capabilities`)).body
  expect(Object.keys(map)).toContain('create-order')
  expect(map['create-order'].properties.items.items.properties.quantity).toMatchObject({ type: 'integer', minimum: 1 })
})

// holds: services.auth
it('needs a Bearer token with the scope of services', async () => {
  const emulator = servicesEmulator()
  const shop = connectionOf(emulator, 'shop')
  const { body } = await askService(emulator, 'POST', '/access-tokens', {
    name: 'Reader',
    scopes: ['services:read'],
    expires_at: '2026-06-01T00:00:00Z',
  })
  const reader = { authorization: `Bearer ${body.token}` }
  expect((await askService(emulator, 'GET', `/services/${shop}/capabilities`, undefined, reader)).status).toBe(200)
  expect((await askService(emulator, 'POST', `/services/${shop}/create-order`, validOrder, reader)).status).toBe(403)
  expect(
    (
      await askService(emulator, 'POST', `/services/${shop}/create-order`, validOrder, {
        authorization: 'Bearer wrong',
      })
    ).status,
  ).toBe(401)
  expect(
    (
      await askService(emulator, 'GET', `/services/${shop}/capabilities`, undefined, {
        authorization: `Bearer ${emulator.credentials.integrationToken}`,
      })
    ).status,
  ).toBe(401)
})

it('reverts a command that is refused half-way', async () => {
  const emulator = servicesEmulator()
  const shop = connectionOf(emulator, 'shop')
  await askService(emulator, 'POST', `/services/${shop}/update-stock`, { sku: 'A', quantity: 5 })
  await askService(emulator, 'POST', `/services/${shop}/update-stock`, { sku: 'B', quantity: 1 })
  const { status, body } = await askService(emulator, 'POST', `/services/${shop}/create-order`, {
    customer: 'Ada',
    items: [
      { sku: 'A', quantity: 2 },
      { sku: 'B', quantity: 2 },
    ],
  })
  expect(status).toBe(400)
  expect(body.error.message).toContain('1 of B')
  expect(
    (await askService(emulator, 'POST', `/services/${shop}/list-stock`)).body.stock.map(
      ({ quantity }: { quantity: number }) => quantity,
    ),
  ).toEqual([5, 1])
})

const unreadable = Object.freeze({
  toString: () => {
    throw new Error('read')
  },
})

it.each([
  ['rejects later', () => Promise.reject(new Error('late')), 'must be synchronous'],
  [
    'throws what cannot be shown',
    () => {
      throw unreadable
    },
    'it threw a value that cannot be shown',
  ],
  [
    'throws 10 MB',
    () => {
      throw new Error('x'.repeat(10_000_000))
    },
    'xxx',
  ],
  ['returns a function', () => () => 1, 'must return a JSON value; its handle returned a function'],
  [
    'returns a circle',
    () => {
      const circle: unknown[] = []
      circle.push(circle)
      return circle
    },
    'circular',
  ],
])('answers 500 in short given a command that %s', async (_what, handle, message) => {
  const command = { name: 'go', description: 'Fails.', body: {}, result: {}, handle }
  const broken = defineAdapter({ name: 'broken', title: 'Broken', kind: 'test', commands: [command] })
  const errors: unknown[] = []
  const emulator = servicesEmulator({ adapters: [broken], onError: (error) => errors.push(error) })
  const { status, body } = await askService(emulator, 'POST', `/services/${connectionOf(emulator, 'broken')}/go`)
  expect([status, body.error.message]).toEqual([500, expect.stringContaining(message)])
  expect(body.error.message.length).toBeLessThan(2200)
  expect(errors).toHaveLength(1)
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
  const emulator = servicesEmulator({ adapters: [broken], onError: (error) => errors.push(error) })
  const connection = connectionOf(emulator, 'broken')
  expect((await askService(emulator, 'POST', `/services/${connection}/keep`)).status).toBe(500)
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
  const emulator = servicesEmulator({ adapters: [vandal], onError: () => undefined })
  const connection = connectionOf(emulator, 'vandal')
  await askService(emulator, 'POST', `/services/${connection}/keep`, { list: ['a'] })
  expect((await askService(emulator, 'POST', `/services/${connection}/scribble`)).status).toBe(500)
  expect(JSON.stringify(emulator.worlds.default.collection('adapter_records').all())).not.toContain('graffiti')
})

it('deletes the records of commands with their connection', async () => {
  const emulator = servicesEmulator()
  const [first, second] = [connectionOf(emulator, 'shop'), connectionOf(emulator, 'shop')]
  for (const connection of [first, second])
    await askService(emulator, 'POST', `/services/${connection}/create-order`, validOrder)
  expect((await askService(emulator, 'DELETE', `/1.13/adapter-connections/${first}`)).status).toBe(204)
  expect((await askService(emulator, 'POST', `/services/${first}/list-orders`)).status).toBe(404)
  expect(
    emulator.worlds.default
      .collection('adapter_records')
      .all()
      .map((record) => record['connection_id']),
  ).toEqual([second])
})
