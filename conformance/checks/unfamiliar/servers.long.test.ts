import { expect, it } from 'vitest'
import { resultLines, runKit } from '../../../testing/selftest/subject.ts'
import { otherServer, visibleMembers } from '../../../testing/servers/other-server.ts'
import type { OtherServerOptions } from '../../../testing/servers/other-server-options.ts'
import type { RunResult } from '../../judge/result.ts'
import type { Target } from '../../target/target-file.ts'
import { checks } from '../checks.ts'

const subjects = /^(?:ids|filters|cursors|link|legacy|versions|http|environments|resources|products)\b/
const schemes = /^auth\.(?:api-key|integration-token)\b/

const testedChecks = checks.filter(
  ({ id }) => (subjects.test(id) || schemes.test(id)) && !/token|json-body|written|every-kind/.test(id),
)

function check(
  change: Partial<OtherServerOptions> = {},
  declare: (target: Target) => Target = (target) => target,
): Promise<RunResult> {
  const { target, fetch } = otherServer(change)
  return runKit({ target: declare(target), fetch }, { checks: testedChecks })
}

const alarms = (result: RunResult) => resultLines(result, 'fail', 'error', 'blocked')
const passed = ({ results }: RunResult) => results.filter(({ verdict }) => verdict === 'pass').length
const many = (count: number) => ({ product: count, environment: count, resource: count, event: count, group: count })

