import { operationConventions } from '../../../emulator/api/dialect/per-operation.ts'
import { expect } from 'vitest'
import { type Behaviour, behaviour, writable } from './behaviour.ts'
import type { SuiteClient } from '../suite-client.ts'
import { suiteSeed } from '../suite-seed.ts'

const catalogId = suiteSeed.samples.catalogId!
const catalogProductsPath = (client: SuiteClient) => `${client.version}/pulse/catalogs/${catalogId}/products`
const listProducts = (client: SuiteClient, query: Readonly<Record<string, string | number>>) =>
  client.list(catalogProductsPath(client), 'products', query)
/** By convention, the page after the last record is empty, or refused. */
async function expectEnd(client: SuiteClient, cursor: string): Promise<void> {
  const reply = await client.get(catalogProductsPath(client), { limit: 1, starting_after: cursor })
  const { lastCursor } = client.conventions
  if (lastCursor !== 200) client.expectRefusal(reply, lastCursor, 'not_found')
  else expect(client.reader.list(reply.json, 'products').items).toEqual([])
}

const listProductIds = (client: SuiteClient, query: Readonly<Record<string, string | number>>) =>
  client.ids(catalogProductsPath(client), 'products', query)
const everything = (client: SuiteClient) =>
  client
    .seeded('catalog_products')
    .filter((product) => product['catalog_id'] === catalogId)
    .map(({ id }) => id)

