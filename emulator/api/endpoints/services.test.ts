import { expect, it } from 'vitest'
import type { Adapter } from '../../model/contract/adapter.ts'
import { askService, insertConnection, servicesEmulator, validOrder } from '../../../testing/emulator/services.ts'

/** An emulator, and what sends to a connection of the shop, or of an adapter with these commands. */
function serving(...commands: readonly (readonly [name: string, handle: Adapter['commands'][number]['handle']])[]) {
  const errors: unknown[] = []
  const custom: Adapter = {
    name: 'own',
    title: 'Own',
    kind: 'test',
    commands: commands.map(([name, handle]) => ({
      name,
      description: 'Tests.',
      body: {},
      result: { type: 'object' },
      handle,
    })),
  }
  const adapters = commands.length > 0 ? [custom] : []
  const emulator = servicesEmulator({ adapters, onError: (error) => errors.push(error) })
  const id = insertConnection(emulator, commands.length > 0 ? 'own' : 'shop')
  const send = (command: string, body?: unknown, headers = {}) =>
    askService(emulator, 'POST', `/services/${id}/${command}`, body, headers)
  const kept = () => emulator.worlds.default.collection('adapter_records').all()
  return { emulator, errors, id, send, kept }
}

// holds: services.invoke
it('keeps the records of commands, separately for each connection, and deletes them with it', async () => {
  const { emulator, id, send, kept } = serving()
  const second = insertConnection(emulator, 'shop')
  const { status, body: order } = await send('create-order', validOrder)
  expect([status, order]).toMatchObject([200, { ...validOrder, status: 'placed', created_at: '2026-01-01T00:00:00Z' }])
  const path = `/services/adc_${id}/retrieve-order`
  expect((await askService(emulator, 'POST', path, { id: `ord_${order.id}` })).body).toEqual(order)
  expect((await send('cancel-order', { id: order.id })).body).toMatchObject({ status: 'cancelled' })
  expect((await send('cancel-order', { id: order.id })).status).toBe(400)
  expect((await send('list-orders', { status: 'placed' })).body).toEqual({ orders: [] })
  expect((await askService(emulator, 'POST', `/services/${second}/list-orders`)).body).toEqual({ orders: [] })
  await askService(emulator, 'POST', `/services/${second}/create-order`, validOrder)
  expect((await askService(emulator, 'DELETE', `/1.13/adapter-connections/${id}`)).status).toBe(204)
  expect((await send('list-orders')).status).toBe(404)
  expect(kept().map((record) => record['connection_id'])).toEqual([second])
})

it('refuses a disabled connection and says what to do', async () => {
  const { emulator, id, send } = serving()
  const setStatus = (status: string) => askService(emulator, 'PUT', `/1.13/adapter-connections/${id}`, { status })
  await setStatus('disabled')
  const { status, body } = await send('create-order', validOrder)
  expect([status, body.error.message]).toEqual([409, expect.stringContaining('Set its status to active')])
  expect((await askService(emulator, 'GET', `/services/${id}/capabilities`)).status).toBe(409)
  await setStatus('active')
  expect((await send('create-order', validOrder)).status).toBe(200)
})

// holds: services.capabilities, services.capabilities-own
it('shows the command schemas of one connection only, in both shapes', async () => {
  const { emulator, id } = serving()
  const capabilitiesOf = async (of: string) => (await askService(emulator, 'GET', `/services/${of}/capabilities`)).body
  const list: { name: string }[] = (await capabilitiesOf(insertConnection(emulator, 'crm'))).commands
  expect(list.every(({ name }) => /contact|activit/.test(name))).toBe(true)
  expect(list.find(({ name }) => name === 'retrieve-contact')).toMatchObject({
    inputSchema: { type: 'object', required: ['id'] },
  })
  emulator.setConventions({ capabilities: 'map' })
  const { 'create-order': order } = await capabilitiesOf(id)
  expect(order.properties.items.items.properties.quantity).toMatchObject({ type: 'integer', minimum: 1 })
})

// holds: services.auth
it('needs a Bearer token with the scope of services', async () => {
  const { emulator, id, send } = serving()
  const json = { name: 'Reader', scopes: ['services:read'], expires_at: '2026-06-01T00:00:00Z' }
  const { body } = await askService(emulator, 'POST', '/access-tokens', json)
  const statuses = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const capabilities = await askService(emulator, 'GET', `/services/${id}/capabilities`, undefined, headers)
    return [capabilities.status, (await send('create-order', validOrder, headers)).status]
  }
  expect(await statuses(body.token)).toEqual([200, 403])
  expect(await statuses('wrong')).toEqual([401, 401])
  expect(await statuses(emulator.credentials.integrationToken)).toEqual([401, 401])
})

it('reverts a command that is refused half-way', async () => {
  const { send } = serving()
  await send('update-stock', { sku: 'A', quantity: 5 })
  await send('update-stock', { sku: 'B', quantity: 1 })
  const items = ['A', 'B'].map((sku) => ({ sku, quantity: 2 }))
  const { status, body } = await send('create-order', { customer: 'Ada', items })
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('1 of B')])
  expect((await send('list-stock')).body.stock).toMatchObject([{ quantity: 5 }, { quantity: 1 }])
})

const unreadable = Object.freeze({
  toString: () => {
    throw new Error('read')
  },
})
const circle: unknown[] = []
circle.push(circle)

it.each<[string, Adapter['commands'][number]['handle'], message: string]>([
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
  ['returns a circle', () => circle, 'circular'],
  ['keeps something, and returns what does not match its schema', ({ shelf }) => void shelf('a').insert({ b: 1 }), ''],
])('answers a short 500, and keeps nothing, given a command that %s', async (_what, handle, message) => {
  const { send, kept, errors } = serving(['go', handle])
  const { status, body } = await send('go')
  expect([status, body.error.message]).toEqual([500, expect.stringContaining(message)])
  expect([body.error.message.length < 2200, errors.length, kept()]).toEqual([true, 1, []])
})

it('shares nothing that a command can change between worlds', async () => {
  const { send, kept } = serving(
    ['keep', ({ shelf }, body) => shelf('things').insert(body)],
    ['scribble', ({ shelf }) => (shelf('things').all()[0]!['list'] as unknown[]).push('graffiti')],
  )
  await send('keep', { list: ['a'] })
  expect((await send('scribble')).status).toBe(500)
  expect(JSON.stringify(kept())).not.toContain('graffiti')
})