it('passes every check given a server that shares nothing with the emulator', async () => {
  expect(resultLines(await check(), 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

it.each<[string, Partial<OtherServerOptions>]>([
  [
    'connections of edges and nodes',
    {
      envelope: (kind, records, last) => ({
        [`${kind}s`]: {
          edges: records.map((node, index) => ({ cursor: `c${index}`, node })),
          pageInfo: { endCursor: last ?? null },
        },
      }),
    },
  ],
  [
    'results within a result',
    {
      envelope: (kind, records, last) => ({
        result: { [`${kind}s`]: records, paging: { next: last === undefined ? null : `/more?starting_after=${last}` } },
      }),
    },
  ],
  [
    'records by their ids',
    {
      envelope: (kind, records) => ({
        [`${kind}s`]: Object.fromEntries(records.map((record) => [(record as { id: string }).id, record])),
      }),
    },
  ],
  [
    'nothing but records by their ids',
    {
      envelope: (_kind, records) =>
        Object.fromEntries(records.map((record) => [(record as { id: string }).id, record])),
    },
  ],
  [
    'an envelope without a list when it is empty',
    { envelope: (_kind, records) => (records.length > 0 ? { items: records } : { total: 0 }) },
  ],
  [
    'breadcrumbs with ids before the list',
    { envelope: (_kind, records) => ({ parents: [{ id: 'home', name: 'Home' }], matches: records }) },
  ],
  [
    'errors as texts',
    { error: (_status, message, options) => `${message}${options ? `: use ${options.join(' or ')}` : ''}` },
  ],
  [
    'options as members',
    {
      error: (_status, message, options) => ({
        message,
        options: Object.fromEntries((options ?? []).map((option) => [option, option.length])),
      }),
    },
  ],
  ['enum values with hyphens, blanks and signs', { statuses: ['in-stock', 'sold out', 'n/a', 'on (order)'] }],
  ['enum values that are parts of one another', { statuses: ['active', 'active-soon', 'inactive'] }],
  ['brands that differ in case and ends alone', { brands: ['Acme', 'acme', 'ACME', 'Acme ', 'Acme Inc', 'Ac'] }],
  [
    'names beyond ASCII',
    {
      brands: ['Größe', '日本語', 'İstanbul'],
      categories: ['a,b', 'c&d=e', '100% cotton'],
      names: ['Łódź Lampe', 'straße eins'],
    },
  ],
  [
    'owners that have a status and a brand',
    {
      show: (_kind, record) => ({
        supplier: { id: record.id, brand: 'Other', status: 'gold' },
        ...visibleMembers(record),
      }),
    },
  ],
  [
    'an order of unrelated members',
    {
      show: (_kind, record) => ({ variants: [{ id: 1 }, { id: 2 }], ...visibleMembers(record), external_id: 'sap_12' }),
    },
  ],
  ['pages of two at most', { limit: { usual: 2, least: 1, most: 2, above: 'clamp' } }],
  ['pages of ten at least', { limit: { usual: 10, least: 10, most: 25, above: 'clamp' } }],
  ['limits above 50 refused', { limit: { usual: 10, least: 1, most: 50, above: 400 } }],
  ['parameters refused that it does not know', { unknownParameter: 422, paged: ['product'] }],
  ['cursors refused that are of nothing', { unknownCursor: 404 }],
  ['a 404 behind the last record', { behindLast: 404 }],
  [
    'a description for OPTIONS',
    { options: () => Response.json({ description: 'Lists what is there.', parameters: [{ name: 'limit' }] }) },
  ],
  ['any method for OPTIONS', { options: () => new Response(null, { status: 204, headers: { allow: '*' } }) }],
  ['the project as an object', { projects: 'object' }],
  ['the oldest events first', { newestEventsFirst: false }],
  ['the time as cursor identifier', { linkIdentifier: '1420837590' }],
  ['pages of one event', { linkPageSize: 1 }],
  [
    'links without quotes, among others',
    {
      link: ({ rel, url, results, cursor }) =>
        `<${url.replace(cursor, encodeURIComponent(cursor))}>;results=${results};REL=${rel};cursor=${cursor}, <${url}>; rel="first"`,
    },
  ],
])('blames nothing, and decides nearly all, given %s', async (_what, change) => {
  const result = await check(change)
  expect(alarms(result)).toEqual([])
  expect(passed(result)).toBeGreaterThan(100)
})

it.each<[string, Partial<OtherServerOptions>]>([
  ['nothing', { counts: many(0) }],
  ['one record of each kind', { counts: many(1) }],
  ['two', { counts: many(2) }],
  ['three', { counts: many(3) }],
  ['five', { counts: many(5) }],
  ['a thousand', { counts: many(1000) }],
  ['no search', { searched: undefined }],
  ['search that looks at what is not shown', { searched: ['_keywords'] }],
  [
    'records that do not show the values of filters',
    { show: (_kind, record) => visibleMembers(record, 'brand', 'category', 'status') },
  ],
  [
    'brands of a supplier next to hidden ones',
    {
      show: (_kind, record) => ({
        ...visibleMembers(record, 'brand', 'status'),
        supplier: { name: 'Other', brand: 'Other', status: 'gold' },
      }),
    },
  ],
  [
    'statuses of an owner next to hidden ones',
    {
      show: (_kind, record) => ({
        ...visibleMembers(record, 'status'),
        owner: { id: record.id, status: record.id.charCodeAt(20) % 2 === 0 ? 'active' : 'inactive' },
      }),
    },
  ],
  ['one brand, one category and one status', { brands: ['Acme'], categories: ['Lamps'], statuses: ['active'] }],
  ['records that others make all the time', { madeEvery: 3 }],
  ['records that others make at each request', { madeEvery: 1 }],
  ['records that others delete', { deletedEvery: 5, counts: many(150) }],
  ['records that others make and delete', { madeEvery: 4, deletedEvery: 5, counts: many(100) }],
])('blames nothing given %s', async (_what, change) => {
  expect(resultLines(await check(change), 'fail', 'error')).toEqual([])
})

it('passes the projects when only the API key is served', async () => {
  const result = await check({ projects: 'by key alone' })
  expect(resultLines(result, 'pass').filter((line) => line.startsWith('legacy.projects'))).toHaveLength(2)
})

it.each([404, 403])(
  'blames the projects alone, and blocks what builds on them, when they return %d to everybody',
  async (status) => {
    const { results } = await check({ projects: status })
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ check: id }) => id)).toEqual([
      'legacy.projects.served',
    ])
    expect(results.filter(({ verdict }) => verdict === 'blocked').map(({ check: id }) => id)).toContain(
      'auth.api-key.accepted',
    )
  },
)

it('learns the values of an enum filter from records when none are declared and the example is not one', async () => {
  const { results } = await check(
    { statuses: ['open', 'closed'] },
    ({ enumFilters: _enumFilters, ...target }) => target,
  )
  expect(
    results
      .filter(({ check: id, verdict }) => id.startsWith('filters.enum') && verdict !== 'pass')
      .map(({ check: id, verdict }) => `${id} ${verdict}`),
  ).toEqual(['filters.enum-invalid.beside-others notApplicable', 'filters.enum-filters.pages notApplicable'])
})
