// Filters and search on shops whose records tell little, are hidden, or whose answers are odd.
import type { CheckId } from '../../catalogue/check-ids.ts'
import { itEnds } from '../../../testing/servers/ends.ts'
import {
  dealt,
  has,
  madeByRuns,
  mixed,
  mixedWith,
  newer,
  records,
  refusing,
  sameStatus,
  searchElsewhere,
  shop,
} from '../../../testing/servers/mixed-shop.ts'
import { openShop, type Shop, type ShopRecord, type ShopRequest } from '../../../testing/servers/shop.ts'

type Row = readonly [check: CheckId, end: string, what: string, shop: Shop]

const textOf = ({ query }: ShopRequest, name: string): string => query.get(name) ?? ''
const searchRefused = refusing((asked) => has(asked, 'search'), 400)
/** A shop whose records do not show its enum filter. */
const hidden: Shop = { ...shop, hidden: ['status'] }
const withBrand = ({ all, query }: ShopRequest) => all.filter(({ brand }) => brand === query.get('brand'))
const withoutSearch = ({ all, query }: ShopRequest): readonly ShopRecord[] =>
  all.filter((record) => ['brand', 'category'].every((name) => record[name] === query.get(name)))
const resourcesAlone: Shop = { ...shop, resources: mixed, statuses: { resources: ['active', 'draft'] } }

/** Products whose names have the brand, and a number of their own. */
const numbered: Shop = {
  products: records(64, (index) => ({
    name: `Ware ${index} ${dealt(['Fjord', 'Tarn', 'Gorge', 'Ridge'], index)}`,
    brand: dealt(['Fjord', 'Tarn', 'Gorge', 'Ridge'], index),
    category: dealt(['Chairs', 'Lamps', 'Desks'], index),
  })),
}

const together: readonly Row[] = [
  ['filters.and.enum', 'notApplicable', 'an enum filter of the resources alone', resourcesAlone],
  ['filters.and.enum', 'pass', 'records that do not show the enum filter', hidden],
  [
    'filters.and.enum',
    'fail: expected exactly the records with status="active" and brand="Acme"; got also',
    'such records, and an enum filter that is ignored beside a brand',
    { ...hidden, select: (right, asked) => (has(asked, 'status', 'brand') ? withBrand(asked) : right) },
  ],
  ['filters.and.enum', 'pass', 'newest records that are alike', madeByRuns],
  [
    'filters.and.enum',
    'fail: expected exactly the records with status="draft" and brand="Acme"; got also',
    'such records, and an enum filter that is ignored beside a brand',
    { ...madeByRuns, select: (right, asked) => (has(asked, 'status', 'brand') ? withBrand(asked) : right) },
  ],
  [
    'filters.and.enum',
    'insufficientEvidence: filters.enum-filters.values: the target still answered 429',
    'such records, and a quota that older records are beyond',
    { ...madeByRuns, answer: refusing((asked) => has(asked, 'status'), 429) },
  ],
  [
    'filters.and.three',
    'notApplicable',
    'no enum filter and no search',
    { ...shop, statuses: {}, answer: searchRefused },
  ],
  [
    'filters.and.three',
    'insufficientEvidence: no brand, category and third',
    'an enum filter that tells nothing, and no search',
    { ...sameStatus, answer: searchRefused },
  ],
  ['filters.and.three', 'pass', 'words that tell nothing, and a beginning of words that does', numbered],
  [
    'filters.and.three',
    'fail',
    'such words, and a search that is ignored beside a brand and a category',
    {
      ...numbered,
      select: (right, asked) => (has(asked, 'search', 'brand', 'category') ? withoutSearch(asked) : right),
    },
  ],
  [
    'filters.and.three',
    'pass',
    'a refusal of what nothing matches',
    { ...shop, answer: refusing((asked) => has(asked, 'search', 'brand'), 404) },
  ],
  ['filters.and.search-enum', 'notApplicable', 'an enum filter of the resources alone', resourcesAlone],
]

