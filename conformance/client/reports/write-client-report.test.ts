import { phrase, quoted } from '../../conclusions/phrase.ts'
import { withoutStatement } from '../judge/client-result.ts'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { toClientReport } from '../judge/client-report.ts'
import type { RedactedResult } from '../judge/redaction.ts'
import type { ClientJsonReport } from './client-json.ts'
import type { ClientReportContext } from './client-report-context.ts'
import { clientReportSchema } from './client-report-schema.ts'
import { commonFormats } from '../../report/format-list.ts'
import { writeClientReport } from './write-client-report.ts'
import { summarizeClient } from './client-summary.ts'

const bare: RedactedResult = {
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
  got: quoted('<script>alert(1)</script>'),
  fact: { kind: 'credential', at: 0, credential: 'accessToken' },
  message: 'expected Authorization: Bearer <access_token>; got "<script>alert(1)</script>"',
  evidence: [
    {
      request: { method: 'GET', url: '/1.13/environments', headers: { Authorization: '<access_token>' } },
      response: { status: 401, headers: { 'content-type': 'application/json' }, body: '{}' },
    },
  ],
}
const kept: RedactedResult = {
  ...withoutStatement(bare),
  check: 'client.walk-complete.value',
  requirement: 'client.walk-complete',
  clause: '4.6',
  verdict: 'pass',
  message: '',
  evidence: [],
}
const advised: RedactedResult = {
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
  results: readonly RedactedResult[],
  options: { strict?: boolean; allowUndecided?: boolean; isSelection?: boolean } = {},
) {
  const report = toClientReport(identity, results)
  const { strict = false, allowUndecided = false, isSelection = false } = options
  const context: ClientReportContext = {
    summary: summarizeClient(report, { strict, allowUndecided }),
    startedAt: 1_767_225_600_000,
    durationMs: 1234,
    runs: 3,
    requests: 7,
    again: ({ task }) => `emulator client --driver --task ${task}`,
    outputOf: () => 'Traceback: no such key',
    isSelection,
    strict,
    color: false,
    verbose: false,
  }
  return { report, context, exitCode: context.summary.exitCode }
}

it('writes JSON with the promised members, in their order', () => {
  const { report, context } = written([bare, kept])
  const json = JSON.parse(writeClientReport('json', report, context)) as Record<string, unknown>
  const members = ['kind', 'kit', 'client', 'conformant', 'summary', 'requirements', 'results']
  expect(Object.keys(json)).toEqual(members)
  expect(json).toMatchObject({ kind: 'client', conformant: false, client: identity })
  expect(json['requirements']).toEqual({ stated: 2, decided: 2 })
  const membersOf = (result: object) => Object.keys(result).join(' ')
  expect((json['results'] as object[]).map(membersOf)).toEqual([
    'check requirement clause level task input scenario verdict message fact places evidence',
    'check requirement clause level task input scenario verdict message evidence',
  ])
})

it('calls no client conformant of which a part was asked for', () => {
  const textsOf = (isSelection: boolean) => {
    const { report, context } = written([kept], { isSelection })
    return [writeClientReport('terminal', report, context), writeClientReport('badge', report, context)] as const
  }
  const [part, partBadge] = textsOf(true)
  expect(part).toContain('Kept: 1 of 1 stated requirement decided, all of them kept; only a run of all proves')
  expect(part).not.toMatch(/Conformant|does not do/)
  expect(partBadge).not.toContain('conformant client')
  const [whole, wholeBadge] = textsOf(false)
  expect(whole).toContain('Conformant: 1 of 1 stated requirement decided, all of them kept')
  expect(wholeBadge).toContain('conformant client')
})

