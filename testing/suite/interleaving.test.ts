import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import { Random } from '../../emulator/tools/random.ts'
import { SuiteClient } from './suite-client.ts'
import { suiteClock, suiteSeed } from './suite-seed.ts'
import { toDirectFetch, toHttp, type Transport } from './transports.ts'

const catalogId = suiteSeed.samples.catalogId!

async function withClient(
  transportOf: (emulator: Emulator) => Promise<Transport>,
  run: (client: SuiteClient) => Promise<void>,
): Promise<void> {
  const faults: unknown[] = []
  const emulator = createEmulator({
    fixtures: suiteSeed,
    clock: suiteClock,
    checkResponses: true,
    onError: (error) => faults.push(error),
  })
  const transport = await transportOf(emulator)
  try {
    await run(new SuiteClient(emulator, transport, 'default'))
  } finally {
    await transport.close()
  }
  expect(faults).toEqual([])
}

/** Starts all tasks at once, in a shuffled order. */
async function allAtOnce(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const random = new Random(5)
  const shuffled = tasks.map((task) => ({ task, place: random.next() })).sort((left, right) => left.place - right.place)
  await Promise.all(shuffled.map(({ task }) => task()))
}

for (const [name, transportOf] of [
  ['direct fetch', toDirectFetch],
  ['HTTP', toHttp],
] as const) {
  it(`loses and tears nothing when creations, renamings, deletions and walks interleave, by ${name}`, () =>
    withClient(transportOf, async (client) => {
      const products = `${client.version}/pulse/catalogs/${catalogId}/products`
      const seeded = client
        .seeded('catalog_products')
        .filter((product) => product['catalog_id'] === catalogId)
        .map(({ id }) => id)
      const doomed = seeded.filter((_, index) => index % 3 === 0)
      const renamed = seeded.filter((_, index) => index % 3 === 1)
      const untouched = seeded.filter((_, index) => index % 3 === 2)
      const created: string[] = []
      const walks: (readonly string[])[] = []
      await allAtOnce([
        ...Array.from(
          { length: 60 },
          (_, index) => async () =>
            created.push(
              client.reader.object(
                (
                  await client.send('POST', products, {
                    json: { name: `New ${index}`, brand: 'Fresh', category: `Fresh ${index % 2}` },
                  })
                ).json,
                'product',
              )['id'] as string,
            ),
        ),
        ...renamed.map(
          (id) => async () =>
            expect(
              (
                await client.send('PUT', `${client.version}/catalog-products/${id}`, {
                  json: { name: `Renamed ${id}`, brand: 'Renamed', description: id },
                })
              ).status,
            ).toBe(200),
        ),
        ...doomed.map(
          (id) => async () =>
            expect((await client.send('DELETE', `${client.version}/catalog-products/${id}`)).status).toBe(204),
        ),
        ...Array.from(
          { length: 8 },
          (_, index) => async () => walks.push(await client.walk(products, 'products', { limit: 3 + index })),
        ),
      ])
      expect(new Set(created).size).toBe(60)
      for (const walk of walks) {
        expect(walk.toSorted().toReversed()).toEqual(walk)
        expect(new Set(walk).size).toBe(walk.length)
        const visited = new Set(walk)
        for (const id of [...untouched, ...renamed]) expect(visited.has(id)).toBe(true)
      }
      // The records are the old ones without the deleted ones and with the new ones, by every index.
      const left = await client.walk(products, 'products', { limit: 100 })
      expect(left).toEqual([...seeded.filter((id) => !doomed.includes(id)), ...created].toSorted().toReversed())
      expect(await client.walk(products, 'products', { brand: 'Fresh', limit: 100 })).toEqual(
        created.toSorted().toReversed(),
      )
      expect(await client.walk(products, 'products', { brand: 'Renamed', limit: 100 })).toEqual(renamed)
      for (const id of renamed)
        expect(client.world.get('catalog_products', id)).toMatchObject({ name: `Renamed ${id}`, description: id })
    }))
}
