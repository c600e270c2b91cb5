import { Collection } from '@msw/data'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ask } from '../../testing/suite/ask.ts'
import { createEmulator } from '../create-emulator.ts'
import { seedFromCollections, toCollections } from './msw-data.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

const emulate = () => createEmulator({ clock: '2026-03-01T12:00:00Z', checkResponses: true })
const repeatedDigitId = (digit: string) => `1${digit.repeat(26)}`

const productSchema = z.object({
  id: z.string().optional(),
  name: z.string(),
  brand: z.string().optional(),
  price: z.number().optional(),
  catalog_id: z.string().nullish(),
})

it('returns copies that can be queried and changed without changing the world', async () => {
  const emulator = emulate()
  const { flows, configurations } = await toCollections(emulator, { only: ['flows', 'configurations'] })
  const flow = flows.findFirst((q) => q.where({ status: 'paused' }), { strict: true })
  await flows.update(flow, { data: (draft) => void (draft.name = 'Renamed') })
  expect([flows.findFirst((q) => q.where({ id: flow.id }))?.name, emulator.data.get('flows', flow.id)?.name]).toEqual([
    'Renamed',
    flow.name,
  ])
  const value = configurations.all()[0]!.value as { features: { beta: boolean } }
  value.features.beta = true
  expect(emulator.data.get('configurations', configurations.all()[0]!.id)?.value).not.toEqual(value)
  flows.clear()
  expect(emulator.data.count('flows')).toBeGreaterThan(0)
})

it('fills in defaults for a record created in a copy, and refuses one that breaks the schema', async () => {
  const { flows } = await toCollections(emulate(), { only: ['flows'] })
  expect(await flows.create({ id: repeatedDigitId('0'), name: 'Own', created_at: '2026-01-01T00:00:00Z' })).toEqual({
    id: repeatedDigitId('0'),
    name: 'Own',
    project_id: null,
    status: 'draft',
    created_at: '2026-01-01T00:00:00Z',
  })
  // @msw/data prints the issues of the schema.
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(flows.create({ id: 'short', name: 'Own', created_at: '2026-01-01T00:00:00Z' })).rejects.toThrow(
    /does not match the schema/,
  )
  expect(printed).toHaveBeenCalledExactlyOnceWith([
    { message: expect.stringMatching(/^\/id must match pattern/), path: ['id'] },
  ])
  printed.mockRestore()
})

it("seeds a world with only the user's records, in their order, and fills in missing members", async () => {
  const emulator = emulate()
  const products = new Collection({ schema: productSchema })
  const catalog = emulator.data.find('catalogs')[0]!.id
  await products.createMany(3, (index) => ({ name: `Product ${index}`, price: index, catalog_id: `cat_${catalog}` }))
  const seeded = seedFromCollections(emulator, { catalog_products: products })
  expect(
    seeded.catalog_products.map(({ name, price, currency, catalog_id, created_at }) => [
      name,
      price,
      currency,
      catalog_id,
      created_at,
    ]),
  ).toEqual([0, 1, 2].map((index) => [`Product ${index}`, index, 'EUR', catalog, '2026-03-01T12:00:00Z']))
  const { json } = await ask(emulator, 'GET', `/1.13/pulse/catalogs/${catalog}/products`)
  expect(json.data).toMatchObject([{ name: 'Product 2' }, { name: 'Product 1' }, { name: 'Product 0' }])
  expect(emulator.data.count('catalog_products')).toBe(3)
})

it('updates the records whose ids the world has, and keeps the others given `keep`', async () => {
  const emulator = emulate()
  const [newest] = emulator.data.find('flows')
  const before = emulator.data.count('flows')
  const flows = new Collection({ schema: z.object({ id: z.string().optional(), name: z.string() }) })
  await flows.create({ id: newest!.id, name: 'Changed' })
  await flows.create({ name: 'Created' })
  seedFromCollections(emulator, { flows }, { keep: true })
  expect(emulator.data.get('flows', newest!.id)).toEqual({ ...newest, name: 'Changed' })
  expect(emulator.data.count('flows')).toBe(before + 1)
  seedFromCollections(emulator, { flows })
  expect(
    emulator.data
      .find('flows')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['Changed', 'Created'])
})

it('keeps the API key and the DSN valid when their project is removed', async () => {
  const emulator = emulate()
  const projects = new Collection({ schema: z.object({ name: z.string(), slug: z.string() }) })
  await projects.create({ name: 'Own', slug: 'own' })
  const {
    projects: [project],
  } = seedFromCollections(emulator, { projects })
  const auth = `Basic ${btoa(`${emulator.credentials.apiKey}:`)}`
  const { status, json } = await ask(emulator, 'GET', '/0/projects/', { auth })
  expect([status, json]).toMatchObject([200, [{ id: project!.id }]])
  expect(emulator.data.count('catalogs')).toBe(0)
})

it.each([
  [
    'an unknown member',
    { name: 'x', colour: 'red' },
    /^catalog_products\[1\]: catalog_products has no member "colour"/,
  ],
  ['a wrong type', { name: 'x', price: '12' }, /^catalog_products\[1\]: .*\/price must be a number; got "12"/],
  ['a negative price', { name: 'x', price: -1 }, /^catalog_products\[1\]: .*\/price must be at least 0/],
  ['an id of another format', { id: 'p1', name: 'x' }, /^catalog_products\[1\]: id must be a bare id/],
  [
    'a duplicate id',
    { id: repeatedDigitId('0'), name: 'x' },
    /^catalog_products\[1\] has the id "10+", which catalog_products\[0\] already has/,
  ],
  [
    'a reference to an unknown record',
    { name: 'x', catalog_id: repeatedDigitId('9') },
    /^catalog_products\[1\]: catalog_id must be the id of a record in catalogs/,
  ],
])('refuses %s, names the record and seeds nothing', (_what, record, message) => {
  const emulator = emulate()
  const before = emulator.worlds.default.state
  const seed = () =>
    seedFromCollections(emulator, {
      catalogs: { all: () => [{ name: 'Own' }] },
      catalog_products: { all: () => [{ id: repeatedDigitId('0'), name: 'Good' }, record] },
    })
  expect(seed).toThrow(EmulatorError)
  expect(seed).toThrow(message)
  expect(seed).toThrow(/Nothing was seeded\.$/)
  expect(emulator.worlds.default.state.collections).toBe(before.collections)
  expect(emulator.worlds.default.state.ids).toEqual(before.ids)
})

it('refuses an unknown collection, and one that is read-only', () => {
  const emulator = emulate()
  // @ts-expect-error: there is no such collection
  expect(() => seedFromCollections(emulator, { products: { all: () => [] } })).toThrow(
    /There is no collection "products"; did you mean catalog_products\?/,
  )
  // @ts-expect-error: only the endpoints write this collection
  expect(() => seedFromCollections(emulator, { access_tokens: { all: () => [] } })).toThrow(/can only be read/)
})
