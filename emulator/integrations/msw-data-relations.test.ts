import { Collection } from '@msw/data'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createEmulator } from '../create-emulator.ts'
import { seedFromCollections } from './msw-data.ts'

const emulate = () => createEmulator({ clock: '2026-03-01T12:00:00Z', checkResponses: true })

/** Catalogs and products without ids, connected by relations alone. */
function makeCollections() {
  const catalogs = new Collection({ schema: z.object({ name: z.string(), products: z.array(z.any()).optional() }) })
  const products = new Collection({
    schema: z.object({
      name: z.string(),
      shelf: z.any().optional(),
      catalog: z.any().optional(),
      catalog_id: z.string().optional(),
    }),
  })
  return { catalogs, products }
}

it('turns a relation to many records into references, with or without its inverse', async () => {
  for (const inverse of [false, true]) {
    const { catalogs, products } = makeCollections()
    catalogs.defineRelations(({ many }) => ({ products: many(products) }))
    if (inverse) products.defineRelations(({ one: toOne }) => ({ catalog: toOne(catalogs) }))
    await catalogs.create({ name: 'None', products: [] })
    await catalogs.create({
      name: 'Two',
      products: [await products.create({ name: 'First' }), await products.create({ name: 'Second' })],
    })
    const seeded = seedFromCollections(emulate(), { catalogs, catalog_products: products })
    expect(seeded.catalog_products.map(({ name, catalog_id }) => [name, catalog_id])).toEqual([
      ['First', seeded.catalogs[1]!.id],
      ['Second', seeded.catalogs[1]!.id],
    ])
  }
})

it('turns a relation to a project, an environment or a flow into a scope', async () => {
  const named = z.object({ name: z.string() })
  const [projects, flows] = [new Collection({ schema: named }), new Collection({ schema: named })]
  const configurations = new Collection({ schema: z.object({ value: z.any(), scope: z.any() }) })
  configurations.defineRelations(({ one: toOne }) => ({ scope: toOne([projects, flows]) }))
  await configurations.create({ value: { a: 1 }, scope: await projects.create({ name: 'Project' }) })
  await configurations.create({ value: { a: 2 }, scope: await flows.create({ name: 'Flow' }) })
  const seeded = seedFromCollections(emulate(), { configurations, projects, flows })
  expect(seeded.configurations.map(({ scope_type, scope_id }) => [scope_type, scope_id])).toEqual([
    ['project', seeded.projects[0]!.id],
    ['flow', seeded.flows[0]!.id],
  ])
})

it('refuses two relations, or a relation and an id, that refer to different records', async () => {
  const { catalogs, products } = makeCollections()
  products.defineRelations(({ one: toOne }) => ({
    shelf: toOne(catalogs),
    catalog: toOne(catalogs, { role: 'other' }),
  }))
  const [first, second] = [await catalogs.create({ name: 'A' }), await catalogs.create({ name: 'B' })]
  const product = await products.create({ name: 'First', shelf: first, catalog: second })
  expect(() => seedFromCollections(emulate(), { catalogs, catalog_products: products })).toThrow(
    /catalog_id cannot be both catalogs\[0\] and catalogs\[1\]/,
  )
  products.delete(product)
  await products.create({ name: 'Second', shelf: first, catalog_id: '0'.repeat(27) })
  expect(() => seedFromCollections(emulate(), { catalogs, catalog_products: products })).toThrow(
    /catalog_products\[0\]\/catalog_id is "0+", but its relation refers to catalogs\[0\]/,
  )
})
