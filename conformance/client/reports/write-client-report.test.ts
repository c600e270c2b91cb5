import { phrase, jsonPhrase } from '../../conclusions/phrase.ts'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { toClientReport } from '../judge/client-report.ts'
import type { AnyExchange } from '../../conclusions/exchange.ts'
import type { ClientResult } from '../judge/client-result.ts'
import type { ClientJsonReport } from './client-json.ts'
import { type ClientReportContext, writeClientReport } from './client-document.ts'
import { clientReportSchema } from './client-report-schema.ts'
import { type CommonFormat, commonFormats } from '../../report/format-list.ts'
import { summarizeClient } from '../judge/summary.ts'

const exchange: AnyExchange = {
  request: { method: 'GET', url: '/1.13/environments', headers: { Authorization: '<access_token>' } },
  response: { status: 401, headers: { 'content-type': 'application/json' }, text: '{}', json: undefined },
  startedAt: 0,
  durationMs: 0,
}
const bare: ClientResult = {
  check: 'client.bearer',
  requirement: 'client.bearer',
  clause: '5.1',
  level: 'stated',
  task: 'walk-products',
  input: { catalogId: '2rHt2Okh4RUnlKcuUyeAJjTsJzW' },
  inputName: 'all',
  scenario: null,
  verdict: 'fail',
  expected: phrase`Authorization: Bearer <access_token>`,
  got: jsonPhrase('<script>alert(1)</script>'),
  fact: { kind: 'credential', at: exchange, credential: 'accessToken' },
  message: 'expected Authorization: Bearer <access_token>; got "<script>alert(1)</script>"',
  evidence: [exchange],
}
const { expected: _expected, got: _got, fact: _fact, ...silent } = bare
const kept: ClientResult = {
  ...silent,
  check: 'client.walk-complete.value',
  requirement: 'client.walk-complete',
  clause: '4.6',
  verdict: 'pass',
  message: '',
  evidence: [],
}
const advised: ClientResult = {
  ...bare,
  check: 'client.redirects',
  requirement: 'client.redirects',
  clause: '4.9',
  level: 'implied',
  scenario: 'slash-redirect',
  verdict: 'advice',
}

const identity = { name: 'an SDK', command: ['python3', 'driver.py'] }

function written(
  results: readonly ClientResult[],
  options: { strict?: boolean; allowUndecided?: boolean; isSelection?: boolean; known?: readonly ClientResult[] } = {},
) {
  const report = toClientReport(identity, results)
  const { strict = false, allowUndecided = false, isSelection = false, known } = options
  const baseline = known && { known, new: [], flaky: [], stale: [] }
  const context: ClientReportContext = {
    summary: summarizeClient(report.results, { baseline, strict, allowUndecided }),
    startedAt: 1_767_225_600_000,
    durationMs: 1234,
    runs: 3,
    requests: 7,
    again: ({ task }) => `emulator client --driver --only ${task}`,
    outputOf: () => 'Traceback: no such key',
    sentenceOf: (scenario) => `what happens in ${scenario}.`,
    isSelection,
    color: false,
    verbose: false,
  }
  const as = (format: CommonFormat) => writeClientReport(format, report, context)
  return { conformant: report.conformant, exitCode: context.summary.exitCode, as }
}

it('calls no client conformant after a partial run', () => {
  const textOf = (isSelection: boolean) => written([kept], { isSelection }).as('terminal')
  const part = textOf(true)
  expect(part).toContain(
    'Selection: none failed, 1 of 1 stated requirement decided; only a run of all proves conformance',
  )
  expect(part).not.toMatch(/Conformant|does not do/)
  expect(textOf(false)).toContain('Conformant: the only stated requirement decided, none failed')
})

it.each(['terminal', 'markdown', 'html'] as const)('counts what a baseline knows in one line of %s', (format) => {
  const { as, exitCode } = written([bare, { ...bare, scenario: 'short-pages' }, kept], { known: [bare] })
  expect(exitCode).toBe(0)
  expect(as(format)).toContain('1 check of 1 requirement: client.bearer')
  expect(as(format)).not.toContain('Traceback: no such key')
})