const statuses = ['active', 'draft']
/** A shop with an enum filter of a list that the specification does not name. */
const withOrders: Shop = { products: mixed, orders: mixed, statuses: { products: statuses, orders: statuses } }
const atOrders =
  (answer: (asked: ShopRequest, status: string) => Response | undefined) =>
  (asked: ShopRequest): Response | undefined =>
    asked.list === 'orders' && has(asked, 'status') ? answer(asked, textOf(asked, 'status')) : undefined
const page = ({ all }: ShopRequest, status?: string) =>
  Response.json({ data: all.filter((record) => status === undefined || record.status === status) })

const enums: readonly Row[] = [
  ['filters.enum-filters.values', 'pass', 'records that do not show their status', hidden],
  ['filters.enum-filters.values', 'insufficientEvidence: no list', 'one status', sameStatus],
  ['filters.enum-invalid.beside-others', 'notApplicable', 'an enum filter of the resources alone', resourcesAlone],
  [
    'filters.enum-invalid.near',
    'insufficientEvidence: no listed value has letters',
    'statuses without letters',
    { products: mixedWith({ status: '100' }), statuses: { products: ['100', '200'] } },
  ],
  [
    'filters.enum-options.all',
    'blocked',
    'an invalid status that is ignored',
    { ...shop, answer: (asked) => (textOf(asked, 'status').includes('q') ? page(asked) : undefined) },
  ],
  [
    'filters.enum-filters.values',
    'pass',
    'a status of orders, which take no limit',
    { ...withOrders, answer: refusing((asked) => asked.list === 'orders' && has(asked, 'limit'), 400) },
  ],
  [
    'filters.enum-filters.values',
    'fail: expected only records with status "draft"',
    'a status of orders that is ignored',
    { ...withOrders, answer: atOrders((asked, status) => (status === 'draft' ? page(asked) : undefined)) },
  ],
  [
    'filters.paged.enum',
    'fail',
    'a status of orders that is ignored beside a limit',
    {
      ...withOrders,
      answer: atOrders((asked) => (has(asked, 'limit') ? page({ ...asked, all: asked.all.slice(0, 1) }) : undefined)),
    },
  ],
  [
    'filters.enum-invalid.unlisted',
    'fail: expected 400 for status="qzxjqzxj" at /1.13/orders',
    'orders whose unlisted statuses find nothing',
    { ...withOrders, answer: atOrders(page) },
  ],
  [
    'filters.enum-options.all',
    'fail: expected the allowed values of status',
    'a refusal of orders that names no option',
    { ...withOrders, answer: atOrders((asked, status) => refusing(() => !statuses.includes(status), 400)(asked)) },
  ],
  [
    'filters.enum-invalid.near',
    'fail: expected 400 for status="active,draft"',
    'statuses that may be repeated behind a comma',
    {
      ...shop,
      answer: (asked) => (textOf(asked, 'status') === 'active,draft' ? page(asked, 'active') : undefined),
    },
  ],
]

const brands = (...values: readonly string[]): Shop => ({
  products: records(6, (index) => ({ brand: dealt(values, index) })),
})
const oneBrand: Shop = { products: mixedWith({ brand: 'Acme' }) }
const isPart = (asked: ShopRequest): boolean => has(asked, 'brand') && textOf(asked, 'brand').length < 4

/** Hides a record in every other walk in large pages, as a broken replica does, and loses one for each brand. */
function flickering(): Shop {
  let walks = 0
  return {
    ...shop,
    select: (right, asked) => {
      if (!has(asked, 'starting_after')) walks++
      if (has(asked, 'brand')) return right.slice(1)
      return asked.query.get('limit') === '100' && walks % 2 === 0 ? right.toSpliced(5, 1) : right
    },
  }
}

