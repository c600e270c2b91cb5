// Each condition before a verdict of these checks decides it on one of these shops.
import { expect, it } from 'vitest'
import {
  dealt,
  has,
  madeByRuns,
  mixedWith,
  newer,
  records,
  refusing,
  type Row,
  searchElsewhere,
  shop,
} from '../../../testing/servers/mixed-shop.ts'
import { judgeShop, type ShopRequest } from '../../../testing/servers/shop.ts'
import { pagedFilterChecks } from './paged-filters-checks.ts'

const single = records(24, (index) => ({ name: `Walnut Table ${index}`, brand: `Brand ${index}` }))
/** Products of two brands in turns. */
const turns = records(8, (index) => ({ brand: dealt(['Acme', 'Bolt'], index) }))
const isFirst = (asked: ShopRequest): boolean => has(asked, 'brand') && asked.query.get('limit') === '1'
const inPages = (asked: ShopRequest): boolean => has(asked, 'brand', 'limit')

const paged: readonly Row[] = [
  ['filters.paged.strings', /^insufficientEvidence: .*it takes more/, 'a brand for each product', { products: single }],
  [
    'filters.paged.strings',
    /^fail: .*got 2 records, without/,
    'an end after the first page',
    { ...shop, select: (right, asked) => (inPages(asked) ? right.slice(0, 2) : right) },
  ],
  [
    'filters.paged.strings',
    /^fail: .*on page 2/,
    'another record on the second page',
    {
      ...shop,
      select: (right, asked) => (inPages(asked) ? [...right.slice(0, 2), asked.all[7]!, ...right.slice(3)] : right),
    },
  ],
  [
    'filters.paged.strings',
    /^pass/,
    'a few new records',
    { ...shop, select: (right, asked) => (inPages(asked) ? [...newer(3, { brand: 'Acme' }), ...right] : right) },
  ],
  [
    'filters.paged.strings',
    /^insufficientEvidence: too many records/,
    'many new records',
    { ...shop, select: (right, asked) => (inPages(asked) ? [...newer(5, { brand: 'Acme' }), ...right] : right) },
  ],
  [
    'filters.paged.ending-before',
    /^insufficientEvidence: no brand and no category/,
    'a brand for each product',
    { products: single },
  ],
  ['filters.paged.both', /^pass/, 'newest records that are alike', madeByRuns],
  [
    'filters.paged.both',
    /^fail: /,
    'the same, and a category that is ignored behind a cursor',
    {
      ...madeByRuns,
      select: (right, asked) =>
        has(asked, 'starting_after', 'status', 'category')
          ? asked.all.filter((record) => ['brand', 'status'].every((name) => record[name] === asked.query.get(name)))
          : right,
    },
  ],
  [
    'filters.paged.one',
    /^insufficientEvidence: limit=1 is not accepted/,
    'a limit of 2 at least',
    { ...shop, answer: refusing(({ query }) => query.get('limit') === '1', 422) },
  ],
  [
    'filters.paged.one',
    /^insufficientEvidence: all products have the brand/,
    'one brand and one category',
    { products: mixedWith({ brand: 'Acme', category: 'Chairs' }) },
  ],
  [
    'filters.paged.one',
    /^insufficientEvidence: records are created/,
    'a new record in place of the newest',
    { ...shop, select: (right, asked) => (isFirst(asked) ? newer(1, { brand: 'Bolt' }) : right) },
  ],
  ['filters.paged.one', /^fail: .*500/, 'no answer to a brand with limit=1', { ...shop, answer: refusing(isFirst) }],
  [
    'filters.paged.one',
    /^fail: .*no records/,
    'no records for a brand with limit=1',
    { ...shop, select: (right, asked) => (isFirst(asked) ? [] : right) },
  ],
  ['filters.paged.cursor-alone', /^insufficientEvidence: no brand/, 'a brand for each product', { products: single }],
  ['filters.paged.cursor-alone', /^pass/, 'two brands in turns', { products: turns }],
  [
    'filters.paged.cursor-alone',
    /^fail/,
    'a filter that is lost behind a cursor',
    { products: turns, select: (right, asked) => (has(asked, 'starting_after') ? asked.all : right) },
  ],
  [
    'filters.paged.cursor-alone',
    /^fail/,
    'one record of another brand behind a cursor',
    { products: turns, select: (right, asked) => (has(asked, 'starting_after') ? asked.all.slice(5, 6) : right) },
  ],
  [
    'filters.paged.enum',
    /^fail: .*on page 2/,
    'a status that is lost behind a cursor',
    {
      ...shop,
      products: records(12, (index) => ({ status: dealt(['active', 'draft'], index) })),
      select: (right, asked) => (has(asked, 'starting_after', 'status') ? asked.all : right),
    },
  ],
  [
    'filters.paged.enum',
    /^insufficientEvidence: no list with an enum filter is paged/,
    'two records of each status',
    { ...shop, products: records(4, (index) => ({ status: dealt(['active', 'draft'], index) })) },
  ],
  [
    'filters.paged.search',
    /^insufficientEvidence: the products do not take search/,
    'search of the resources alone',
    searchElsewhere,
  ],
]

it.each(paged)('%s: %s given %s', async (check, verdict, _what, row) => {
  expect(await judgeShop(row, pagedFilterChecks, check)).toMatch(verdict)
})