it('writes JSON with ordered members, by a schema that refuses other members', () => {
  const validate = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(clientReportSchema)
  const { request } = exchange
  const at: AnyExchange = { ...exchange, request: { ...request, operation: 'environments.list' } }
  const { as } = written([
    bare,
    kept,
    advised,
    { ...kept, task: null, input: null, inputName: null },
    { ...bare, evidence: [{ ...exchange, response: undefined }] },
    { ...kept, verdict: 'insufficientEvidence', cause: { kind: 'neverDone' } },
    { ...bare, fact: { kind: 'credential', at, credential: 'accessToken' }, evidence: [at] },
  ])
  const json = JSON.parse(as('json')) as ClientJsonReport
  expect([validate(json), validate.errors]).toEqual([true, null])
  expect(Object.keys(json)).toEqual(['kind', 'kit', 'client', 'conformant', 'summary', 'requirements', 'results'])
  expect(json).toMatchObject({ kind: 'client', conformant: false, client: identity })
  expect(json['requirements']).toEqual({ stated: 2, decided: 2 })
  expect(Object.keys(json.results[0]!).join(' ')).toBe(
    'check requirement clause level task input scenario verdict message fact places evidence',
  )
  const { method, url } = request
  expect(json.results[0]!.places).toEqual([{ method, url }])
  expect(json.results.at(-1)!.places).toEqual([{ operation: 'environments.list', method, url }])
  const withResult = (change: object) => ({ ...json, results: [{ ...json.results[0], ...change }] })
  const others: readonly object[] = [
    { ...json, kind: 'service' },
    { ...json, further: 1 },
    withResult({ clause: '4.' }),
    withResult({ level: 'implied' }),
    withResult({ verdict: 'passed' }),
    withResult({ task: null }),
    withResult({ requirement: 'client.no-such' }),
    withResult({ fact: { kind: 'credential', at: 0 } }),
    withResult({ cause: { kind: 'timeout', scenario: 'slow-answers' } }),
  ]
  expect(others.filter((other) => validate(other))).toEqual([])
})

it.each(['terminal', 'html', 'markdown', 'junit'] as const)(
  'shows sentence, trap, careful client, request and the command that shows it again, in %s',
  (format) => {
    const text = written([bare, kept]).as(format)
    expect(text).toContain('Every request to a protected endpoint carries Authorization: Bearer')
    expect(text).toContain('The client sends a request to a protected endpoint of the versioned API')
    expect(text).toContain('It sends the header with every request')
    expect(text).toContain('emulator client --driver --only walk-products')
    if (format !== 'junit') expect(text).toContain('/1.13/environments')
    if (format === 'html' || format === 'junit') expect(text).not.toContain('<script>alert')
  },
)

it('merges the same fault in thirty runs into one finding that lists the runs', () => {
  const results = Array.from({ length: 30 }, (_none, index) => ({ ...bare, scenario: `token-expires=${index}` }))
  const text = written(results).as('terminal')
  expect(text.match(/✗/g)).toHaveLength(1)
  expect(text).toContain('walk-products all, token-expires=0')
  expect(text).toContain('  scenario          token-expires=0: what happens in token-expires=0.\n')
  expect(text).toContain('and 26 more')
})

it.each(commonFormats)('writes %s without results', (format) => {
  expect(written([]).as(format)).toMatch(/\w/)
})

