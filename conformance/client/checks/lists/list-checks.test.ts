import { type FindingCase, itFinds } from '../../../../testing/clients/judge-made.ts'
import type { MadeRequest, MadeRun } from '../../../../testing/clients/made-run.ts'

const id = (letter: string): string => `2K5xLQJr8QpV0mWcT3nYbZ9aH${letter}${letter}`
const catalogId = id('c')
const walking = (input: object = {}): MadeRun => ({ task: 'walk-products', input: { catalogId, ...input } })
const driven = walking()
const ended: MadeRun = { ...driven, reported: { kind: 'value', value: {} } }
const watched: MadeRun = {}
const backwards: MadeRun = { task: 'walk-products-back', input: { catalogId, from: id('F') } }
const page = (query: string, letters = '', more?: boolean): MadeRequest => ({
  line: `GET /1.13/pulse/catalogs/${catalogId}/products${query}`,
  answer: {
    data: [...letters].map((letter) => ({ id: id(letter) })),
    ...(more === undefined ? {} : { has_more: more }),
  },
})
const after = (letter: string, letters = '', more?: boolean, also = '') =>
  page(`?starting_after=${id(letter)}${also}`, letters, more)
const before = (letter: string, letters = '') => page(`?ending_before=${id(letter)}`, letters)
const failed = (request: MadeRequest, status = 503): MadeRequest => ({ ...request, status, answer: {} })
const times = <T>(count: number, one: T): readonly T[] => Array.from({ length: count }, () => one)

