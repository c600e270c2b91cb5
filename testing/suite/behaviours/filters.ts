import { expect } from 'vitest'
import type { StoredRecord } from '../../../emulator/model/contract/resource.ts'
import { type Behaviour, behaviour } from './behaviour.ts'
import type { SuiteClient } from '../suite-client.ts'
import { suiteSeed } from '../suite-seed.ts'

const catalogId = suiteSeed.samples.catalogId!
const catalogProductsPath = (client: SuiteClient) => `${client.version}/pulse/catalogs/${catalogId}/products`
const largest = ({ conventions }: SuiteClient) => Math.min(conventions.maximumLimit, 100)

/** The ids of the catalog's products that pass a plain comparison, newest first. */
function wanted(client: SuiteClient, test: (product: StoredRecord) => boolean): readonly string[] {
  return client
    .seeded('catalog_products')
    .filter((product) => product['catalog_id'] === catalogId && test(product))
    .map(({ id }) => id)
}

const walkFiltered = (client: SuiteClient, query: Readonly<Record<string, string>>) =>
  client.walk(catalogProductsPath(client), 'products', { ...query, limit: largest(client) })

/** Search terms and what they must find: in the middle of words, in any case and script. */
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
  behaviour('filters by exact match: case, spaces and parts count', async (client) => {
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
      expect(await walkFiltered(client, { brand }), JSON.stringify(brand)).toEqual(
        wanted(client, (product) => product['brand'] === brand),
      )
    }
    expect(wanted(client, ({ brand }) => brand === 'Acme ').length).toBeGreaterThan(3)
  }),
  // holds: filters.and
  behaviour('joins filters by AND, also with search', async (client) => {
    const acme = await walkFiltered(client, { brand: 'Acme' })
    const two = await walkFiltered(client, { category: 'Chairs' })
    const both = await walkFiltered(client, { brand: 'Acme', category: 'Chairs' })
    expect(both).toEqual(acme.filter((id) => two.includes(id)))
    expect(both.length).toBeGreaterThan(0)
    expect(both.length).toBeLessThan(Math.min(acme.length, two.length))
    const active = await walkFiltered(client, { brand: 'Acme', category: 'Chairs', status: 'active' })
    expect(active).toEqual(
      wanted(
        client,
        (product) => product['brand'] === 'Acme' && product['category'] === 'Chairs' && product['status'] === 'active',
      ),
    )
    const searched = await walkFiltered(client, { search: 'chair', brand: 'Acme' })
    expect(searched).toEqual((await walkFiltered(client, { search: 'chair' })).filter((id) => acme.includes(id)))
    expect(searched.length).toBeGreaterThan(0)
    expect(await walkFiltered(client, { brand: 'Acme', category: 'Nothing of the kind' })).toEqual([])
  }),
  // holds: filters.search-partial, filters.search-case
  behaviour('searches within words, whatever the case, in any script', async (client) => {
    for (const search of searches) {
      const expected = wanted(client, (product) =>
        ['name', 'brand', 'category', 'description', 'sku'].some((name) => fold(product[name]).includes(fold(search))),
      )
      expect(await walkFiltered(client, { search }), JSON.stringify(search)).toEqual(expected)
      if (search !== '.') expect(expected.length, search).toBeGreaterThan(0)
    }
    expect(await walkFiltered(client, { search: 'matches nothing at all' })).toEqual([])
  }),
  // holds: filters.enum-filters, filters.enum-invalid, filters.enum-options, resources.list
  behaviour('filters by enum values, and answers any other with 400 and all options in the body', async (client) => {
    const options = ['active', 'inactive', 'archived']
    for (const status of options) {
      expect(await client.walk(`${client.version}/resources`, 'resources', { status, limit: 1 })).toEqual(
        client
          .seeded('resources')
          .filter((record) => record['status'] === status)
          .map(({ id }) => id),
      )
    }
    for (const status of ['Active', 'ACTIVE', ' active', 'active,inactive', 'enabled', 'null', '0', '__proto__']) {
      const error = client.expectRefusal(
        await client.get(`${client.version}/resources`, { status }),
        400,
        'invalid_enum_value',
      )
      expect(error.allowed).toEqual(options)
    }
    expect(
      client.expectRefusal(await client.get(catalogProductsPath(client), { status: 'sold' }), 400, 'invalid_enum_value')
        .allowed,
    ).toEqual(['active', 'draft', 'archived'])
    const groups = await client.get(`/0/projects/${suiteSeed.samples.projectId}/groups/`, { status: 'open' })
    expect(client.expectRefusal(groups, 400, 'invalid_enum_value').allowed).toEqual([
      'unresolved',
      'resolved',
      'ignored',
    ])
  }),
  // holds: filters.absent, resources.list
  behaviour('applies no filter where none is given', async (client) => {
    expect(await walkFiltered(client, {})).toEqual(wanted(client, () => true))
    expect(await client.walk(`${client.version}/resources`, 'resources', { limit: largest(client) })).toEqual(
      client.seeded('resources').map(({ id }) => id),
    )
  }),
  // holds: filters.paged
  behaviour('pages through what the filters leave, forwards and backwards', async (client) => {
    const expected = wanted(client, (product) => product['brand'] === 'Acme' && product['status'] === 'active')
    expect(expected.length).toBeGreaterThan(4)
    const query = { brand: 'Acme', status: 'active', limit: 1 }
    expect(await client.walk(catalogProductsPath(client), 'products', query)).toEqual(expected)
    expect(
      await client.ids(catalogProductsPath(client), 'products', { ...query, ending_before: expected[3]! }),
    ).toEqual([expected[2]])
    const outside = wanted(client, (product) => product['brand'] === 'Umbra')[2]!
    expect(await client.ids(catalogProductsPath(client), 'products', { ...query, starting_after: outside })).toEqual([
      expected.find((id) => id < outside),
    ])
  }),
  behaviour('decides by convention on repeated, empty and unknown parameters', async (client) => {
    const { repeatedParameters, emptyParameters, unknownParameters } = client.conventions
    const limit = `limit=${largest(client)}`
    const ask = (query: string) => client.get(catalogProductsPath(client), `${query}&${limit}`)
    const idsOf = async (query: string) =>
      client.reader.list((await ask(query)).json, 'products').items.map(({ id }) => id)
    const repeated = await ask('brand=Acme&brand=Umbra')
    if (repeatedParameters === 'refuse') client.expectRefused(repeated)
    else
      expect(await idsOf('brand=Acme&brand=Umbra')).toEqual(
        await idsOf(repeatedParameters === 'first' ? 'brand=Acme' : 'brand=Umbra'),
      )
    const empty = await ask('category=')
    if (emptyParameters === 'refuse') client.expectRefused(empty)
    else
      expect(client.reader.list(empty.json, 'products').items.map(({ id }) => id)).toEqual(
        wanted(client, (product) => emptyParameters === 'ignore' || product['category'] === '').slice(
          0,
          largest(client),
        ),
      )
    const emptyEnum = await ask('status=')
    if (emptyParameters === 'ignore') expect(emptyEnum.status).toBe(client.conventions.successStatus)
    else expect(client.expectRefusal(emptyEnum, 400, 'invalid_enum_value').allowed).toHaveLength(3)
    const unknown = await ask('barnd=Acme')
    if (unknownParameters === 'refuse') expect(client.expectRefused(unknown).message).toMatch(/brand|not known/)
    else expect(await idsOf('barnd=Acme')).toEqual(await idsOf(''))
  }),
]
