// Pages of lists on shops whose records tell little, are hidden, change, or whose answers are odd.
import { expect, it } from 'vitest'
import { runKit } from '../../../testing/conformance/subject.ts'
import type { CheckId } from '../../catalogue/check-ids.ts'
import { writeReport } from '../../report/service-document.ts'
import { itEnds } from '../../../testing/servers/ends.ts'
import {
  dealt,
  hasParameters,
  madeByRuns,
  mixed,
  mixRecords,
  newer,
  records,
  refusing,
  sameStatus,
  searchElsewhere,
  shop,
} from '../../../testing/servers/mixed-shop.ts'
import { openShop, type Shop, type ShopRecord, type ShopRequest } from '../../../testing/servers/shop.ts'

type Row = readonly [check: CheckId, end: string, what: string, shop: Shop]

const askedText = ({ query }: ShopRequest, name: string): string => query.get(name) ?? ''
const searchRefused = refusing((asked) => hasParameters(asked, 'search'), 400)
/** A shop whose records do not show its enum filter. */
const hidden: Shop = { ...shop, hidden: ['status'] }
const filterByBrand = ({ all, query }: ShopRequest) => all.filter(({ brand }) => brand === query.get('brand'))
const resourcesAlone: Shop = { ...shop, resources: mixed, statuses: { resources: ['active', 'draft'] } }

/** True if some record matches a request. */
const isKnown = ({ all, query }: ShopRequest): boolean =>
  all.some((record) =>
    ['brand', 'category', 'status'].every((name) => (query.get(name) ?? record[name]) === record[name]),
  )

const nearBrands: Shop = {
  products: records(24, (index) => ({
    brand: dealt(['Acme', 'Acme Pro'], index),
    category: dealt(['Beds', 'Rugs'], index >> 1),
    status: dealt(['active', 'draft'], index >> 2),
  })),
  statuses: { products: ['active', 'draft'] },
}

const numbers: Shop = {
  ...shop,
  products: records(24, (index) => ({
    brand: dealt(['Acme', '042', 'Bolt'], index),
    category: dealt(['Beds', 'Rugs'], index >> 1),
  })),
}

const together: readonly Row[] = [
  [
    'filters.and.pages',
    'fail: expected 2026shop',
    'a brand that contains another one, and does not count beside two filters',
    {
      ...nearBrands,
      select: (right, asked) =>
        hasParameters(asked, 'brand', 'category', 'status')
          ? asked.all.filter(
              ({ category, status }) =>
                category === askedText(asked, 'category') && status === askedText(asked, 'status'),
            )
          : right,
    },
  ],
  ['filters.and.pages', 'pass', 'an enum filter only of the resources', resourcesAlone],
  [
    'filters.and.pages',
    'fail: expected 2026shop0000000000000000999',
    'such records, and an enum filter that is ignored beside a brand',
    { ...hidden, select: (right, asked) => (hasParameters(asked, 'status', 'brand') ? filterByBrand(asked) : right) },
  ],
  ['filters.and.pages', 'pass', 'newest records that are alike', madeByRuns],
  [
    'filters.and.pages',
    'fail: expected 2026shop',
    'such records, and an enum filter that is ignored beside a brand',
    {
      ...madeByRuns,
      select: (right, asked) => (hasParameters(asked, 'status', 'brand') ? filterByBrand(asked) : right),
    },
  ],
  [
    'filters.and.pages',
    'insufficientEvidence: the target still answered 429',
    'a quota that filters are beyond',
    { ...madeByRuns, answer: refusing((asked) => hasParameters(asked, 'status'), 429) },
  ],
  [
    'filters.and.pages',
    'notApplicable: no list takes two filters',
    'brands alone',
    { products: records(8, (index) => ({ brand: dealt(['Acme', 'Bolt'], index) })), answer: searchRefused },
  ],
  [
    'filters.and.pages',
    'insufficientEvidence: no two filters',
    'a category for each brand',
    {
      products: records(8, (index) => ({ brand: dealt(['Acme', 'Bolt'], index), category: dealt(['A', 'B'], index) })),
      answer: searchRefused,
    },
  ],
  ['filters.exact.pages', 'pass', 'a brand that is a number', numbers],
  [
    'filters.exact.pages',
    'pass',
    'a refusal of what nothing matches',
    { ...shop, answer: (asked) => refusing(() => hasParameters(asked, 'brand') && !isKnown(asked), 404)(asked) },
  ],
]