const cases: readonly FindingCase[] = [
  ['client.filters-sent', 'kept', 'the value encoded', [page('?brand=A%26B+c')], walking({ brand: 'A&B c' })],
  ['client.filters-sent', 'notSprung', 'no filter', [page('')], driven],
  ['client.filters-sent', 'broken', 'no filter where one was given', [page('')], walking({ brand: 'A' })],
  ['client.filters-sent', 'broken', 'a value cut at &', [page('?brand=A&B')], walking({ brand: 'A&B' })],
  ['client.filters-sent', 'broken', 'a value encoded twice', [page('?brand=A%2526B')], walking({ brand: 'A&B' })],
  ['client.filters-sent', 'broken', 'lower case', [page('?brand=acme')], walking({ brand: 'Acme' })],
  ['client.filters-sent', 'kept', 'a filter of a test', [page('?status=active')], watched],
  ['client.filters-absent', 'kept', 'no filter', [page('?limit=5')], driven],
  ['client.filters-absent', 'kept', 'a filter that is called null', [page('?brand=null')], walking({ brand: 'null' })],
  ['client.filters-absent', 'kept', 'a given filter without its value', [page('?brand=')], walking({ brand: 'A' })],
  ['client.filters-absent', 'notSprung', 'no list', [], driven],
  ...['brand=', 'brand=undefined', 'search=null', 'category=None', 'colour=undefined'].map((query): FindingCase => [
    'client.filters-absent',
    'broken',
    query,
    [page(`?${query}`)],
    watched,
  ]),
  ['client.filters-absent', 'broken', 'a filter of its own', [page('?status=active')], driven],
  [
    'client.filters-combined',
    'kept',
    'both filters',
    [page('?brand=A&category=B')],
    walking({ brand: 'A', category: 'B' }),
  ],
  ['client.filters-combined', 'notSprung', 'one filter', [page('?brand=A')], walking({ brand: 'A' })],
  ['client.filters-combined', 'broken', 'one of two', [page('?brand=A')], walking({ brand: 'A', category: 'B' })],
  ['client.filters-combined', 'kept', 'two filters of a test', [page('?brand=A&status=active')], watched],
  [
    'client.filters-on-every-page',
    'kept',
    'the filter again',
    [page('?brand=A', 'ML'), after('L', 'K', undefined, '&brand=A')],
    watched,
  ],
  ['client.filters-on-every-page', 'broken', 'the filter once', [page('?brand=A', 'ML'), after('L', 'K')], watched],
  [
    'client.filters-on-every-page',
    'kept',
    'another walk without the filter beside',
    [page('?brand=A', 'ML'), page('', 'ML'), after('L', 'K')],
    watched,
  ],
  ['client.filters-on-every-page', 'notSprung', 'one page', [page('?brand=A', 'ML')], walking({ brand: 'A' })],
  ['client.search', 'kept', 'the text', [page('?search=iN')], walking({ search: 'iN' })],
  ['client.search', 'broken', 'another parameter', [page('?q=iN')], walking({ search: 'iN' })],
  ['client.search', 'broken', 'a cut text', [page('?search=i')], walking({ search: 'iN' })],
  ['client.search', 'notSprung', 'no text', [page('')], driven],
  ['client.limit-parameter', 'kept', 'limit', [page('?limit=3')], driven],
  ['client.limit-parameter', 'broken', 'another parameter', [page('?per_page=3')], watched],
  ['client.limit-parameter', 'broken', 'the size under any name', [page('?chunk=3')], walking({ pageSize: 3 })],
  ['client.limit-parameter', 'kept', 'limit and the same number', [page('?limit=3&v=3')], walking({ pageSize: 3 })],
  ['client.limit-parameter', 'notSprung', 'no page size', [page('?v=3')], driven],
  ['client.own-limit', 'observed', 'a limit', [page('?limit=3')], driven],
  ['client.own-limit', 'notSprung', 'a limit that was asked for', [page('?limit=3')], walking({ pageSize: 3 })],
  ['client.page-size', 'kept', 'limit', [page('?limit=3')], walking({ pageSize: 3 })],
  ['client.page-size', 'broken', 'another parameter', [page('?per_page=3')], walking({ pageSize: 3 })],
  ['client.page-size', 'broken', 'no number', [page('?limit=undefined')], watched],
  ['client.page-size', 'notSprung', 'no list', [], walking({ pageSize: 3 })],
  ['client.walk-cursor', 'kept', 'the last id', [page('', 'ML'), after('L', 'K')], driven],
  ['client.walk-cursor', 'kept', 'an extra parameter', [page('?v=2', 'ML'), after('L', 'K', false, '&v=2')], driven],
  ['client.walk-cursor', 'notSprung', 'one page', [page('', 'ML')], driven],
  ['client.walk-cursor', 'broken', 'the first id', [page('', 'ML'), after('M', 'LK')], driven],
  ['client.walk-cursor', 'kept', 'an id in the middle, as a test wants', [page('', 'MLK'), after('L', 'K')], watched],
  ['client.walk-cursor', 'broken', 'an id of no page', [page('', 'ML'), after('9', 'K')], driven],
  ['client.walk-cursor', 'broken', 'a number', [page('', 'ML'), page('?starting_after=2')], watched],
  ['client.walk-cursor', 'broken', 'nothing', [page('?starting_after=')], driven],
  ['client.walk-cursor', 'broken', 'an offset', [page('?offset=0', 'ML'), page('?offset=2', 'ML')], driven],
  ['client.walk-cursor', 'broken', 'a page number', [page('?page=1', 'ML'), page('?page=2', 'ML')], watched],
  ['client.walk-cursor', 'broken', 'another name', [page('', 'ML'), page(`?after_that=${id('L')}`, 'ML')], driven],
  [
    'client.walk-cursor',
    'kept',
    'the id beside the last, which was refused',
    [page('', 'ML'), failed(after('L'), 400), after('M', 'K')],
    driven,
  ],
  [
    'client.walk-cursor',
    'kept',
    'a next_cursor',
    [{ ...page(''), answer: { items: [{ id: id('M') }], next_cursor: id('L') } }, after('L', 'K')],
    driven,
  ],
  ['client.id-order', 'kept', 'the last of ids that differ in case', [page('', 'aB'), after('B')], driven],
  ['client.id-order', 'broken', 'the last of a locale', [page('', 'aB'), after('a')], driven],
  ['client.id-order', 'notSprung', 'ids that no locale sorts otherwise', [page('', 'ML'), after('L')], driven],
  ['client.walk-ends', 'kept', 'an end as told', [page('', 'ML', true), after('L', 'K', false)], driven],
  ['client.walk-ends', 'kept', 'one empty page', [page('', 'ML'), after('L', 'K'), after('K')], ended],
  ['client.walk-ends', 'kept', 'a fresh walk', times(2, [page('', 'ML'), after('L', '', false)]).flat(), driven],
  [
    'client.walk-ends',
    'kept',
    'retries after failures',
    [page('', 'ML'), failed(after('L')), failed(after('L'), 429), after('L', 'K', false)],
    driven,
  ],
  [
    'client.walk-ends',
    'kept',
    'slow answers asked for again',
    [page('', 'ML'), after('L', 'K', false), ...times(3, { ...after('L', 'K', false), overlaps: true })],
    driven,
  ],
  ['client.walk-ends', 'notSprung', 'no end', [page('', 'ML', true)], driven],
  ['client.walk-ends', 'broken', 'the same cursor', [page('', 'ML'), ...times(4, after('L', 'K'))], driven],
  ['client.walk-ends', 'broken', 'page 1 again and again', times(4, page('', 'ML')), driven],
  ['client.walk-ends', 'broken', 'the end again and again', [page('', 'ML'), ...times(9, after('L'))], watched],
  ['client.walk-ends', 'kept', 'the same page in several tests', times(9, page('', 'ML', false)), watched],
  ['client.walk-back', 'kept', 'the first id', [before('F', 'HG'), before('H', 'I'), before('I')], backwards],
  ['client.walk-back', 'notSprung', 'no page before an id', [page('', 'ML')], backwards],
  ['client.walk-back', 'broken', 'the last id', [before('F', 'HG'), before('G', 'H')], backwards],
  ['client.walk-back', 'broken', 'the same page again', times(4, before('F', 'HG')), backwards],
  ['client.walk-back', 'broken', 'no id', [page('?ending_before=undefined')], watched],
]

itFinds(cases)
