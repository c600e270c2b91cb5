// Lists that are empty, hidden or of odd records, and pages of odd sizes.
import { expect, it } from 'vitest'
import { runKit } from '../../../testing/conformance/subject.ts'
import { writeReport } from '../../report/service-document.ts'
import { itEnds } from '../../../testing/servers/ends.ts'
import { mixed, records, refusing } from '../../../testing/servers/mixed-shop.ts'
import { openShop, type Shop, type ShopRequest } from '../../../testing/servers/shop.ts'

const full: Shop = { products: mixed, resources: mixed, environments: mixed }

/** A shop that answers a list with something else. */
const answering = (list: ShopRequest['list'], body: unknown, status = 200): Shop => ({
  ...full,
  answer: (asked) => (asked.list === list ? Response.json(body, { status }) : undefined),
})

const named = (...others: readonly object[]): Shop =>
  answering('environments', [{ id: 'a'.repeat(27), name: 'A' }, ...others])
const noResources: Shop = { ...full, answer: refusing(({ list }) => list === 'resources', 404) }

const askedSize = ({ query }: ShopRequest): number => Number(query.get('limit') ?? 20)
/** Pages of only a few sizes, as many services offer them. */
const offered = (...sizes: readonly number[]): Shop => ({
  ...full,
  answer: refusing((asked) => !sizes.includes(askedSize(asked)), 422),
})
const fewSizes = offered(2, 5, 10, 20, 50, 100)
const few = (count: number): Shop => ({ products: mixed.slice(0, count) })
/** Pages of ten records each. */
const pages = (count: number): Shop => ({
  products: records(count * 10, (index) => ({ name: `${index}` })),
  largest: 10,
})

itEnds(openShop, [
  [
    'environments.list.get',
    'insufficientEvidence: 200 null may be an empty list',
    'null',
    answering('environments', null),
  ],
  ['environments.list.get', 'pass', 'items that are null', answering('environments', { items: null })],
  [
    'environments.list.get',
    'insufficientEvidence: 200 {} may be an empty list',
    'an empty object',
    answering('environments', {}),
  ],
  [
    'versions.current.path',
    'insufficientEvidence: every list is empty, and the target answers',
    'the same empty list everywhere',
    { answer: () => Response.json([]) },
  ],
  ['versions.current.path', 'pass: every list is empty', 'empty lists', {}],
  ['environments.fields.id-name', 'insufficientEvidence: there are no env', 'no environments', {}],
  ['environments.fields.id-name', 'fail', 'an id that is null', named({ id: null, name: 'x' })],
  [
    'resources.list.get',
    'notApplicable',
    'no resources, and an enum filter elsewhere',
    { ...noResources, statuses: { environments: ['active'] } },
  ],
  ['products.list.own-catalog', 'insufficientEvidence: the catalog', 'no products', {}],
  ['cursors.limit.pages', 'pass', 'no page of one', fewSizes],
  [
    'cursors.limit.pages',
    'pass',
    'no page below twenty',
    { ...full, answer: refusing((asked) => askedSize(asked) < 20, 422) },
  ],
  ['cursors.limit.pages', 'pass', 'pages of a few sizes', offered(1, 2, 5, 10, 20, 50, 100)],
  ['cursors.limit.pages', 'pass', 'pages of a few sizes', offered(1, 20, 50, 100)],
  ['cursors.complete.pages', 'pass', 'no page of one', fewSizes],
  ['cursors.complete.pages', 'pass', 'twenty pages', pages(20)],
  ['cursors.complete.pages', 'insufficientEvidence: the end of the list was not', 'more than twenty pages', pages(21)],
  ['cursors.ending-before.pages', 'insufficientEvidence', 'two products', few(2)],
  ['cursors.ending-before.pages', 'pass', 'three products', few(3)],
])

it('names the inner member beside a name that is a number', async () => {
  const odd = { id: 'b'.repeat(27), name: 1, meta: { name: 'B' } }
  const { options, ...subject } = openShop(answering('environments', [odd, { id: 'a'.repeat(27), name: 'A' }]))
  const report = writeReport('terminal', await runKit(subject, { ...options, only: ['environments.fields.id-name'] }))
  expect(report).toContain('name is a number on the first of 2 records, although meta.name is a string at')
})
