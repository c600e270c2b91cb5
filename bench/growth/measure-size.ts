import { createEmulator } from '../../emulator/create-emulator.ts'
import type { PageRequest } from '../../emulator/model/store/collection.ts'
import type { Selection } from '../../emulator/model/store/selection-plan.ts'
import { microseconds, milliseconds } from '../measure.ts'

const limit = 20
const worldCount = 10_000

/** The costs of one number of products, by name. */
export function measureSize(size: number): Readonly<Record<string, number>> {
  const emulator = createEmulator({ scale: size })
  const world = emulator.worlds.default
  const products = world.collection('catalog_products')
  const page = (request: Omit<PageRequest, 'limit'>) => products.page({ ...request, limit }).items
  const cold = (selection: Selection): number => milliseconds(() => page(selection)).ms * 1000
  const catalog = { catalog_id: emulator.samples.catalogId! }
  const { brand, category, status } = page({ where: catalog })[0]!
  const rare = products.slice({ where: catalog }, 0, 1)[0]!
  const filters = { brand, category, status }
  const found: Record<string, number> = {
    // Each of these is the first query of its kind in this process.
    'search for nothing, cold': cold({ where: catalog, search: 'no product is called so' }),
    'search for one, cold': cold({ where: catalog, search: rare.sku }),
    'search for many, cold': cold({ where: catalog, search: 'chair' }),
    'one filter, cold': cold({ where: { ...catalog, brand } }),
    'two filters, cold': cold({ where: { ...catalog, brand, category } }),
    'three filters, cold': cold({ where: { ...catalog, ...filters } }),
    'three filters without a match, cold': cold({ where: { ...catalog, brand, category, status: 'none' } }),
  }
  const oldest = products.slice({}, 0, limit + 1).at(-1)!.id
  found['first page'] = microseconds(() => page({}))
  found['deepest page'] = microseconds(() => page({ startingAfter: oldest }))
  found['three filters'] = microseconds(() => page({ where: { ...catalog, ...filters } }))
  found['search for many'] = microseconds(() => page({ where: catalog, search: 'chair' }))
  found['search for nothing'] = microseconds(() => page({ where: catalog, search: 'no product is called so' }))
  const added = { ...rare, id: 'zzzzzzzzzzzzzzzzzzzzzzzzzzz' }
  found['create and delete'] = microseconds(() => {
    world.insert('catalog_products', added)
    world.remove('catalog_products', added.id)
  })
  found['search for nothing, after a write'] = searchAfterWrite()
  found['fork'] = microseconds(() => emulator.fork())
  found['reset'] = microseconds(() => world.reset())
  const snapshot = world.snapshot()
  found['snapshot and restore'] = microseconds(() => {
    world.snapshot()
    world.restore(snapshot)
  })
  return { ...found, ...worldsCost() }

  /** A write replaces one block; the search texts of the others remain cached. */
  function searchAfterWrite(): number {
    world.insert('catalog_products', added)
    const changed = world.collection('catalog_products')
    const { ms } = milliseconds(() => changed.page({ where: catalog, search: 'nor is any called so', limit }))
    world.remove('catalog_products', added.id)
    return ms * 1000
  }

  function worldsCost(): Readonly<Record<string, number>> {
    const before = heap()
    const { result: worlds, ms } = milliseconds(() =>
      Array.from({ length: worldCount }, (_, index) => emulator.worlds.create(`world-${index}`)),
    )
    const bytes = (heap() - before) / worldCount
    for (const each of worlds) each.replace('catalog_products', { ...rare, name: 'Changed' })
    const written = (heap() - before) / worldCount
    return {
      'one of 10,000 worlds': (ms * 1000) / worldCount,
      'one of 10,000 worlds, bytes': bytes,
      'one of 10,000 worlds written to, bytes': written,
    }
  }
}

function heap(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
