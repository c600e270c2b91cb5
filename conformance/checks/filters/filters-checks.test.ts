// Each condition before a verdict of these checks decides it on one of these shops.
import { expect, it } from 'vitest'
import { dealt, has, mixedWith, newer, records, refusing, type Row, shop } from '../../../testing/servers/mixed-shop.ts'
import { judgeShop } from '../../../testing/servers/shop.ts'
import { filterChecks } from './filters-checks.ts'

const strings: readonly Row[] = [
  [
    'filters.exact.value',
    /^insufficientEvidence: the products show neither brand nor category/,
    'products without brand and category',
    { products: [{ name: 'Walnut Table' }] },
  ],
  [
    'filters.exact.value',
    /^fail: .*500/,
    'no answer to a brand',
    { ...shop, answer: refusing((asked) => has(asked, 'brand')) },
  ],
  [
    'filters.exact.value',
    /^fail: .*whose brand is "Bolt"/,
    'a new record of another brand',
    { ...shop, select: (right, asked) => (has(asked, 'brand') ? [...newer(1, { brand: 'Bolt' }), ...right] : right) },
  ],
  [
    'filters.exact.value',
    /^insufficientEvidence: all records that came/,
    'nothing but new records',
    { ...shop, select: (right, asked) => (has(asked, 'brand') ? newer(1, { brand: 'Acme' }) : right) },
  ],
  ['filters.exact.value', /^pass/, 'one brand', { products: mixedWith({ brand: 'Acme' }) }],
  [
    'filters.exact.value',
    /^fail: expected only records whose brand is exactly/,
    'one brand, and a filter that does nothing',
    { products: mixedWith({ brand: 'Acme' }), select: (right, asked) => (has(asked, 'brand') ? asked.all : right) },
  ],
  [
    'filters.exact.partial',
    /^insufficientEvidence: .*500/,
    'no answer to a part of a brand',
    { ...shop, answer: refusing(({ query }) => (query.get('brand')?.length ?? 4) < 4) },
  ],
  [
    'filters.exact.partial',
    /^pass/,
    '404 for a brand that nothing has',
    { ...shop, answer: refusing(({ query }) => (query.get('brand')?.length ?? 4) < 4, 404) },
  ],
  [
    'filters.exact.partial',
    /^insufficientEvidence: .*too short/,
    'brands of one letter',
    { products: records(6, (index) => ({ brand: dealt(['A', 'B'], index) })) },
  ],
  [
    'filters.exact.case',
    /^pass/,
    'one brand in three cases',
    { products: records(6, (index) => ({ brand: dealt(['ACME', 'Acme', 'acme'], index) })) },
  ],
  [
    'filters.exact.case',
    /^fail: .*a list without/,
    'brands in other cases that are not found',
    {
      products: records(6, (index) => ({ brand: dealt(['ACME', 'Acme', 'acme'], index) })),
      select: (right, { query }) => (['ACME', 'acme'].includes(query.get('brand')!) ? [] : right),
    },
  ],
  [
    'filters.exact.case',
    /^insufficientEvidence: .*letters of two cases/,
    'brands without letters',
    { products: records(6, (index) => ({ brand: dealt(['1234', '5678'], index) })) },
  ],
  [
    'filters.exact.list',
    /^pass/,
    'a brand with a comma',
    { products: records(6, (index) => ({ brand: dealt(['Acme', 'Nuts, Bolts', 'Crux'], index) })) },
  ],
  ['filters.exact.unusual', /^notApplicable: no brand and no category/, 'plain brands and categories', shop],
  [
    'filters.exact.unusual',
    /^fail: .*(?:them|list), without/,
    'a brand with a comma that is not found',
    {
      products: records(6, (index) => ({ brand: dealt(['Acme', 'Nuts, Bolts', 'Crux'], index) })),
      select: (right, { query }) => (query.get('brand') === 'Nuts, Bolts' ? [] : right),
    },
  ],
  [
    'filters.absent.strings',
    /^insufficientEvidence: .*same brand and category/,
    'one brand and one category',
    { products: mixedWith({ brand: 'Acme', category: 'Chairs' }) },
  ],
]

it.each(strings)('%s: %s given %s', async (check, verdict, _what, row) => {
  expect(await judgeShop(row, filterChecks, check)).toMatch(verdict)
})
