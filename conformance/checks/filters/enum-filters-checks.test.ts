// Each condition before a verdict of these checks decides it on one of these shops.
import { expect, it } from 'vitest'
import { has, mixed, mixedWith, sameStatus, type Row, shop } from '../../../testing/servers/mixed-shop.ts'
import { judgeShop } from '../../../testing/servers/shop.ts'
import { enumFilterChecks } from './enum-filters-checks.ts'

const enums: readonly Row[] = [
  ['filters.enum-filters.values', /^pass/, 'records that do not show their status', { ...shop, hidden: ['status'] }],
  [
    'filters.enum-filters.values',
    /^fail: expected every record/,
    'a status that loses a record',
    { ...shop, select: (right, { query }) => (query.get('status') === 'draft' ? right.slice(1) : right) },
  ],
  ['filters.enum-filters.values', /^insufficientEvidence: no list/, 'one status', sameStatus],
  ['filters.absent.enum', /^insufficientEvidence: no enum filter/, 'one status', sameStatus],
  [
    'filters.enum-invalid.paged',
    /^fail: expected 400 .* with limit=\d+ at/,
    'an invalid status that is ignored on the first page',
    {
      ...shop,
      answer: (asked) =>
        has(asked, 'limit', 'status') && !has(asked, 'starting_after') ? Response.json({ data: asked.all }) : undefined,
    },
  ],
  [
    'filters.enum-invalid.beside-others',
    /^notApplicable/,
    'an enum filter of the resources alone',
    { ...shop, resources: mixed, statuses: { resources: ['active', 'draft'] } },
  ],
  [
    'filters.enum-invalid.near',
    /^insufficientEvidence: no listed value has letters/,
    'statuses without letters',
    { products: mixedWith({ status: '100' }), statuses: { products: ['100', '200'] } },
  ],
  [
    'filters.enum-options.all',
    /^blocked/,
    'an invalid status that is ignored',
    { ...shop, answer: ({ query, all }) => (query.get('status')?.includes('q') ? Response.json(all) : undefined) },
  ],
]

it.each(enums)('%s: %s given %s', async (check, verdict, _what, row) => {
  expect(await judgeShop(row, enumFilterChecks, check)).toMatch(verdict)
})