const statuses = ['active', 'draft']
/** A shop with an enum filter of a list that the specification does not name. */
const withOrders: Shop = { products: mixed, orders: mixed, statuses: { products: statuses, orders: statuses } }
const answerStatusFilter =
  (answer: (asked: ShopRequest, status: string) => Response | undefined) =>
  (asked: ShopRequest): Response | undefined =>
    asked.list === 'orders' && hasParameters(asked, 'status') ? answer(asked, askedText(asked, 'status')) : undefined
const page = ({ all }: ShopRequest, status?: string) =>
  Response.json({ data: all.filter((record) => status === undefined || record.status === status) })

const enums: readonly Row[] = [
  ['filters.enum-filters.pages', 'insufficientEvidence: no list', 'one status', sameStatus],
  [
    'filters.enum-filters.pages',
    'fail: expected 200 with a list for status="draft"',
    'a status that is refused and that no record has',
    { ...sameStatus, answer: refusing((asked) => askedText(asked, 'status') === 'draft', 400) },
  ],
  [
    'filters.enum-options.pages',
    'blocked',
    'an invalid status that is ignored',
    { ...shop, answer: (asked) => (askedText(asked, 'status').includes('uct') ? page(asked) : undefined) },
  ],
  [
    'filters.enum-filters.pages',
    'pass',
    'a status of orders, which take no limit',
    { ...withOrders, answer: refusing((asked) => asked.list === 'orders' && hasParameters(asked, 'limit'), 400) },
  ],
  [
    'filters.enum-options.pages',
    'fail: expected the allowed values of status',
    'a refusal of orders that names no option',
    {
      ...withOrders,
      answer: answerStatusFilter((asked, status) => refusing(() => !statuses.includes(status), 400)(asked)),
    },
  ],
  [
    'filters.enum-options.pages',
    'pass',
    'a refusal of orders whose list has a code, a sentence and the options',
    {
      ...withOrders,
      answer: answerStatusFilter((_asked, status) =>
        statuses.includes(status)
          ? undefined
          : Response.json(['invalid_enum', 'status must be an allowed value', ...statuses], { status: 400 }),
      ),
    },
  ],
  [
    'filters.enum-invalid.pages',
    'fail: expected 400 for status="已完成,待处理"',
    'statuses of orders without upper case that may be repeated after a comma',
    {
      products: mixed,
      orders: mixed.map((record, index) => ({ ...record, status: dealt(['已完成', '待处理'], index) })),
      statuses: { orders: ['已完成', '待处理'] },
      answer: answerStatusFilter((asked, status) => (status === '已完成,待处理' ? page(asked, '已完成') : undefined)),
    },
  ],
]

const brands = (...values: readonly string[]): Shop => ({
  products: records(6, (index) => ({ brand: dealt(values, index) })),
})
const oneBrand: Shop = { products: mixRecords({ brand: 'Acme' }) }

/** Hides a record in every other walk in large pages, as a broken replica does, and loses one for each brand. */
function flickering(): Shop {
  let walks = 0
  return {
    ...shop,
    select: (right, asked) => {
      if (!hasParameters(asked, 'starting_after')) walks++
      if (hasParameters(asked, 'brand')) return right.slice(1)
      return asked.query.get('limit') === '100' && walks % 2 === 0 ? right.toSpliced(5, 1) : right
    },
  }
}

/** Categories that begin with a word that is a category itself. */
const inWords: Shop = {
  products: records(12, (index) => ({ name: 'Oak', category: dealt(['Chairs', 'Chairs & Tables'], index) })),
}