const strings: readonly Row[] = [
  [
    'filters.exact.value',
    'insufficientEvidence: the products show neither brand nor category',
    'products without brand and category',
    { products: [{ name: 'Walnut Table' }] },
  ],
  [
    'filters.exact.value',
    'fail',
    'a new record of another brand',
    { ...shop, select: (right, asked) => (has(asked, 'brand') ? [...newer(1, { brand: 'Bolt' }), ...right] : right) },
  ],
  [
    'filters.exact.value',
    'insufficientEvidence: all records that came',
    'nothing but new records',
    { ...shop, select: (right, asked) => (has(asked, 'brand') ? newer(1, { brand: 'Acme' }) : right) },
  ],
  ['filters.exact.value', 'pass', 'one brand', oneBrand],
  [
    'filters.exact.value',
    'fail: expected only records whose brand is exactly',
    'one brand, and a filter that does nothing',
    { ...oneBrand, select: (right, asked) => (has(asked, 'brand') ? asked.all : right) },
  ],
  ['filters.exact.value', 'fail', 'a lost record, in a list that flickers', flickering()],
  [
    'filters.exact.partial',
    'insufficientEvidence',
    'no answer to a part of a brand',
    { ...shop, answer: refusing(isPart) },
  ],
  ['filters.exact.partial', 'pass', '404 for a brand that nothing has', { ...shop, answer: refusing(isPart, 404) }],
  ['filters.exact.partial', 'insufficientEvidence', 'brands of one letter', brands('A', 'B')],
  ['filters.exact.case', 'pass', 'one brand in three cases', brands('ACME', 'Acme', 'acme')],
  ['filters.exact.case', 'insufficientEvidence', 'brands without letters', brands('1234', '5678')],
  ['filters.exact.list', 'pass', 'a brand with a comma', brands('Acme', 'Nuts, Bolts', 'Crux')],
  ['filters.exact.unusual', 'notApplicable: no brand and no category', 'plain brands and categories', shop],
  [
    'filters.exact.unusual',
    'fail',
    'a brand with a comma that is not found',
    {
      ...brands('Acme', 'Nuts, Bolts', 'Crux'),
      select: (right, asked) => (textOf(asked, 'brand').includes(',') ? [] : right),
    },
  ],
  [
    'filters.exact.pattern',
    'pass',
    'patterns refused',
    { ...shop, answer: refusing((asked) => /[_%*.]/.test(textOf(asked, 'brand')), 400) },
  ],
  [
    'filters.absent.strings',
    'insufficientEvidence',
    'one brand and one category',
    { products: mixedWith({ brand: 'Acme', category: 'Chairs' }) },
  ],
]

const single: Shop = { products: records(24, (index) => ({ name: `Walnut Table ${index}`, brand: `Brand ${index}` })) }
/** Products of two brands in turns. */
const turns: Shop = { products: records(8, (index) => ({ brand: dealt(['Acme', 'Bolt'], index) })) }
const isFirst = (asked: ShopRequest): boolean => has(asked, 'brand') && asked.query.get('limit') === '1'
const inPages = (asked: ShopRequest): boolean => has(asked, 'brand', 'limit')

const paged: readonly Row[] = [
  ['filters.paged.strings', 'insufficientEvidence', 'a brand for each product', single],
  [
    'filters.paged.strings',
    'pass',
    'a few new records',
    { ...shop, select: (right, asked) => (inPages(asked) ? [...newer(3, { brand: 'Acme' }), ...right] : right) },
  ],
  [
    'filters.paged.strings',
    'insufficientEvidence: too many records',
    'many new records',
    { ...shop, select: (right, asked) => (inPages(asked) ? [...newer(5, { brand: 'Acme' }), ...right] : right) },
  ],
  [
    'filters.paged.one',
    'insufficientEvidence: limit=1 is not accepted',
    'a limit of 2 at least',
    { ...shop, answer: refusing(({ query }) => query.get('limit') === '1', 422) },
  ],
  [
    'filters.paged.one',
    'insufficientEvidence: all products have the brand',
    'one brand and one category',
    { products: mixedWith({ brand: 'Acme', category: 'Chairs' }) },
  ],
  [
    'filters.paged.one',
    'insufficientEvidence: records are created',
    'a new record in place of the newest',
    { ...shop, select: (right, asked) => (isFirst(asked) ? newer(1, { brand: 'Bolt' }) : right) },
  ],
  ['filters.paged.cursor-alone', 'pass', 'two brands in turns', turns],
  [
    'filters.paged.enum',
    'insufficientEvidence: no list with an enum filter is paged',
    'two records of each status',
    { ...shop, products: records(4, (index) => ({ status: dealt(statuses, index) })) },
  ],
  ['filters.paged.search', 'notApplicable: the products do not take', 'search elsewhere alone', searchElsewhere],
]

