import { expect, it } from 'vitest'
import { sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import type { OperationId } from '../catalogue/operations.ts'
import { because, type Cause, see } from '../conclusions/cause.ts'
import type { Verdict } from '../conclusions/conclusion.ts'
import type { Fact } from '../conclusions/fact.ts'
import type { CheckResult } from '../judge/result.ts'
import { type ComparedReport, compareReports, comparisonText, parseReport } from './compare.ts'
import { writeReport } from './service-document.ts'

const sampleReport = (results: readonly CheckResult[]): ComparedReport =>
  parseReport(writeReport('json', sampleResult(results)), 'a report')
const report = (verdicts: Readonly<Record<string, Verdict>>) =>
  sampleReport(Object.entries(verdicts).map(([check, verdict]) => sampleCheck(check, verdict, `message of ${check}`)))

it('tells fixed, broken, changed, added and removed apart', () => {
  const before = report({
    'a.fixed.x': 'fail',
    'a.broken.x': 'pass',
    'a.shown.x': 'notApplicable',
    'a.changed.x': 'fail',
    'a.same.x': 'fail',
    'a.removed.x': 'fail',
  })
  const after = report({
    'a.fixed.x': 'pass',
    'a.broken.x': 'fail',
    'a.shown.x': 'fail',
    'a.changed.x': 'blocked',
    'a.same.x': 'fail',
    'a.added.x': 'fail',
  })
  const { exitCode, remarks, ...changes } = compareReports(before, after)
  expect([exitCode, remarks]).toEqual([1, []])
  expect(Object.entries(changes).map(([kind, some]) => [kind, ...some.map(({ check }) => check)])).toEqual([
    ['broken', 'a.broken.x'],
    ['judged', 'a.shown.x'],
    ['otherFact'],
    ['fixed', 'a.fixed.x'],
    ['changed', 'a.changed.x'],
    ['otherCause'],
    ['added', 'a.added.x'],
    ['removed', 'a.removed.x'],
  ])
  const text = comparisonText(compareReports(before, after))
  expect(text).toContain('a.broken.x (4.5): passed -> failed\n      message of a.broken.x')
  expect(text).toContain('Newly decided: 1\n  a.shown.x (4.5): not claimed -> failed')
  expect(text).toMatch(/Something got worse\.\n$/)
  expect(comparisonText(compareReports(before, before))).toBe('No verdict changed.\n')
})

it.each([
  ['fail', 'fail', 0],
  ['blocked', 'pass', 0],
  ['fail', 'blocked', 0],
  ['pass', 'fail', 1],
  ['pass', 'notApplicable', 1],
  ['blocked', 'fail', 1],
] as const)('exits given %s then %s with %i', (before, after, exitCode) => {
  expect(compareReports(report({ 'a.b.c': before }), report({ 'a.b.c': after })).exitCode).toBe(exitCode)
})

it('reports failures with another fact or place and open results with another cause, but no other wording', () => {
  const status = (operation: OperationId): Fact => ({
    kind: 'status',
    at: sampleExchange('{}', { operation }),
    wanted: 400,
  })
  const of = (words: string, facts: Readonly<Record<string, Fact>>, causes: Readonly<Record<string, Cause>>) =>
    sampleReport([
      ...Object.entries(facts).map(([check, fact]) =>
        sampleCheck(check, 'fail', `expected a; got ${words}`, [], { fact }),
      ),
      ...Object.entries(causes).map(([check, cause]) => sampleCheck(check, 'blocked', words, [], { cause })),
    ])
  const before = of(
    'some words',
    { 'a.same.x': status('products.list'), 'a.kind.x': status('mcp'), 'a.place.x': status('mcp') },
    { 'a.open.x': because.data, 'a.named.x': see('pat.list'), 'a.locked.x': { kind: 'credential', credential: 'dsn' } },
  )
  const missing: Fact = { kind: 'missing', at: sampleExchange('{}', { operation: 'mcp' }), ids: ['1'] }
  const after = of(
    'other words',
    { 'a.same.x': status('products.list'), 'a.kind.x': missing, 'a.place.x': status('products.list') },
    {
      'a.open.x': because.refused,
      'a.named.x': see('pat.create'),
      'a.locked.x': { kind: 'credential', credential: 'dsn', namedBy: 'auth.invalid-dsn.x' },
    },
  )
  const { otherFact, otherCause, exitCode } = compareReports(before, after)
  expect([...otherFact, ...otherCause].map(({ check, reasons }) => [check, reasons])).toEqual([
    ['a.kind.x', ['status at mcp', 'missing at mcp']],
    ['a.place.x', ['status at mcp', 'status at products.list']],
    ['a.named.x', ['requirement ["pat.list"]', 'requirement ["pat.create"]']],
    ['a.open.x', ['data', 'refused']],
  ])
  expect(exitCode).toBe(0)
})

it('reads reports of other versions of the kit, and says how the two runs differ', () => {
  const other = parseReport(
    '{"kit": {"version": "9.0.0", "digest": "sha256:0"}, "profile": "legacy", "target": {"baseUrl": "https://other.example"}, "results": [{"check": "a.b.c", "verdict": "postponed", "more": 1}], "news": {}}',
    'other',
  )
  const comparison = compareReports(report({ 'a.b.c': 'fail' }), other)
  expect(comparison.changed).toMatchObject([{ check: 'a.b.c' }])
  expect(comparison.remarks).toEqual([
    'The targets differ: https://target.example and https://other.example.',
    'The profiles differ: full and legacy.',
    'The versions of the kit differ: 0.1.0 and 9.0.0.',
    'The catalogues of requirements differ: what was added or removed may be due to the kit.',
    'This version of the kit does not know the verdict postponed.',
  ])
  expect(parseReport('{"results": []}', 'bare').results).toEqual([])
})

it.each([
  ['{', /a\.json is not JSON/],
  ['[]', /a\.json: expected a JSON report with results; got \[\]/],
  ['{"results": [{"check": "a"}]}', /a\.json: results\[0\]: expected a check and its verdict/],
])('refuses %s', (source, message) => {
  expect(() => parseReport(source, 'a.json')).toThrow(message)
})
