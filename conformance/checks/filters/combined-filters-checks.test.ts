// Each condition before a verdict of these checks decides it on one of these shops.
import { expect, it } from 'vitest'
import {
  dealt,
  has,
  madeByRuns,
  mixedWith,
  records,
  refusing,
  type Row,
  sameStatus,
  shop,
} from '../../../testing/servers/mixed-shop.ts'
import { judgeShop, type Shop, type ShopRequest, type ShopRecord } from '../../../testing/servers/shop.ts'
import { combinedFilterChecks } from './combined-filters-checks.ts'

const isAlone = ({ query }: ShopRequest, name: string): boolean => query.has(name) && !query.has('category')
const searchRefused = refusing((asked) => has(asked, 'search'), 400)

/** A shop whose records do not show its enum filter. */
const hidden: Shop = { ...shop, hidden: ['status'] }

const brands = ['Fjord', 'Tarn', 'Gorge', 'Ridge']

/** Products whose names have the brand, and a number of their own. */
const numbered: Shop = {
  products: records(64, (index) => ({
    name: `Ware ${index} ${dealt(brands, index)}`,
    brand: dealt(brands, index),
    category: dealt(['Chairs', 'Lamps', 'Desks'], index),
  })),
}

const withoutSearch = ({ all, query }: ShopRequest): readonly ShopRecord[] =>
  all.filter((record) => ['brand', 'category'].every((name) => record[name] === query.get(name)))

const withStatus = ({ all, query }: ShopRequest) => all.filter(({ status }) => status === query.get('status'))
const withBrand = ({ all, query }: ShopRequest) => all.filter(({ brand }) => brand === query.get('brand'))

const combined: readonly Row[] = [
  [
    'filters.and.intersection',
    /^blocked: brand="Acme" alone/,
    'no answer to a brand alone',
    { ...shop, answer: refusing((asked) => isAlone(asked, 'brand')) },
  ],
  [
    'filters.and.intersection',
    /^blocked: brand="Acme" alone/,
    'a brand that does nothing alone',
    { ...shop, select: (right, asked) => (isAlone(asked, 'brand') ? asked.all : right) },
  ],
  [
    'filters.and.intersection',
    /^blocked: brand="Acme" alone/,
    'a brand that loses a record alone',
    { ...shop, select: (right, asked) => (isAlone(asked, 'brand') ? right.slice(1) : right) },
  ],
  [
    'filters.and.enum',
    /^notApplicable/,
    'an enum filter of the resources alone',
    { ...shop, statuses: { resources: ['active'] } },
  ],
  ['filters.and.enum', /^insufficientEvidence: no declared value/, 'one status', sameStatus],
  ['filters.and.enum', /^pass/, 'records that do not show the enum filter', hidden],
  [
    'filters.and.enum',
    /^fail: expected exactly the records with status="active" and brand="Acme"; got also/,
    'the same, and an enum filter that is ignored beside a brand',
    { ...hidden, select: (right, asked) => (has(asked, 'status', 'brand') ? withBrand(asked) : right) },
  ],
  [
    'filters.and.enum',
    /^insufficientEvidence: the products show no declared value of status/,
    'the same, and an enum filter that is refused',
    { ...hidden, answer: refusing((asked) => has(asked, 'status'), 404) },
  ],
  ['filters.and.search-enum', /^pass/, 'records that do not show the enum filter', hidden],
  ['filters.and.three', /^pass/, 'records that do not show the enum filter', hidden],
  ['filters.and.enum', /^pass/, 'newest records that are alike', madeByRuns],
  [
    'filters.and.enum',
    /^fail: expected exactly the records with status="draft" and brand="Acme"; got also .*whose brand is/,
    'the same, and a brand that is ignored beside an enum filter',
    { ...madeByRuns, select: (right, asked) => (has(asked, 'status', 'brand') ? withStatus(asked) : right) },
  ],
  [
    'filters.and.enum',
    /^fail: expected exactly the records with status="draft" and brand="Acme"; got also/,
    'the same, and an enum filter that is ignored beside a brand',
    { ...madeByRuns, select: (right, asked) => (has(asked, 'status', 'brand') ? withBrand(asked) : right) },
  ],
  [
    'filters.and.enum',
    /^insufficientEvidence: no declared value/,
    'the same, and an enum filter that is ignored',
    { ...madeByRuns, select: (right, asked) => (has(asked, 'status') ? asked.all : right) },
  ],
  [
    'filters.and.enum',
    /^insufficientEvidence: no declared value/,
    'the same, and an enum filter that is refused',
    { ...madeByRuns, answer: refusing((asked) => has(asked, 'status'), 404) },
  ],
  [
    'filters.and.enum',
    /^insufficientEvidence: the target still answered 429/,
    'the same, and a quota that older records are beyond',
    { ...madeByRuns, answer: refusing((asked) => has(asked, 'status'), 429) },
  ],
  ['filters.and.three', /^pass/, 'newest records that are alike', madeByRuns],
  [
    'filters.and.three',
    /^fail/,
    'the same, and an enum filter that is ignored beside a brand and a category',
    {
      ...madeByRuns,
      select: (right, asked) => (has(asked, 'status', 'brand', 'category') ? withoutSearch(asked) : right),
    },
  ],
  [
    'filters.and.three',
    /^notApplicable/,
    'no enum filter and no search',
    { ...shop, statuses: {}, answer: searchRefused },
  ],
  [
    'filters.and.three',
    /^insufficientEvidence: no brand, category and third/,
    'an enum filter that tells nothing, and no search',
    { ...sameStatus, answer: searchRefused },
  ],
  [
    'filters.and.three',
    /^insufficientEvidence: no brand, category and third/,
    'search that tells nothing, and no enum filter',
    { products: mixedWith({ brand: 'Acme' }) },
  ],
  ['filters.and.three', /^pass/, 'words that tell nothing, and a beginning of words that does', numbered],
  [
    'filters.and.three',
    /^fail/,
    'the same, and a search that is ignored beside a brand and a category',
    {
      ...numbered,
      select: (right, asked) => (has(asked, 'search', 'brand', 'category') ? withoutSearch(asked) : right),
    },
  ],
  [
    'filters.and.three',
    /^pass/,
    'a refusal of what nothing matches',
    { ...shop, answer: refusing((asked) => has(asked, 'search', 'brand'), 404) },
  ],
  [
    'filters.and.search-enum',
    /^notApplicable/,
    'an enum filter of the resources alone',
    { ...shop, statuses: { resources: ['active'] } },
  ],
  ['filters.and.search-enum', /^insufficientEvidence: no declared value/, 'one status', sameStatus],
]

it.each(combined)('%s: %s given %s', async (check, verdict, _what, row) => {
  expect(await judgeShop(row, combinedFilterChecks, check)).toMatch(verdict)
})
