// Each condition before a verdict of these checks decides it on one of these shops.
import { expect, it } from 'vitest'
import { has, mixed, mixedWith, refusing, sameStatus, type Row, shop } from '../../../testing/servers/mixed-shop.ts'
import { judgeShop, type Shop, type ShopRequest } from '../../../testing/servers/shop.ts'
import { enumFilterChecks } from './enum-filters-checks.ts'
import { pagedFilterChecks } from './paged-filters-checks.ts'

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
    /^fail: expected 400 for limit="2" and status=.* at .* right without limit$/,
    'an invalid status that is ignored without starting_after',
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
    'filters.enum-invalid.near',
    /^fail: expected 400 for .*ending_before/,
    'a line break behind a status that does not count before a cursor',
    {
      ...shop,
      answer: (asked) =>
        has(asked, 'ending_before') && asked.query.get('status')?.endsWith('\n') === true
          ? Response.json({ data: asked.all })
          : undefined,
    },
  ],
  [
    'filters.enum-options.all',
    /^blocked/,
    'an invalid status that is ignored',
    { ...shop, answer: ({ query, all }) => (query.get('status')?.includes('q') ? Response.json(all) : undefined) },
  ],
]

const statuses = ['active', 'draft']
/** A shop with an enum filter of a list that the specification does not name. */
const withOrders: Shop = { products: mixed, orders: mixed, statuses: { products: statuses, orders: statuses } }
const atOrders =
  (answer: (asked: ShopRequest, status: string) => Response | undefined) =>
  (asked: ShopRequest): Response | undefined =>
    asked.list === 'orders' && has(asked, 'status') ? answer(asked, asked.query.get('status')!) : undefined
const page = (asked: ShopRequest, status?: string) =>
  Response.json({ data: asked.all.filter((record) => status === undefined || record.status === status) })

const beyond: readonly Row[] = [
  ['filters.enum-filters.values', /^pass.*\/orders/, 'a status of orders', withOrders],
  [
    'filters.enum-filters.values',
    /^pass.*\/orders/,
    'orders that take no limit',
    {
      ...withOrders,
      answer: (asked) => (asked.list === 'orders' ? refusing(() => has(asked, 'limit'), 400)(asked) : undefined),
    },
  ],
  [
    'filters.enum-filters.values',
    /^fail: expected only records with status "draft" at .*\/orders/,
    'a status of orders that is ignored, with a limit and without',
    { ...withOrders, answer: atOrders((asked, status) => (status === 'draft' ? page(asked) : undefined)) },
  ],
  [
    'filters.paged.enum',
    /^fail: expected .* with limit=1 at .*\/orders/,
    'a status of orders that is ignored beside a limit',
    {
      ...withOrders,
      answer: atOrders((asked) => (has(asked, 'limit') ? page({ ...asked, all: asked.all.slice(0, 1) }) : undefined)),
    },
  ],
  ['filters.paged.enum', /^pass.*\/orders/, 'a status of orders beside a limit', withOrders],
  [
    'filters.enum-invalid.unlisted',
    /^fail: expected 400 for status="qzxjqzxj" at .*\/orders/,
    'orders whose unlisted statuses find nothing',
    { ...withOrders, answer: atOrders((asked, status) => page(asked, status)) },
  ],
  [
    'filters.enum-invalid.unlisted',
    /^pass/,
    'a status of orders in any case',
    {
      ...withOrders,
      answer: atOrders((asked, status) =>
        statuses.includes(status.toLowerCase()) ? page(asked, status.toLowerCase()) : undefined,
      ),
    },
  ],
  [
    'filters.enum-invalid.near',
    /^fail: expected 400 for status="ACTIVE" at .*\/orders/,
    'a status of orders in any case',
    {
      ...withOrders,
      answer: atOrders((asked, status) =>
        statuses.includes(status.toLowerCase()) ? page(asked, status.toLowerCase()) : undefined,
      ),
    },
  ],
  [
    'filters.enum-options.all',
    /^fail: expected the allowed values of status/,
    'a refusal of orders that names no option',
    { ...withOrders, answer: atOrders((_asked, status) => refusing(() => !statuses.includes(status), 400)(_asked)) },
  ],
]

it.each([...enums, ...beyond])('%s: %s given %s', async (check, verdict, _what, row) => {
  expect(await judgeShop(row, [...enumFilterChecks, ...pagedFilterChecks], check)).toMatch(verdict)
})
