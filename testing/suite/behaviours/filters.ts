import { expect } from 'vitest'
import type { StoredRecord } from '../../../emulator/contract/resource.ts'
import { type Bench, type Behaviour, behaviour } from '../client.ts'
import { suiteSeed } from '../suite-seed.ts'

const catalogId = suiteSeed.samples.catalogId!
const path = (bench: Bench) => `${bench.version}/pulse/catalogs/${catalogId}/products`
const largest = ({ conventions }: Bench) => Math.min(conventions.maximumLimit, 100)

/** The ids of the catalog's products that pass, newest first: found by plain comparison. */
function wanted(bench: Bench, test: (product: StoredRecord) => boolean): readonly string[] {
  return bench
    .seeded('catalog_products')
    .filter((product) => product['catalog_id'] === catalogId && test(product))
    .map(({ id }) => id)
}

const found = (bench: Bench, query: Readonly<Record<string, string>>) =>
  bench.walk(path(bench), 'products', { ...query, limit: largest(bench) })

/** Search terms, and what each must find: in the middle of words, whatever the case, in any script. */
const searches = [
  'chair',
  'HAIR',
  'écl',
  'ÉCL',
  'ölfass',
  'STRA',
  'СТОЛ',
  'письм',
  'οδοσα',
  'ΔΟΣ',
  '椅',
  '100%',
  '\\s',
  'a_b',
  '(round) [x]*',
  '.',
  'KRAKÓW',
  'sku-1',
  'umbr',
  ' ',
]

const fold = (text: unknown) => String(text).normalize('NFC').toLocaleLowerCase('und').replaceAll('ς', 'σ')