const strings: readonly Row[] = [
  [
    'filters.exact.pages',
    'fail',
    'a category that is found by its last word',
    {
      ...inWords,
      select: (right, asked) =>
        askedText(asked, 'category') === 'Tables'
          ? asked.all.filter(({ category }) => category?.includes('Tables'))
          : right,
    },
  ],
  [
    'filters.exact.pages',
    'insufficientEvidence: the products show neither brand nor category',
    'products without brand and category',
    { products: [{ name: 'Walnut Table' }] },
  ],
  [
    'filters.exact.pages',
    'fail',
    'a new record of another brand',
    {
      ...shop,
      select: (right, asked) => (hasParameters(asked, 'brand') ? [...newer(1, { brand: 'Bolt' }), ...right] : right),
    },
  ],
  [
    'filters.exact.pages',
    'fail',
    'one brand, and a filter that does nothing',
    { ...oneBrand, select: (right, asked) => (hasParameters(asked, 'brand') ? asked.all : right) },
  ],
  ['filters.exact.pages', 'fail', 'a lost record, in a list that flickers', flickering()],
  ['filters.exact.pages', 'pass', 'one brand in three cases', brands('ACME', 'Acme', 'acme')],
  ['filters.exact.pages', 'pass', 'a brand with a comma', brands('Acme', 'Nuts, Bolts', 'Crux')],
  [
    'filters.exact.pages',
    'fail',
    'a brand with a comma that is not found',
    {
      ...brands('Acme', 'Nuts, Bolts', 'Crux'),
      select: (right, asked) => (askedText(asked, 'brand').includes(',') ? [] : right),
    },
  ],
  [
    'filters.exact.pages',
    'pass',
    'patterns refused',
    { ...shop, answer: refusing((asked) => /[_%*.]/.test(askedText(asked, 'brand')), 400) },
  ],
]

/** True if a request has these parameters and no others. */
const isOnly = (asked: ShopRequest, ...names: readonly string[]): boolean =>
  hasParameters(asked, ...names) && asked.query.size === names.length

const single: Shop = { products: records(24, (index) => ({ name: `Walnut Table ${index}`, brand: `Brand ${index}` })) }
const asksBrandPage = (asked: ShopRequest): boolean =>
  hasParameters(asked, 'brand', 'limit') && !hasParameters(asked, 'ending_before')
/** New records of the brand that is asked for. */
const newBrandRecords = (count: number, asked: ShopRequest) => newer(count, { brand: askedText(asked, 'brand') })

const paged: readonly Row[] = [
  ['filters.paged.pages', 'pass', 'a brand for each product', single],
  [
    'filters.paged.pages',
    'pass',
    'a few new records',
    { ...shop, select: (right, asked) => (asksBrandPage(asked) ? [...newBrandRecords(3, asked), ...right] : right) },
  ],
  [
    'filters.paged.pages',
    'fail',
    'an AND that is forgotten for one pair of parameters, and no others',
    { ...shop, select: (right, asked) => (isOnly(asked, 'category', 'limit') ? asked.all : right) },
  ],
  [
    'filters.and.pages',
    'fail',
    'an AND that is forgotten for one pair of filters, and no others',
    { ...shop, select: (right, asked) => (isOnly(asked, 'status', 'brand') ? filterByBrand(asked) : right) },
  ],
]

const long = records(40, (index) => ({ name: `Walnut Table ${index}` }))
/** Pages of one record, the oldest first for some searches: more pages than are walked. */
const oldestFirst = (when: (search: string) => boolean): Shop => ({
  products: long,
  largest: 1,
  select: (right, asked) => (when(askedText(asked, 'search')) ? asked.all.toReversed() : right),
})
const named = (...names: readonly string[]): Shop => ({ products: names.map((name) => ({ name })) })
const short = named('Oak Bed', 'Elm Bed')
const isCommon = (asked: ShopRequest): boolean => /^(?:walnut|table)$/i.test(askedText(asked, 'search'))
const accented = named('Émaillé table', 'Marble table')