const long = records(40, (index) => ({ name: `Walnut Table ${index}` }))
/** Pages of one record, the oldest first for some searches: more pages than are walked. */
const oldestFirst = (when: (search: string) => boolean): Shop => ({
  products: long,
  largest: 1,
  select: (right, asked) => (when(textOf(asked, 'search')) ? asked.all.toReversed() : right),
})
const named = (...names: readonly string[]): Shop => ({ products: names.map((name) => ({ name })) })
const short = named('Oak Bed', 'Elm Bed')
const isCommon = (asked: ShopRequest): boolean => /^(?:walnut|table)$/i.test(textOf(asked, 'search'))
const accented = named('Émaillé table', 'Marble table')

const searches: readonly Row[] = [
  [
    'filters.search-case.name',
    'insufficientEvidence',
    'many records for a name in upper case',
    oldestFirst((search) => search.startsWith('WALNUT')),
  ],
  ['filters.search-case.name', 'insufficientEvidence', 'names without letters', named('12345', '6789')],
  ['filters.search-case.name', 'pass', 'names that end in ß', named('Große Straße', 'Kleine Gasse')],
  ['filters.search-partial.middle', 'insufficientEvidence: no name', 'short words', short],
  ['filters.search-partial.excess', 'notApplicable', 'short words', short],
  ['filters.search-partial.two-letters', 'notApplicable', 'short words', short],
  [
    'filters.search-partial.two-letters',
    'insufficientEvidence',
    'many records for two letters',
    oldestFirst((search) => /^[a-z]{2}$/.test(search)),
  ],
  [
    'filters.search-partial.two-letters',
    'insufficientEvidence',
    'a refusal of two letters',
    { ...named('Walnut', 'Copper'), answer: refusing((asked) => textOf(asked, 'search').length === 2, 422) },
  ],
  [
    'filters.search-partial.two-letters',
    'pass',
    'two letters in texts that are not shown',
    { products: long, select: (right, asked) => (textOf(asked, 'search') === 'qz' ? asked.all.slice(3, 12) : right) },
  ],
  ['filters.search-partial.every', 'notApplicable: the products do not', 'search elsewhere alone', searchElsewhere],
  [
    'filters.search-partial.every',
    'pass',
    'an index that finds nothing by the words that several names have',
    { products: long, select: (right, asked) => (isCommon(asked) ? [] : right) },
  ],
  [
    'filters.search-case.beyond-ascii',
    'notApplicable: search does not find Émaillé',
    'search without accents',
    { ...accented, select: (right, asked) => (/[^ -~]/.test(textOf(asked, 'search')) ? [] : right) },
  ],
  ['filters.search-case.beyond-ascii', 'pass', 'a word of two cases beyond ASCII', accented],
  [
    'filters.search-case.beyond-ascii',
    'fail',
    'search that is case-sensitive beyond ASCII',
    { ...accented, select: (right, asked) => (textOf(asked, 'search').slice(1).includes('É') ? [] : right) },
  ],
]

itEnds(openShop, [...together, ...enums, ...strings, ...paged, ...searches])