it('writes JSON by its schema, which takes no other', () => {
  const validate = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(clientReportSchema)
  const watched: RedactedResult = { ...kept, task: null, input: null, inputName: null }
  const lost: RedactedResult = { ...bare, evidence: [{ ...bare.evidence[0]!, response: null }] }
  const open: RedactedResult = { ...kept, verdict: 'insufficientEvidence', cause: { kind: 'neverDone' } }
  const [request] = bare.evidence
  const named: RedactedResult = {
    ...bare,
    evidence: [{ ...request!, request: { ...request!.request, operation: 'environments.list' } }],
  }
  const { report, context } = written([bare, kept, advised, watched, lost, open, named])
  const json = JSON.parse(writeClientReport('json', report, context)) as ClientJsonReport
  expect([validate(json), validate.errors]).toEqual([true, null])
  const { method, url } = request!.request
  expect(json.results[0]!.places).toEqual([{ method, url }])
  expect(json.results.at(-1)!.places).toEqual([{ operation: 'environments.list', method, url }])
  const withResult = (change: object) => ({ ...json, results: [{ ...json.results[0], ...change }] })
  const others: readonly object[] = [
    { ...json, kind: 'service' },
    { ...json, further: 1 },
    { ...json, summary: { ...json.summary, unknown: 0 } },
    withResult({ clause: '4.' }),
    withResult({ inputName: 'all' }),
    withResult({ level: 'implied' }),
    withResult({ verdict: 'advice' }),
    withResult({ verdict: 'passed' }),
    withResult({ task: null }),
    withResult({ input: null }),
    withResult({ task: 'no-such-task' }),
    withResult({ requirement: 'client.no-such' }),
    withResult({ evidence: [{}] }),
    withResult({ fact: { kind: 'credential', at: -1 } }),
    withResult({ fact: { kind: 'noSuchFact' } }),
    withResult({ fact: { kind: 'credential', at: 0 } }),
    withResult({ fact: { kind: 'credential', at: 0, credential: 'password' } }),
    withResult({ fact: { kind: 'credential', at: 0, credential: 'accessToken', ids: [] } }),
    withResult({ places: [{ method: 'GET' }] }),
    withResult({ cause: { kind: 'noSuchCause' } }),
    withResult({ cause: { kind: 'check' } }),
    withResult({ cause: { kind: 'timeout', scenario: 'slow-answers' } }),
    withResult({ suspected: { fact: { kind: 'id', at: 0 } } }),
  ]
  expect(others.filter((other) => validate(other))).toEqual([])
})

it.each(['terminal', 'html', 'markdown', 'junit', 'tap'] as const)(
  'shows sentence, trap, careful client, request and the command that shows it again, in %s',
  (format) => {
    const { report, context } = written([bare, kept])
    const text = writeClientReport(format, report, context)
    expect(text).toContain('Every request to a protected endpoint carries Authorization: Bearer')
    expect(text).toContain('The client sends a request to a protected endpoint of the versioned API')
    expect(text).toContain('It sends the header with every request')
    expect(text).toContain('emulator client --driver --task walk-products')
    if (format !== 'junit' && format !== 'tap') expect(text).toContain('/1.13/environments')
    if (format === 'html' || format === 'junit') expect(text).not.toContain('<script>alert')
  },
)

it('makes one finding of the same fault in thirty runs, with its runs', () => {
  const results = Array.from({ length: 30 }, (_none, index) => ({ ...bare, scenario: `token-expires=${index}` }))
  const { report, context } = written(results)
  const text = writeClientReport('terminal', report, context)
  expect(text.match(/✗/g)).toHaveLength(1)
  expect(text).toContain('walk-products all, token-expires=0')
  expect(text).toContain('and 26 more')
})

it.each(commonFormats)('writes %s without results', (format) => {
  const [none, some] = [written([]), written([bare])].map(({ report, context }) =>
    writeClientReport(format, report, context),
  )
  expect(none).toMatch(/\w/)
  expect(some).not.toBe(none)
})

