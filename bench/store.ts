import { buildCollections } from '../emulator/world/collections.ts'
import { packSeed } from '../fixtures/packs.ts'
import type { CatalogProductRecord } from '../emulator/model/resources/resource-records.ts'
import type { Collection } from '../emulator/model/store/collection.ts'
import type { Selection } from '../emulator/model/store/selection-plan.ts'
import { microseconds, milliseconds, printTable } from './measure.ts'

/**
 * Measures the cost of a page of 20 products, by the size of the collection and the depth of the page. A cold page is
 * the first one with its combination of filters; later pages are warm.
 */
const sizes = process.argv.slice(2).map(Number)
const limit = 20
const words = { frequent: 'chair', rare: 'no product is called so' }

interface Case {
  readonly name: string
  readonly selection: Selection
}

function storeCases(products: Collection<CatalogProductRecord>, catalog: string): readonly Case[] {
  const { brand, category } = products.page({ limit: 1 }).items[0]!
  const inCatalog = { catalog_id: catalog }
  return [
    { name: 'all', selection: {} },
    { name: 'one filter', selection: { where: { brand } } },
    { name: 'two filters', selection: { where: { ...inCatalog, brand } } },
    { name: 'three filters', selection: { where: { ...inCatalog, brand, category } } },
    { name: 'search, frequent', selection: { where: inCatalog, search: words.frequent } },
    { name: 'search, nothing', selection: { where: inCatalog, search: words.rare } },
  ]
}

/** The cursor of the last full page of a selection. */
function deepestCursor(products: Collection<CatalogProductRecord>, selection: Selection): string | undefined {
  const oldest = products.slice(selection, 0, limit + 1)
  return oldest[limit]?.id
}

for (const size of sizes.length > 0 ? sizes : [1_000, 100_000, 1_000_000]) {
  const seed = packSeed('default', { seed: 1, scale: size })
  const { result: collections, ms } = milliseconds(() => buildCollections(seed.records))
  const products = collections.catalog_products
  const rows = storeCases(products, seed.samples.catalogId!).map(({ name, selection }) => {
    const { ms: cold } = milliseconds(() => products.page({ ...selection, limit }))
    const first = microseconds(() => products.page({ ...selection, limit }))
    const startingAfter = deepestCursor(products, selection)
    if (startingAfter === undefined) return [name, cold * 1000, first, '-', '-']
    const deepest = microseconds(() => products.page({ ...selection, limit, startingAfter }))
    return [name, cold * 1000, first, deepest, deepest / first]
  })
  const record = { ...products.page({ limit: 1 }).items[0]!, id: 'zzzzzzzzzzzzzzzzzzzzzzzzzzz' }
  printTable(
    `${size} products (indexes built in ${ms.toFixed(0)} ms); µs a page of ${limit}`,
    ['', 'cold', 'first', 'deepest', 'ratio'],
    rows,
  )
  printTable(
    'µs a change',
    ['', 'µs'],
    [
      ['insert', microseconds(() => products.insert(record))],
      ['get', microseconds(() => products.get(products.slice({}, size >> 1, 1)[0]!.id))],
    ],
  )
}
