import { type FindingCase, itFinds } from '../../../testing/clients/judge-made.ts'
import { madeDialect, type MadeRequest, type MadeRun } from '../../../testing/clients/made-run.ts'

const id = (letter: string): string => `2K5xLQJr8QpV0mWcT3nYbZ9aH${letter}${letter}`
const catalogId = id('c')
const walking = (input: object = {}): MadeRun => ({ task: 'walk-products', input: { catalogId, ...input } })
const driven = walking()
const watched: MadeRun = {}
const page = (query: string, letters = '', more?: boolean): MadeRequest => ({
  line: `GET /1.13/pulse/catalogs/${catalogId}/products${query}`,
  answer: {
    data: [...letters].map((letter) => ({ id: id(letter) })),
    ...(more === undefined ? {} : { has_more: more }),
  },
})
const pageAfterId = (letter: string, letters = '', more?: boolean, also = '') =>
  page(`?starting_after=${id(letter)}${also}`, letters, more)
const elsewhere: MadeRequest = { line: 'GET /1.13/environments', answer: { data: [{ id: id('E') }] } }
const other = (path: string): MadeRequest => ({ line: `GET /1.13${path}`, answer: { data: [] } })
const failed = (request: MadeRequest, status = 503): MadeRequest => ({ ...request, status, answer: {} })
const times = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item)

const cases: readonly FindingCase[] = [
  ...['client.filters-sent', 'client.page-size', 'client.filters-combined'].map((check): FindingCase => [
    check,
    'kept',
    'another list beside',
    [page('?brand=A&status=b&limit=3'), { line: 'GET /1.13/environments', answer: { data: [] } }],
    walking({ brand: 'A', status: 'b', pageSize: 3 }),
  ]),
  ['client.filters-sent', 'kept', 'a % encoded', [page('?brand=5%25')], walking({ brand: '5%' })],
  ['client.filters-sent', 'kept', 'a filter of a test', [page('?status=active')], watched],
  ['client.filters-absent', 'kept', 'a given filter without its value', [page('?brand=')], walking({ brand: 'A' })],
  ...['search=null', 'category=None', 'colour=undefined'].map((query): FindingCase => [
    'client.filters-absent',
    'broken',
    query,
    [page(`?${query}`)],
    watched,
  ]),
  ['client.filters-combined', 'kept', 'two filters of a test', [page('?brand=A&status=active')], watched],
  [
    'client.filters-on-every-page',
    'kept',
    'another walk without the filter beside',
    [page('?brand=A', 'ML'), page('', 'ML'), pageAfterId('L', 'K')],
    watched,
  ],
  ['client.limit-parameter', 'kept', 'limit at a list of a record', [other('/projects/p/flows?limit=3')], watched],
  ['client.limit-parameter', 'neverDone', 'limit at a record', [other('/flows/f?limit=3')], watched],
  [
    'client.walk-cursor',
    'kept',
    'an id in the middle, as a test wants',
    [page('', 'MLK'), pageAfterId('L', 'K')],
    watched,
  ],
  [
    'client.walk-cursor',
    'kept',
    'the id beside the last, which was refused',
    [page('', 'ML'), failed(pageAfterId('L'), 400), pageAfterId('M', 'K')],
    driven,
  ],
  [
    'client.walk-cursor',
    'kept',
    'a next_cursor',
    [{ ...page(''), answer: { items: [{ id: id('M') }], next_cursor: id('L') } }, pageAfterId('L', 'K')],
    driven,
  ],
  ['client.walk-ends', 'kept', 'a fresh walk', times(2, [page('', 'ML'), pageAfterId('L', '', false)]).flat(), driven],
  [
    'client.walk-ends',
    'kept',
    'slow answers asked for again',
    [page('', 'ML'), pageAfterId('L', 'K', false), ...times(3, { ...pageAfterId('L', 'K', false), overlaps: true })],
    driven,
  ],
  [
    'client.walk-ends',
    'kept',
    'an end shown by a member of another name',
    [page('', 'ML'), pageAfterId('L', 'K')],
    { ...driven, dialect: { ...madeDialect, isLastPage: (_id, json) => JSON.stringify(json).includes('KK') } },
  ],
  ['client.walk-ends', 'broken', 'the end again and again', [page('', 'ML'), ...times(9, pageAfterId('L'))], watched],
  ['client.walk-ends', 'kept', 'the same page in several tests', times(9, page('', 'ML', false)), watched],
  ['client.search', 'kept', 'a text of a test', [page('?search=x')], watched],
  [
    'client.walk-cursor',
    'kept',
    'an id of another list, in a test',
    [elsewhere, page('', 'ML'), pageAfterId('E')],
    watched,
  ],
  ['client.walk-cursor', 'broken', 'an id that a test counted up', [page('', 'ML'), pageAfterId('N')], watched],
  [
    'client.walk-cursor',
    'kept',
    'an id that a test knows from elsewhere',
    [page('', 'ML'), page(`?starting_after=${'9'.repeat(27)}`)],
    watched,
  ],
  ['client.id-order', 'neverDone', 'a page in another order', [page('', 'abB'), pageAfterId('B')], driven],
]

itFinds(cases)