export const cursorBehaviours: readonly Behaviour[] = [
  // holds: cursors.limit, cursors.newest-first
  behaviour('answers as many as limit says, newest first, from 1 to the maximum', async (client) => {
    const all = everything(client)
    const { maximumLimit, defaultLimit } = client.conventions
    for (const limit of new Set([1, 2, 3, all.length - 1, all.length, all.length + 1, maximumLimit])) {
      if (limit > maximumLimit) continue
      const { items, hasMore } = await listProducts(client, { limit })
      expect(
        items.map(({ id }) => id),
        String(limit),
      ).toEqual(all.slice(0, limit))
      expect(hasMore ?? limit < all.length).toBe(limit < all.length)
    }
    expect(await listProductIds(client, {})).toEqual(all.slice(0, defaultLimit))
  }),
  behaviour('refuses a limit that is not a page size, or clamps one that is too large', async (client) => {
    const { maximumLimit, excessiveLimit } = client.conventions
    for (const limit of ['0', '-1', '1.5', 'ten', '1e2', '0x10', '', ' ', '１', 'Infinity', 'NaN'])
      client.expectRefused(await client.get(catalogProductsPath(client), { limit }))
    for (const limit of [String(maximumLimit + 1), '9'.repeat(30)]) {
      const reply = await client.get(catalogProductsPath(client), { limit })
      if (excessiveLimit === 'clamp')
        expect(client.reader.list(reply.json, 'products').items).toHaveLength(
          Math.min(maximumLimit, everything(client).length),
        )
      else expect(client.expectRefused(reply).message).toContain(String(maximumLimit))
    }
  }),
  // holds: cursors.starting-after, cursors.complete, cursors.newest-first, products.list
  behaviour('walks a list whole by starting_after, with any size of page', async (client) => {
    const all = everything(client)
    const { maximumLimit } = client.conventions
    for (const limit of new Set([1, 7, maximumLimit]))
      if (limit <= maximumLimit)
        expect(await client.walk(catalogProductsPath(client), 'products', { limit }), `limit ${limit}`).toEqual(all)
    expect(await client.walk(catalogProductsPath(client), 'products')).toEqual(all)
  }),
  // holds: cursors.ending-before
  behaviour('walks a list whole by ending_before, each page adjacent to the id', async (client) => {
    const all = everything(client)
    const limit = Math.min(7, client.conventions.maximumLimit)
    const walked: string[] = [all.at(-1)!]
    for (let more = true; more;) {
      const { items, hasMore } = await listProducts(client, { limit, ending_before: walked[0]! })
      const place = all.indexOf(walked[0]!)
      expect(items.map(({ id }) => id)).toEqual(all.slice(Math.max(0, place - limit), place))
      if (hasMore !== undefined) expect(hasMore).toBe(place > limit)
      walked.unshift(...items.map(({ id }) => id as string))
      more = items.length > 0
    }
    expect(walked).toEqual(all)
    expect(await listProductIds(client, { limit: 1, ending_before: all[0]! })).toEqual([])
    await expectEnd(client, all.at(-1)!)
  }),
  // holds: ids.prefixed-cursor, ids.prefix-ignored
  behaviour('takes a cursor bare or with any prefix', async (client) => {
    const all = everything(client)
    for (const prefix of ['', 'prd_', 'zzz_']) {
      expect(await listProductIds(client, { limit: 1, starting_after: `${prefix}${all[4]}` })).toEqual([all[5]])
      expect(await listProductIds(client, { limit: 1, ending_before: `${prefix}${all[4]}` })).toEqual([all[3]])
    }
  }),
  // holds: cursors.stable, cursors.complete
  behaviour(
    'stays stable while others are created: each record of the beginning once, none of the new',
    async (client) => {
      const all = everything(client)
      const walked = await client.walk(
        catalogProductsPath(client),
        'products',
        { limit: Math.min(5, client.conventions.maximumLimit) },
        async () => {
          expect((await client.send('POST', catalogProductsPath(client), { json: { name: 'Later' } })).status).toBe(
            client.conventions.createdStatus,
          )
        },
      )
      expect(walked).toEqual(all)
    },
    writable,
  ),
  behaviour('continues from a cursor whose record is deleted, or refuses it, by convention', async (client) => {
    const all = everything(client)
    client.world.remove('catalog_products', all[6]!)
    const after = await client.get(catalogProductsPath(client), { limit: 1, starting_after: all[6]! })
    const before = await client.get(catalogProductsPath(client), { limit: 1, ending_before: all[6]! })
    if (client.conventions.unknownCursor === 'refuse') {
      client.expectRefused(after)
      client.expectRefused(before)
      client.expectRefused(await client.get(catalogProductsPath(client), { starting_after: 'z'.repeat(27) }))
      return
    }
    expect(client.reader.list(after.json, 'products').items[0]?.['id']).toBe(all[7])
    expect(client.reader.list(before.json, 'products').items[0]?.['id']).toBe(all[5])
    expect(await listProductIds(client, { limit: 1, starting_after: 'z'.repeat(27) })).toEqual([all[0]])
    expect(await listProductIds(client, { limit: 1, ending_before: '0'.repeat(27) })).toEqual([all.at(-1)])
    await expectEnd(client, '0'.repeat(27))
  }),
  behaviour('refuses both cursors at once, or lets starting_after win, by convention', async (client) => {
    const all = everything(client)
    const reply = await client.get(catalogProductsPath(client), {
      limit: 1,
      starting_after: all[2]!,
      ending_before: all[9]!,
    })
    if (client.conventions.bothCursors === 'refuse') client.expectRefused(reply)
    else expect(client.reader.list(reply.json, 'products').items[0]?.['id']).toBe(all[3])
  }),
  behaviour('answers an empty list to a catalog without products', async (client) => {
    const empty = client.seeded('catalogs')[0]!.id
    const { items, hasMore } = await client.list(`${client.version}/pulse/catalogs/${empty}/products`, 'products')
    expect(items).toEqual([])
    expect(hasMore ?? false).toBe(false)
  }),
  // holds: environments.list, environments.fields
  behaviour('lists environments by pages, or whole, by convention', async (client) => {
    const all = client.seeded('environments').map(({ id }) => id)
    const { defaultLimit, listEnvelope } = client.conventions
    const { pagedLists } = operationConventions(client.emulator.conventions, 'environments.list')
    const { items, hasMore } = await client.list(`${client.version}/environments`, 'environments')
    expect(items.map(({ id }) => id)).toEqual(pagedLists ? all.slice(0, defaultLimit) : all)
    for (const item of items) expect(typeof item['name']).toBe('string')
    if (!pagedLists) expect(hasMore).toBe(listEnvelope === 'array' ? undefined : false)
    else expect(await client.walk(`${client.version}/environments`, 'environments', { limit: 1 })).toEqual(all)
  }),
]