it('exits with the codes that the help of `client` lists', () => {
  const open: ClientResult = { ...bare, verdict: 'insufficientEvidence' }
  const none: ClientResult = { ...bare, verdict: 'notApplicable' }
  expect(written([kept]).exitCode).toBe(0)
  expect(written([bare, kept]).exitCode).toBe(1)
  expect(written([kept, advised]).exitCode).toBe(0)
  expect(written([kept, advised], { strict: true }).exitCode).toBe(1)
  expect(written([kept, open]).exitCode).toBe(4)
  expect(written([kept, open], { allowUndecided: true }).exitCode).toBe(0)
  // One run that decides is enough, and what the client does not have does not count.
  expect(written([{ ...open, check: kept.check, requirement: kept.requirement }, kept]).exitCode).toBe(0)
  expect(written([kept, none]).conformant).toBe(true)
  // A client that was seen to take another right way need not take this one in any run.
  const declined: ClientResult = {
    ...none,
    check: 'client.refresh-request',
    requirement: 'client.refresh-request',
    cause: { kind: 'otherWay' },
  }
  const neverDone: ClientResult = { ...declined, verdict: 'insufficientEvidence', cause: { kind: 'neverDone' } }
  expect(written([kept, neverDone]).exitCode).toBe(4)
  expect(written([kept, neverDone, declined]).exitCode).toBe(0)
  // Nothing that was decided is never 0.
  for (const allowUndecided of [false, true]) expect(written([none], { allowUndecided }).exitCode).toBe(4)
  expect(written([], { allowUndecided: true }).exitCode).toBe(4)
})

it('reports once that the client does not support some tasks, with all their checks', () => {
  const missing = (task: 'invoke' | 'capabilities'): ClientResult => ({
    ...silent,
    check: `client.${task}.value`,
    requirement: `client.${task}`,
    task,
    verdict: 'notApplicable',
    cause: { kind: 'noSuchTask' },
    message: 'Not supported by the driver.',
    evidence: [],
  })
  const text = written([missing('invoke'), missing('capabilities')]).as('terminal')
  expect(text.match(/Not supported by the driver/g)).toHaveLength(1)
  expect(text).toContain('  Not supported by the driver: client.invoke.value, client.capabilities.value\n')
})

it('lists once what a failure blocks, and a request that is sent repeatedly', () => {
  const blocked = (['invoke', 'capabilities'] as const).map((task): ClientResult => ({
    ...silent,
    check: `client.${task}.value`,
    requirement: `client.${task}`,
    task,
    verdict: 'blocked',
    cause: { kind: 'check', check: 'client.bearer', input: task },
    message: `It follows from client.bearer with the input ${task}`,
    evidence: [],
  }))
  const text = written([{ ...bare, evidence: [exchange, exchange, exchange] }, ...blocked]).as('terminal')
  expect(text).toContain('  blocked by client.bearer: client.invoke.value, client.capabilities.value\n')
  expect(text).toContain('  sent              GET /1.13/environments [<access_token>] → 401 (repeated)\n  answered')
})

it('prints the standard error of a crash once, and that of any other failure next to it', () => {
  const crashed: ClientResult = {
    ...bare,
    got: phrase`exit code 1, and on standard error: ${jsonPhrase('Traceback: no such key')}`,
    fact: { kind: 'noReport', how: 'crash' },
    message: 'expected a report; got exit code 1',
    evidence: [],
  }
  const timesTold = (result: ClientResult) => written([result]).as('terminal').split('Traceback').length - 1
  expect([timesTold(crashed), timesTold(bare)]).toEqual([1, 1])
})

it('names every run that never ended, with what it printed', () => {
  const unended: ClientResult = {
    ...silent,
    check: 'client.walk-complete.value',
    requirement: 'client.walk-complete',
    clause: '4.6',
    scenario: 'unavailable-once',
    verdict: 'insufficientEvidence',
    cause: { kind: 'timeout' },
    message: 'Timed out: no request for 10 s',
    evidence: [],
  }
  const results = [kept, unended, { ...unended, task: 'walk-groups' as const }]
  const context = {
    summary: summarizeClient(results),
    startedAt: 0,
    durationMs: 0,
    runs: 3,
    requests: 3,
    isSelection: false,
    color: false,
    verbose: false,
    outputOf: () => 'still waiting',
  }
  expect(writeClientReport('terminal', toClientReport(identity, results), context)).toContain(
    '2 runs never ended\n  walk-products all, unavailable-once; walk-groups all, unavailable-once: Timed out: no request for 10 s It printed: still waiting\n',
  )
})