export const filterBehaviours: readonly Behaviour[] = [
  // holds: filters.exact, products.list
  behaviour('filters by exact match: case, spaces and parts count', async (bench) => {
    for (const brand of [
      'Acme',
      'acme',
      'Acme ',
      'Umbra',
      'Änder',
      'Acm',
      ' Acme',
      'ACME',
      'Acme%',
      '*',
      'A\u0308nder',
    ]) {
      expect(await found(bench, { brand }), JSON.stringify(brand)).toEqual(
        wanted(bench, (product) => product['brand'] === brand),
      )
    }
    expect(wanted(bench, ({ brand }) => brand === 'Acme ').length).toBeGreaterThan(3)
  }),
  // holds: filters.and
  behaviour('joins filters by AND, also with search', async (bench) => {
    const one = await found(bench, { brand: 'Acme' })
    const two = await found(bench, { category: 'Chairs' })
    const both = await found(bench, { brand: 'Acme', category: 'Chairs' })
    expect(both).toEqual(one.filter((id) => two.includes(id)))
    expect(both.length).toBeGreaterThan(0)
    expect(both.length).toBeLessThan(Math.min(one.length, two.length))
    const active = await found(bench, { brand: 'Acme', category: 'Chairs', status: 'active' })
    expect(active).toEqual(
      wanted(
        bench,
        (product) => product['brand'] === 'Acme' && product['category'] === 'Chairs' && product['status'] === 'active',
      ),
    )
    const searched = await found(bench, { search: 'chair', brand: 'Acme' })
    expect(searched).toEqual((await found(bench, { search: 'chair' })).filter((id) => one.includes(id)))
    expect(searched.length).toBeGreaterThan(0)
    expect(await found(bench, { brand: 'Acme', category: 'Nothing of the kind' })).toEqual([])
  }),
  // holds: filters.search-partial, filters.search-case
  behaviour('searches within words, whatever the case, in any script', async (bench) => {
    for (const search of searches) {
      const expected = wanted(bench, (product) =>
        ['name', 'brand', 'category', 'description', 'sku'].some((name) => fold(product[name]).includes(fold(search))),
      )
      expect(await found(bench, { search }), JSON.stringify(search)).toEqual(expected)
      if (search !== '.') expect(expected.length, search).toBeGreaterThan(0)
    }
    expect(await found(bench, { search: 'matches nothing at all' })).toEqual([])
  }),
  // holds: filters.enum-filters, filters.enum-invalid, filters.enum-options, resources.list
  behaviour('filters by enum values, and answers any other with 400 and all options in the body', async (bench) => {
    const options = ['active', 'inactive', 'archived']
    for (const status of options) {
      expect(await bench.walk(`${bench.version}/resources`, 'resources', { status, limit: 1 })).toEqual(
        bench
          .seeded('resources')
          .filter((record) => record['status'] === status)
          .map(({ id }) => id),
      )
    }
    for (const status of ['Active', 'ACTIVE', ' active', 'active,inactive', 'enabled', 'null', '0', '__proto__']) {
      const error = bench.expectRefusal(
        await bench.get(`${bench.version}/resources`, { status }),
        400,
        'invalid_enum_value',
      )
      expect(error.allowed).toEqual(options)
    }
    expect(
      bench.expectRefusal(await bench.get(path(bench), { status: 'sold' }), 400, 'invalid_enum_value').allowed,
    ).toEqual(['active', 'draft', 'archived'])
    const groups = await bench.get(`/0/projects/${suiteSeed.samples.projectId}/groups/`, { status: 'open' })
    expect(bench.expectRefusal(groups, 400, 'invalid_enum_value').allowed).toEqual([
      'unresolved',
      'resolved',
      'ignored',
    ])
  }),
  // holds: filters.absent, resources.list
  behaviour('applies no filter where none is given', async (bench) => {
    expect(await found(bench, {})).toEqual(wanted(bench, () => true))
    expect(await bench.walk(`${bench.version}/resources`, 'resources', { limit: largest(bench) })).toEqual(
      bench.seeded('resources').map(({ id }) => id),
    )
  }),
  // holds: filters.paged
  behaviour('pages through what the filters leave, forwards and backwards', async (bench) => {
    const expected = wanted(bench, (product) => product['brand'] === 'Acme' && product['status'] === 'active')
    expect(expected.length).toBeGreaterThan(4)
    const query = { brand: 'Acme', status: 'active', limit: 1 }
    expect(await bench.walk(path(bench), 'products', query)).toEqual(expected)
    expect(await bench.ids(path(bench), 'products', { ...query, ending_before: expected[3]! })).toEqual([expected[2]])
    const outside = wanted(bench, (product) => product['brand'] === 'Umbra')[2]!
    expect(await bench.ids(path(bench), 'products', { ...query, starting_after: outside })).toEqual([
      expected.find((id) => id < outside),
    ])
  }),
  behaviour('decides by convention on repeated, empty and unknown parameters', async (bench) => {
    const { repeatedParameters, emptyParameters, unknownParameters } = bench.conventions
    const limit = `limit=${largest(bench)}`
    const ask = (query: string) => bench.get(path(bench), `${query}&${limit}`)
    const idsOf = async (query: string) =>
      bench.reader.list((await ask(query)).json, 'products').items.map(({ id }) => id)
    const repeated = await ask('brand=Acme&brand=Umbra')
    if (repeatedParameters === 'refuse') bench.expectRefused(repeated)
    else
      expect(await idsOf('brand=Acme&brand=Umbra')).toEqual(
        await idsOf(repeatedParameters === 'first' ? 'brand=Acme' : 'brand=Umbra'),
      )
    const empty = await ask('category=')
    if (emptyParameters === 'refuse') bench.expectRefused(empty)
    else
      expect(bench.reader.list(empty.json, 'products').items.map(({ id }) => id)).toEqual(
        wanted(bench, (product) => emptyParameters === 'ignore' || product['category'] === '').slice(0, largest(bench)),
      )
    const emptyEnum = await ask('status=')
    if (emptyParameters === 'ignore') expect(emptyEnum.status).toBe(200)
    else expect(bench.expectRefusal(emptyEnum, 400, 'invalid_enum_value').allowed).toHaveLength(3)
    const unknown = await ask('barnd=Acme')
    if (unknownParameters === 'refuse') expect(bench.expectRefused(unknown).message).toMatch(/brand|not known/)
    else expect(await idsOf('barnd=Acme')).toEqual(await idsOf(''))
  }),
]
