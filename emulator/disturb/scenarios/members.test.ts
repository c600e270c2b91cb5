import { conventionsOf } from '../../api/dialect/per-operation.ts'
import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { DialectReader } from '../../../testing/suite/dialect-reader.ts'
import { carefulWalk, itemsOf } from '../../../testing/emulator/scenario-clients.ts'
import { dialects, emulatorWith, flowIds, flows } from '../../../testing/emulator/scenario-emulators.ts'

it.each(dialects)('adds an unknown member to every object, under %j', async (conventions) => {
  const emulator = emulatorWith(conventions, 'unknown-members')
  const reader = new DialectReader(conventionsOf(emulator.conventions))
  const { json } = await ask(emulator, 'GET', flows)
  if (conventions.listEnvelope !== 'array') expect(() => reader.list(json, 'flows')).toThrow('unknown_member')
  expect(itemsOf(json).every((item) => 'unknown_member' in item)).toBe(true)
  expect((await carefulWalk(emulator, flows)).ids).toEqual(flowIds(emulator))
  for (const [method, path, asked] of [
    ['GET', '/1.13/flows/short', {}],
    ['GET', flows, { auth: null }],
    ['POST', '/oauth/token', { auth: null, form: {} }],
    ['POST', '/1.13/projects', { json: { name: 'New' } }],
    [
      'POST',
      '/access-tokens',
      {
        json: {
          name: 'x',
          scopes: [conventions.scopeFormat === 'object' ? { resource: 'projects', action: 'read' } : 'projects:read'],
          expires_at: '2026-04-01T00:00:00Z',
        },
      },
    ],
    ['GET', '/0/', { auth: null }],
  ] as const) {
    const answer = await ask(emulator, method, path, asked)
    expect([path, Object.keys(answer.json)]).toEqual([path, expect.arrayContaining(['unknown_member'])])
    expect(answer.headers.get('content-type')).toMatch(/json/)
  }
})

it.each(['unknown-members', 'null-members', 'members-reordered'] as const)(
  'leaves configuration values, commands and tools as they are, given %s',
  async (name) => {
    const emulator = emulatorWith({}, name)
    const plain = emulatorWith({})
    const { scopeId, adapterConnectionId, command } = emulator.samples
    for (const [method, path, json] of [
      ['PUT', `/1.13/configurations/${scopeId}?path=a`, { b: { c: 1 } }],
      ['GET', `/1.13/configurations/${scopeId}`, undefined],
      ['GET', `/services/${adapterConnectionId}/capabilities`, undefined],
      ['POST', `/services/${adapterConnectionId}/${command!.name}`, command!.validBody],
      ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    ] as const) {
      const asked = {
        ...(json === undefined ? {} : { json }),
        headers: { accept: 'application/json, text/event-stream' },
      }
      expect((await ask(emulator, method, path, asked)).text).toBe((await ask(plain, method, path, asked)).text)
    }
    const [configuration] = itemsOf((await ask(emulator, 'GET', '/1.13/configurations')).json)
    const stored = emulator.worlds.default.get('configurations', configuration!.id)!['value']
    expect(JSON.stringify(configuration!['value'])).toBe(JSON.stringify(stored))
  },
)

it.each(dialects)('nulls the members that nothing needs, under %j', async (conventions) => {
  const emulator = emulatorWith(conventions, 'null-members')
  const { catalogId } = emulator.samples
  const [product] = itemsOf((await ask(emulator, 'GET', `/1.13/pulse/catalogs/${catalogId}/products`)).json)
  const stored = emulator.worlds.default.get('catalog_products', product!.id)!
  const { id, name, brand, category, status } = stored
  expect(product).toEqual({
    ...product,
    id,
    name,
    brand,
    category,
    status,
    description: null,
    sku: null,
    archived_at: null,
  })
  const created = await ask(emulator, 'POST', '/access-tokens', {
    json: {
      name: 'x',
      scopes: [conventions.scopeFormat === 'object' ? { resource: 'projects', action: 'read' } : 'projects:read'],
      expires_at: '2026-04-01T00:00:00Z',
    },
  })
  const token = new DialectReader(conventionsOf(emulator.conventions)).object(created.json, 'access_token') as Record<
    string,
    unknown
  >
  expect(token).toMatchObject({ token: expect.any(String), scopes: expect.any(Array), expires_at: expect.any(String) })
  expect(token['archived_at']).toBeNull()
})

it.each(['unknown-members', 'members-reordered'] as const)(
  'leaves a list of records by their ids one, given %s',
  async (name) => {
    const conventions = { listEnvelope: { records: { $each: '$items', $key: '$id', $value: '$item' } } } as const
    const [changed, plain] = [emulatorWith(conventions, name), emulatorWith(conventions)]
    const recordsOf = async (emulator: typeof plain) => (await ask(emulator, 'GET', flows)).json['records'] as object
    const [ofChanged, ofPlain] = [await recordsOf(changed), await recordsOf(plain)]
    expect(Object.keys(ofChanged)).toEqual(Object.keys(ofPlain))
    expect(JSON.stringify(ofChanged)).not.toBe(JSON.stringify(ofPlain))
  },
)

it('reverses the members of every object, and keeps the order of lists', async () => {
  const [emulator, plain] = [emulatorWith({}, 'members-reordered'), emulatorWith({})]
  const [reordered, usual] = await Promise.all([ask(emulator, 'GET', flows), ask(plain, 'GET', flows)])
  expect(reordered.json).toEqual(usual.json)
  expect(Object.keys(reordered.json)).toEqual(Object.keys(usual.json).toReversed())
  expect(Object.keys(reordered.json.data[0])).toEqual(Object.keys(usual.json.data[0]).toReversed())
})