const searches: readonly Row[] = [
  ['filters.search-case.pages', 'pass', 'names that end in ß', named('Große Straße', 'Kleine Gasse')],
  ['filters.search-case.pages', 'insufficientEvidence', 'names without letters', named('12345', '6789')],
  [
    'filters.search-partial.pages',
    'notApplicable: no documented list takes',
    'a refusal',
    { ...short, answer: searchRefused },
  ],
  ['filters.search-partial.pages', 'pass', 'search only elsewhere', searchElsewhere],
  [
    'filters.search-partial.pages',
    'pass',
    'many records for two letters',
    oldestFirst((search) => /^[a-z]{2}$/.test(search)),
  ],
  [
    'filters.search-partial.pages',
    'pass',
    'a refusal of two letters',
    { ...named('Walnut', 'Copper'), answer: refusing((asked) => askedText(asked, 'search').length === 2, 422) },
  ],
  [
    'filters.search-partial.pages',
    'pass',
    'two letters in texts that are not shown',
    {
      products: long,
      select: (right, asked) => (askedText(asked, 'search') === 'qz' ? asked.all.slice(3, 12) : right),
    },
  ],
  [
    'filters.search-partial.pages',
    'pass',
    'an index that finds nothing by the words that several names have',
    { products: long, select: (right, asked) => (isCommon(asked) ? [] : right) },
  ],
  [
    'filters.search-case.pages',
    'pass',
    'search without accents',
    { ...accented, select: (right, asked) => (/[^ -~]/.test(askedText(asked, 'search')) ? [] : right) },
  ],
  ['filters.search-case.pages', 'pass', 'a word of two cases beyond ASCII', accented],
]

itEnds(openShop, [...together, ...enums, ...strings, ...paged, ...searches])

it.each([1, 2, 3])('decides an enum filter by any one of its values in a quick run with seed %i', async (seed) => {
  const listed = ['active', 'draft', 'sold']
  const resources = mixed.map((record, index) => ({ ...record, status: dealt(listed, index) }))
  const { options, ...subject } = openShop({ ...shop, resources, statuses: { resources: listed } })
  const only = ['filters.enum-filters.pages']
  const { results } = await runKit(subject, { ...options, quick: true, seed, only })
  expect(results.find(({ check }) => check === only[0])).toMatchObject({ verdict: 'pass' })
})

it.each<[symptom: string, finds: (actual: string, wanted: string) => boolean]>([
  ['brand compares numbers, not strings', (actual, wanted) => Number(actual) === Number(wanted)],
  ['brand matches values that contain it', (actual, wanted) => actual.includes(wanted)],
])('reports that %s', async (symptom, finds) => {
  const select = (right: readonly ShopRecord[], asked: ShopRequest) => {
    const wanted = askedText(asked, 'brand')
    return /^\d+$/.test(wanted) ? asked.all.filter(({ brand }) => finds(String(brand), wanted)) : right
  }
  const { options, ...subject } = openShop({ ...numbers, select })
  const result = await runKit(subject, { ...options, only: ['filters.exact.pages'] })
  const report = writeReport('terminal', result)
  expect(report).toContain('expected  no records for brand="42" ')
  expect(report).toContain(`filters.exact: ${symptom} at`)
})

it('reports a list of values though the request for another value has no answer', async () => {
  const answer = (asked: ShopRequest) => {
    if (askedText(asked, 'status') === 'qzxjv') throw new Error('connection reset')
    return askedText(asked, 'status') === 'active,draft' ? page(asked, 'active') : undefined
  }
  const { options, ...subject } = openShop({ ...shop, answer })
  const report = writeReport('terminal', await runKit(subject, { ...options, only: ['filters.enum-invalid.pages'] }))
  expect(report).toContain('status=A,B is read as A or B: 200 instead of 400 at')
  expect(report).not.toContain('every unlisted value')
})
