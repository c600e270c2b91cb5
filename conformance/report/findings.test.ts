import { expect, it } from 'vitest'
import { sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import { findOperation, type OperationId } from '../catalogue/operations.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { Fact } from '../conclusions/fact.ts'
import type { CheckResult } from '../judge/result.ts'
import { writeReport } from './service-document.ts'

/** A failed check of a requirement, with the fact that shows it. */
const failed = (requirement: CheckResult['requirement'], fact: Fact): CheckResult => ({
  ...sampleCheck(`${requirement}.x`, 'fail', 'expected a; got b', [fact.at], { fact }),
  requirement,
})

function answered(status: number, operation: OperationId, query = '', text = `{"error":"sorry"}`): Exchange {
  const { request, response, ...times } = sampleExchange(text, { operation })
  return {
    ...times,
    request: { ...request, url: `https://target.example/at/${operation}${query}` },
    response: { ...response, status, text },
  }
}

const id = '2rIRKgYecQCYoprAzNdSJ5AUVcD'
const other = '2rIRD9oZ4pBlPB57DcySyyQsScR'
const page = (query: string, operation: OperationId = 'products.list') => answered(200, operation, query)

const status = (
  requirement: CheckResult['requirement'],
  wanted: 400 | 'success',
  ...asked: Parameters<typeof answered>
) => failed(requirement, { kind: 'status', wanted, at: answered(...asked) })
const present = (requirement: CheckResult['requirement'], query: string, ids = [id]) =>
  failed(requirement, { kind: 'present', ids, at: page(query) })
const unaccepted = (at: Exchange) => failed('auth.integration-token', { kind: 'credential', works: false, at })
const [events, refused] = [answered(500, 'events.list'), answered(401, 'events.list')]
const list = answered(200, 'events.list', '', '{"count":4}')
const linked = '<https://target.example/at/events.list?cursor=0:100>; rel="next"; results="true"; cursor="0:100"'
const cursorFormat = failed('link.cursor-format', {
  kind: 'link',
  relation: 'previous',
  at: { ...list, response: { ...list.response, headers: { ...list.response.headers, link: linked } } },
})
const nextRefused = (query: string) =>
  failed('link.next', { kind: 'link', relation: 'next', at: answered(400, 'events.list', query) })

/** Failures, and the requirements that each entry of the report names. */
const cases: readonly (readonly [what: string, failures: readonly CheckResult[], told: readonly string[]])[] = [
  [
    'one wrong status of several requirements',
    [
      status('filters.enum-invalid', 400, 404, 'resources.list'),
      status('ids.malformed-path', 400, 404, 'products.list'),
      status('ids.malformed-prefixed', 400, 404, 'products.list'),
    ],
    ['filters.enum-invalid ids.malformed-path ids.malformed-prefixed'],
  ],
  [
    'what is taken that should be refused, for which each has a rule of its own',
    [
      status('ids.malformed-path', 400, 200, 'products.list'),
      status('filters.enum-invalid', 400, 200, 'resources.list'),
    ],
    ['ids.malformed-path', 'filters.enum-invalid'],
  ],
  [
    'the same refusal at two operations',
    [
      status('pat.create', 'success', 403, 'access-tokens.create'),
      status('services.invoke', 'success', 403, 'services.invoke'),
    ],
    ['pat.create', 'services.invoke'],
  ],
  [
    'one record on two pages, with the simplest request first',
    [present('filters.exact', '?brand=A&q=B'), present('filters.and', '?brand=A')],
    ['filters.and filters.exact'],
  ],
  [
    'an answer before the credential that is not seen to work by it',
    [unaccepted(events), failed('legacy.events', { kind: 'status', wanted: 200, at: events })],
    ['legacy.events auth.integration-token'],
  ],
  [
    'a credential before the answer that refuses it',
    [failed('legacy.events', { kind: 'status', wanted: 200, at: refused }), unaccepted(refused)],
    ['auth.integration-token legacy.events'],
  ],
  [
    'an answer that is not JSON, with its contents',
    [
      failed('configurations.value', { kind: 'body', at: list }),
      failed('http.json', { kind: 'header', name: 'content-type', at: list }),
    ],
    ['http.json configurations.value'],
  ],
  [
    'a query that no POST accepts',
    [
      status('legacy.groups-post-query', 'success', 405, 'groups.create', '?status=a'),
      status('http.query-on-writes', 'success', 405, 'groups.create', '?status=a'),
    ],
    ['http.query-on-writes legacy.groups-post-query'],
  ],
  [
    'a cursor of a wrong form with the page that is refused for it',
    [cursorFormat, nextRefused('?cursor=0:100')],
    ['link.cursor-format link.next'],
  ],
]

it.each(cases)('reports once %s', (_what, failures, told) => {
  const result = sampleResult(failures)
  const json = JSON.parse(writeReport('json', result)) as { failures: { requirements: string[] }[] }
  expect(json.failures.map(({ requirements }) => requirements.join(' '))).toEqual(told)
})

const renamed = (status = 200): Exchange => {
  const { request, ...rest } = answered(status, 'access-tokens.rename')
  return { ...rest, request: { ...request, method: 'PUT' } }
}
const readTokens = answered(200, 'access-tokens.list', '?limit=5')
const pageOf = (kind: 'order' | 'count' | 'body'): Fact => ({
  ...(kind === 'order'
    ? { kind, first: id, second: other }
    : kind === 'count'
      ? { kind, wanted: 5, got: 4 }
      : { kind }),
  at: readTokens,
})

it.each<[what: string, fact: Fact, evidence: readonly Exchange[], place: string]>([
  ['a page', pageOf('count'), [readTokens], 'GET /access-tokens with limit'],
  ['records of a page, whatever its size', pageOf('body'), [readTokens], 'GET /access-tokens'],
  [
    'a write that a list reads back',
    pageOf('body'),
    [renamed(), readTokens],
    'PUT /access-tokens/{id}, then GET /access-tokens',
  ],
  ['a list after a refused write', pageOf('body'), [renamed(409), readTokens], 'GET /access-tokens'],
  ['a list after a write', pageOf('order'), [renamed(), readTokens], 'GET /access-tokens'],
  ['a write', { kind: 'body', at: renamed() }, [readTokens, renamed()], 'PUT /access-tokens/{id}'],
])('names the place of %s', (_what, fact, evidence, place) => {
  const failure = { ...sampleCheck('pat.record.x', 'fail', 'expected a; got b', evidence, { fact }) }
  const report = writeReport('terminal', sampleResult([failure]))
  expect(report).toMatch(/^Not conformant: pat\.record: .{1,60}? at /)
  expect(report).toContain(` at ${place} (clause`)
})

it('names no parameter that another failure of the same record does without', () => {
  const result = sampleResult([
    present('ids.grammar', '?status=a&limit=2&ending_before=b', ['-']),
    present('cursors.complete', '?ending_before=b', ['-', id]),
  ])
  expect(writeReport('terminal', result)).toContain(`${findOperation('products.list').path} with ending_before (clause`)
})

it('counts every requirement, names what else breaks, and what to do', () => {
  const result = sampleResult([
    status('pat.create', 'success', 404, 'access-tokens.create'),
    status('services.invoke', 'success', 404, 'services.invoke'),
  ])
  const terminal = writeReport('terminal', result)
  expect(terminal).toContain('Not conformant: 2 requirements failed')
  expect(terminal).toContain('breaks    services.invoke (clause 4.7) at GET /services/{adapterConnectionId}/{command}')
  expect(terminal).toContain('to do     Serve GET /access-tokens')
  expect(writeReport('html', result).match(/id="failed-services\.invoke"/g)).toHaveLength(1)
})
