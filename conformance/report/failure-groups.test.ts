import { expect, it } from 'vitest'
import { sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import type { OperationId } from '../catalogue/operations.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { Fact } from '../conclusions/fact.ts'
import type { CheckResult } from '../judge/result.ts'
import { writeReport } from './reports.ts'

/** A failed check of a requirement, with the fact that shows it. */
function failed(requirement: CheckResult['requirement'], name: string, fact: Fact): CheckResult {
  return {
    ...sampleCheck(`${requirement}.${name}`, 'fail', `expected something; got ${name}`, [fact.at], { fact }),
    requirement,
  }
}

function answered(status: number, operation: OperationId, query = '', text = `{"error":"sorry"}`): Exchange {
  const { request, response, ...times } = sampleExchange(text, { operation })
  return {
    ...times,
    request: { ...request, url: `https://target.example/at/${operation}${query}` },
    response: { ...response, status, text },
  }
}

/** The requirements that each entry of a report names, and the number of entries in a terminal. */
function told(...results: readonly CheckResult[]): readonly (readonly string[])[] {
  const result = sampleResult(results)
  const { failures } = JSON.parse(writeReport('json', result)) as { failures: { requirements: string[] }[] }
  expect(writeReport('terminal', result).match(/^✗/gm)).toHaveLength(failures.length)
  return failures.map(({ requirements }) => requirements)
}

const malformed = (requirement: CheckResult['requirement'], status: number, operation: OperationId) =>
  failed(requirement, 'wrong', { kind: 'status', wanted: 400, at: answered(status, operation) })

it('tells one wrong status of several requirements once', () => {
  expect(
    told(
      malformed('filters.enum-invalid', 404, 'resources.list'),
      malformed('ids.malformed-path', 404, 'products.list'),
      malformed('ids.malformed-prefixed', 404, 'products.list'),
    ),
  ).toEqual([['ids.malformed-path', 'ids.malformed-prefixed', 'filters.enum-invalid']])
})

it('tells what is taken that should be refused once for each requirement, as each has a rule of its own', () => {
  expect(
    told(
      malformed('ids.malformed-path', 200, 'products.list'),
      malformed('filters.enum-invalid', 200, 'resources.list'),
    ),
  ).toHaveLength(2)
})

it('tells one answer to everything once, and the same refusal at two operations twice', () => {
  const wanted = 'success' as const
  const at = (status: number) => [
    failed('pat.create', 'token', { kind: 'status', wanted, at: answered(status, 'access-tokens.create') }),
    failed('services.invoke', 'result', { kind: 'status', wanted, at: answered(status, 'services.invoke') }),
  ]
  expect(told(...at(500))).toEqual([['pat.create', 'services.invoke']])
  expect(told(...at(403))).toHaveLength(2)
})

it('leads with the simplest request, and with the answer before the credential', () => {
  const ids = ['2rIRKgYecQCYoprAzNdSJ5AUVcD']
  expect(
    told(
      failed('filters.exact', 'pages', { kind: 'present', ids, at: answered(200, 'products.list', '?brand=A&q=B') }),
      failed('filters.and', 'both', { kind: 'present', ids, at: answered(200, 'products.list', '?brand=A') }),
    ),
  ).toEqual([['filters.and', 'filters.exact']])
  const at = answered(500, 'events.list')
  expect(
    told(
      failed('auth.integration-token', 'events', { kind: 'credential', works: false, at }),
      failed('legacy.events', 'list', { kind: 'status', wanted: 200, at }),
    ),
  ).toEqual([['legacy.events', 'auth.integration-token']])
})

it('tells ids of one wrong form once, and the cursors that are refused for it', () => {
  const cut = '2rIRKgYecQCYoprAzNdSJ5AUVc'
  expect(
    told(
      failed('ids.grammar', 'answers', { kind: 'body', ids: [cut], at: answered(200, 'products.list') }),
      failed('pat.record', 'id', { kind: 'body', ids: [cut], at: answered(201, 'access-tokens.create') }),
      failed('cursors.starting-after', 'next', {
        kind: 'status',
        wanted: 200,
        at: answered(400, 'products.list', `?starting_after=${cut}`),
      }),
    ),
  ).toEqual([['ids.grammar', 'pat.record', 'cursors.starting-after']])
})

it('tells a page that is wrong once, however it shows, with the request that has the fewest parameters', () => {
  const page = answered(200, 'products.list', '?limit=2&starting_after=2rIRKgYecQCYoprAzNdSJ5AUVcD')
  const filtered = answered(200, 'products.list', '?brand=A&limit=2&starting_after=2rIRKgYecQCYoprAzNdSJ5AUVcD')
  const elsewhere = answered(200, 'resources.list', '?starting_after=2rIRKgYecQCYoprAzNdSJ5AUVcD')
  const at = (exchange: Exchange) => [
    failed('filters.paged', 'pairs', { kind: 'count', wanted: 2, got: 1, at: filtered }),
    failed('cursors.starting-after', 'next', { kind: 'missing', ids: ['2rIGVclp67DuEQjaz1jxbS7NUts'], at: exchange }),
  ]
  expect(told(...at(page))).toEqual([['cursors.starting-after', 'filters.paged']])
  expect(told(...at(elsewhere))).toHaveLength(2)
})

it('leads with what is said of a place where all fail, before a rule for every place', () => {
  const html = (operation: OperationId, requirement: CheckResult['requirement']) => {
    const at = answered(200, operation)
    const response = { ...at.response, headers: { 'content-type': 'text/html' } }
    return failed(requirement, 'type', { kind: 'header', name: 'content-type', at: { ...at, response } })
  }
  const root = html('legacy.root', 'legacy.root-content-type')
  expect(told(html('legacy.root', 'http.json'), root)).toEqual([['legacy.root-content-type', 'http.json']])
  expect(told(html('events.list', 'http.json'), root)).toEqual([['http.json', 'legacy.root-content-type']])
})

it('leads with the credential where the answer refuses it', () => {
  const at = answered(401, 'events.list')
  expect(
    told(
      failed('legacy.events', 'list', { kind: 'status', wanted: 200, at }),
      failed('auth.integration-token', 'events', { kind: 'credential', works: false, at }),
    ),
  ).toEqual([['auth.integration-token', 'legacy.events']])
})

it('counts every requirement, names what else breaks, and says what a status means', () => {
  const at = (operation: OperationId) => answered(404, operation)
  const result = sampleResult([
    failed('pat.create', 'token', { kind: 'status', wanted: 'success', at: at('access-tokens.create') }),
    failed('services.invoke', 'result', { kind: 'status', wanted: 'success', at: at('services.invoke') }),
  ])
  const terminal = writeReport('terminal', result)
  expect(terminal).toContain('Failed: 2 requirements for 1 reason')
  expect(terminal).toContain('breaks    services.invoke: POST /services/{adapterConnectionId}/{command}')
  expect(terminal).toContain('to do     Serve GET /access-tokens')
  for (const format of ['markdown', 'html'] as const) {
    const text = writeReport(format, result)
    expect(text, format).toContain('It also breaks:')
    expect(text, format).toContain('services.invoke.result')
  }
  expect(writeReport('html', result).match(/id="failed-services\.invoke"/g)).toHaveLength(1)
})

it('leads with the requirement about what stands together in every request', () => {
  const ids = ['2rIRKgYecQCYoprAzNdSJ5AUVcD']
  const present = (requirement: CheckResult['requirement'], query: string) =>
    failed(requirement, 'page', { kind: 'present', ids, at: answered(200, 'products.list', query) })
  const cursor = '&ending_before=2rIRD9oZ4pBlPB57DcySyyQsScR'
  expect(
    told(present('filters.search-partial', `?search=A${cursor}`), present('filters.paged', `?brand=A${cursor}`)),
  ).toEqual([['filters.paged', 'filters.search-partial']])
  expect(
    told(present('filters.exact', `?search=A&brand=B${cursor}`), present('filters.and', `?search=A&brand=C${cursor}`)),
  ).toEqual([['filters.and', 'filters.exact']])
  expect(
    told(present('filters.exact', `?brand=B${cursor}`), present('filters.and', `?search=A&brand=C${cursor}`)),
  ).toEqual([['filters.exact', 'filters.and']])
})

it('tells a cursor of a wrong form once with the page that is refused for it', () => {
  const first = answered(200, 'events.list')
  const link = '<https://target.example/at/events.list?cursor=0:100>; rel="next"; results="true"; cursor="0:100"'
  const at = { ...first, response: { ...first.response, headers: { ...first.response.headers, link } } }
  const next = (cursor: string) =>
    failed('link.next', 'continues', { kind: 'link', relation: 'next', at: answered(400, 'events.list', cursor) })
  const format = failed('link.cursor-format', 'values', { kind: 'link', relation: 'previous', at })
  expect(told(format, next('?cursor=0:100'))).toEqual([['link.cursor-format', 'link.next']])
  expect(told(format, next('?cursor=0:100:0'))).toHaveLength(2)
})

it('says that a route is not there unless it served another request', () => {
  const refused = failed('legacy.groups-post', 'together', {
    kind: 'status',
    wanted: 'success',
    at: answered(405, 'groups.create'),
  })
  const served = sampleCheck('legacy.groups-post.body', 'pass', '', [answered(201, 'groups.create')])
  expect(writeReport('terminal', sampleResult([refused]))).toContain('No route serves')
  expect(writeReport('terminal', sampleResult([refused, served]))).not.toContain('No route serves')
})

it('leads with the limit where pages by one cursor are too long', () => {
  const ids = ['2rIRKgYecQCYoprAzNdSJ5AUVcD']
  const query = (filter: string) => `?${filter}=A&limit=1&ending_before=2rIRD9oZ4pBlPB57DcySyyQsScR`
  const edges = failed('cursors.ending-before', 'edges', {
    kind: 'present',
    ids,
    at: answered(200, 'products.list', query('status')),
  })
  const pages = (operation: OperationId) =>
    failed('cursors.limit', 'pages', { kind: 'count', wanted: 1, got: 2, at: answered(200, operation, query('brand')) })
  expect(told(edges, pages('products.list'))).toEqual([['cursors.limit', 'cursors.ending-before']])
  expect(told(edges, pages('resources.list'))).toHaveLength(2)
})

it('tells a wrong body once with the credential that is not seen to work by it', () => {
  const at = answered(200, 'events.list', '', '{"count":4}')
  expect(
    told(
      failed('auth.integration-token', 'events', { kind: 'credential', works: false, at }),
      failed('legacy.events', 'list', { kind: 'body', at }),
    ),
  ).toEqual([['legacy.events', 'auth.integration-token']])
})

it('leads with an id of a wrong form, whatever page shows it', () => {
  const ids = ['2rIRKgYecQCYoprAzNdSJ5AUVc']
  const grammar = answered(200, 'products.list', '?brand=A&limit=2&starting_after=2rIRD9oZ4pBlPB57DcySyyQsScR')
  const page = answered(200, 'products.list', '?starting_after=2rIRD9oZ4pBlPB57DcySyyQsScR')
  expect(
    told(
      failed('cursors.starting-after', 'edges', { kind: 'present', ids, at: page }),
      failed('ids.grammar', 'answers', { kind: 'body', ids, at: grammar }),
    ),
  ).toEqual([['ids.grammar', 'cursors.starting-after']])
})

it('leads with the record of a cursor before the length of its page', () => {
  const id = '2rIRD9oZ4pBlPB57DcySyyQsScR'
  const at = answered(200, 'products.list', `?limit=2&ending_before=${id}`)
  expect(
    told(
      failed('cursors.limit', 'pages', { kind: 'count', wanted: 2, got: 3, at }),
      failed('cursors.ending-before', 'edges', { kind: 'present', ids: [id], at }),
    ),
  ).toEqual([['cursors.ending-before', 'cursors.limit']])
})
