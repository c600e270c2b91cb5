import { expect, it } from 'vitest'
import { sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import type { OperationId } from '../catalogue/operations.ts'
import { because, type Cause, see } from '../conclusions/cause.ts'
import type { Verdict } from '../conclusions/conclusion.ts'
import type { Fact } from '../conclusions/fact.ts'
import { type ComparedReport, compareReports, comparisonText, parseReport } from './compare.ts'
import { writeReport } from './reports.ts'

function report(verdicts: Readonly<Record<string, Verdict>>): ComparedReport {
  return parseReport(
    writeReport(
      'json',
      sampleResult(
        Object.entries(verdicts).map(([check, verdict]) => sampleCheck(check, verdict, `message of ${check}`)),
      ),
    ),
    'a report',
  )
}

const checks = (changes: readonly { readonly check: string }[]) => changes.map(({ check }) => check)

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
  const comparison = compareReports(before, after)
  expect({
    ...comparison,
    fixed: checks(comparison.fixed),
    broken: checks(comparison.broken),
    judged: checks(comparison.judged),
    changed: checks(comparison.changed),
    added: checks(comparison.added),
    removed: checks(comparison.removed),
  }).toEqual({
    fixed: ['a.fixed.x'],
    broken: ['a.broken.x'],
    judged: ['a.shown.x'],
    changed: ['a.changed.x'],
    otherFact: [],
    otherCause: [],
    added: ['a.added.x'],
    removed: ['a.removed.x'],
    remarks: [],
    exitCode: 1,
  })
  const text = comparisonText(comparison)
  expect(text).toContain('a.broken.x (4.5): pass -> fail\n      message of a.broken.x')
  expect(text).toContain('Judged for the first time: 1\n  a.shown.x (4.5): notApplicable -> fail')
  expect(text).toMatch(/Something got worse\.\n$/)
})

it.each([
  ['pass', 'pass', 0],
  ['fail', 'fail', 0],
  ['fail', 'pass', 0],
  ['blocked', 'pass', 0],
  ['fail', 'blocked', 0],
  ['notApplicable', 'insufficientEvidence', 0],
  ['pass', 'fail', 1],
  ['pass', 'blocked', 1],
  ['pass', 'insufficientEvidence', 1],
  ['pass', 'error', 1],
  ['pass', 'notApplicable', 1],
  ['blocked', 'fail', 1],
] as const)('exits given %s then %s with %i', (before, after, exitCode) => {
  expect(compareReports(report({ 'a.b.c': before }), report({ 'a.b.c': after })).exitCode).toBe(exitCode)
})

it('tells what fails by another fact or elsewhere, and what is open for another cause', () => {
  const at = (operation: OperationId) => sampleExchange('{}', { operation })
  const status = (operation: OperationId, url?: string): Fact => ({
    kind: 'status',
    at: sampleExchange('{}', { operation, ...(url === undefined ? {} : { url }) }),
    wanted: 400,
  })
  const of = (facts: Readonly<Record<string, Fact>>, causes: Readonly<Record<string, Cause>>, words: string) =>
    parseReport(
      writeReport(
        'json',
        sampleResult([
          ...Object.entries(facts).map(([check, fact]) =>
            sampleCheck(check, 'fail', `expected a; got ${words}`, [], { fact }),
          ),
          ...Object.entries(causes).map(([check, cause]) => sampleCheck(check, 'blocked', words, [], { cause })),
        ]),
      ),
      'a report',
    )
  const before = of(
    {
      'a.same.x': status('products.list', 'https://a.example/1'),
      'a.kind.x': status('mcp'),
      'a.place.x': status('mcp'),
    },
    { 'a.open.x': because.data, 'a.named.x': see('pat.list'), 'a.locked.x': { kind: 'credential', credential: 'dsn' } },
    'some words',
  )
  const after = of(
    {
      'a.same.x': status('products.list', 'https://a.example/2'),
      'a.kind.x': { kind: 'missing', at: at('mcp'), ids: ['1'] },
      'a.place.x': status('products.list'),
    },
    {
      'a.open.x': because.refused,
      'a.named.x': see('pat.create'),
      'a.locked.x': { kind: 'credential', credential: 'dsn', namedBy: 'auth.invalid-dsn.x' },
    },
    'other words',
  )
  const comparison = compareReports(before, after)
  expect(comparison.otherFact.map(({ check, reasons }) => [check, reasons])).toEqual([
    ['a.kind.x', ['status at mcp', 'missing at mcp']],
    ['a.place.x', ['status at mcp', 'status at products.list']],
  ])
  expect(comparison.otherCause.map(({ check, reasons }) => [check, reasons])).toEqual([
    ['a.named.x', ['requirement ["pat.list"]', 'requirement ["pat.create"]']],
    ['a.open.x', ['data', 'refused']],
  ])
  expect(comparison.exitCode).toBe(0)
  expect(comparisonText(comparison)).toContain('Open for another cause: 2\n')
  expect(comparisonText(comparison)).toContain(
    'Fails otherwise: 2\n  a.kind.x (4.5): fail -> fail (status at mcp -> missing at mcp)\n      expected a; got other words',
  )
})

it('says that nothing changed given the same report twice', () => {
  const same = report({ 'a.b.c': 'pass' })
  expect(comparisonText(compareReports(same, same))).toBe('No verdict changed.\n')
})

it('reads reports of other versions of the kit, and says how the two runs differ', () => {
  const other = parseReport(
    '{"kit": {"version": "9.0.0", "digest": "sha256:0"}, "target": {"baseUrl": "https://other.example"}, "results": [{"check": "a.b.c", "verdict": "postponed", "more": 1}], "news": {}}',
    'other',
  )
  const comparison = compareReports(report({ 'a.b.c': 'fail' }), other)
  expect(checks(comparison.changed)).toEqual(['a.b.c'])
  expect(comparison.remarks).toEqual([
    'The targets differ: https://target.example and https://other.example.',
    'The versions of the kit differ: 0.1.0 and 9.0.0.',
    'The catalogues of requirements differ: what was added or removed may be due to the kit.',
    'This version of the kit does not know the verdict postponed.',
  ])
  expect(parseReport('{"results": []}', 'bare').results).toEqual([])
  const claiming = (profile: string) => parseReport(`{"profile": "${profile}", "results": []}`, profile)
  expect(compareReports(claiming('full'), claiming('legacy')).remarks).toEqual([
    'The profiles differ: full and legacy.',
  ])
})

it.each([
  ['{', /a\.json is not JSON/],
  ['[]', /a\.json: expected a JSON report with results; got \[\]/],
  ['{"results": [{"check": "a"}]}', /a\.json: results\[0\]: expected a check and its verdict/],
])('refuses %s', (source, message) => {
  expect(() => parseReport(source, 'a.json')).toThrow(message)
})