it('exits with the codes that bin/docs/exit-codes.md lists', () => {
  const open: RedactedResult = { ...bare, verdict: 'insufficientEvidence' }
  const none: RedactedResult = { ...bare, verdict: 'notApplicable' }
  expect(written([kept]).exitCode).toBe(0)
  expect(written([bare, kept]).exitCode).toBe(1)
  expect(written([kept, advised]).exitCode).toBe(0)
  expect(written([kept, advised], { strict: true }).exitCode).toBe(1)
  expect(written([kept, open]).exitCode).toBe(4)
  expect(written([kept, open], { allowUndecided: true }).exitCode).toBe(0)
  // One run that decides is enough, and what the client does not have does not count.
  expect(written([{ ...open, check: kept.check, requirement: kept.requirement }, kept]).exitCode).toBe(0)
  expect(written([kept, none]).report.conformant).toBe(true)
  // A client that was seen to take another right way need not take this one in any run.
  const declined: RedactedResult = {
    ...none,
    check: 'client.refresh-request',
    requirement: 'client.refresh-request',
    cause: { kind: 'otherWay' },
  }
  const neverDone: RedactedResult = { ...declined, verdict: 'insufficientEvidence', cause: { kind: 'neverDone' } }
  expect(written([kept, neverDone]).exitCode).toBe(4)
  expect(written([kept, neverDone, declined]).exitCode).toBe(0)
  // Nothing that was decided is never 0.
  for (const allowUndecided of [false, true]) expect(written([none], { allowUndecided }).exitCode).toBe(4)
  expect(written([], { allowUndecided: true }).exitCode).toBe(4)
})

it('shows in a terminal what a client that failed was answered last', () => {
  const { report, context } = written([bare])
  expect(writeClientReport('terminal', report, context)).toMatch(/\n {2}sent [^]*\n {2}answered +401 \{\}\n/)
})

it('says that only advice was found where no stated requirement was chosen', () => {
  const { report, context } = written([advised])
  expect(writeClientReport('terminal', report, context)).toContain(
    'Advice alone: no stated requirement was chosen; advice on 1 implied requirement.',
  )
})

it('says that what is not stated was kept where no stated requirement was chosen, and that some was not decided', () => {
  const kept: RedactedResult = { ...withoutStatement(advised), verdict: 'pass' }
  const all = written([kept])
  expect(all.exitCode).toBe(0)
  expect(writeClientReport('terminal', all.report, all.context)).toContain(
    'Kept: no stated requirement was chosen; of the others, 1 kept.',
  )
  const other = { check: 'client.null-members.value', requirement: 'client.null-members' } as const
  const part = written([kept, { ...kept, ...other, verdict: 'insufficientEvidence' }])
  expect(part.exitCode).toBe(4)
  expect(writeClientReport('terminal', part.report, part.context)).toContain('1 kept, 1 not decided')
})

it('tells once that the client does not do some tasks, with all their checks', () => {
  const missing = (task: 'invoke' | 'capabilities'): RedactedResult => ({
    ...withoutStatement(bare),
    check: `client.${task}.value`,
    requirement: `client.${task}`,
    task,
    verdict: 'notApplicable',
    cause: { kind: 'noSuchTask' },
    message: 'The client has no such thing.',
    evidence: [],
  })
  const { report, context } = written([missing('invoke'), missing('capabilities')])
  const text = writeClientReport('terminal', report, context)
  expect(text.match(/The client has no such thing\./g)).toHaveLength(1)
  expect(text).toMatch(/client\.invoke\.value, client\.capabilities\.value/)
})

it('tells the standard error of a crash once, and that of any other failure beside it', () => {
  const crashed: RedactedResult = {
    ...bare,
    got: phrase`exit code 1, and on standard error: ${quoted('Traceback: no such key')}`,
    fact: { kind: 'noReport', how: 'crash' },
    message: 'expected a report; got exit code 1',
    evidence: [],
  }
  const timesTold = (result: RedactedResult) => {
    const { report, context } = written([result])
    return writeClientReport('terminal', report, context).split('Traceback').length - 1
  }
  expect([timesTold(crashed), timesTold(bare)]).toEqual([1, 1])
})
