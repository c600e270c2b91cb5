import { expect, it } from 'vitest'
import { sampleCheck, sampleResult } from '../../testing/conformance/sample-result.ts'
import type { Verdict } from '../conclusions/conclusion.ts'
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
    changed: checks(comparison.changed),
    added: checks(comparison.added),
    removed: checks(comparison.removed),
  }).toEqual({
    fixed: ['a.fixed.x'],
    broken: ['a.broken.x', 'a.shown.x'],
    changed: ['a.changed.x'],
    added: ['a.added.x'],
    removed: ['a.removed.x'],
    remarks: [],
    exitCode: 1,
  })
  const text = comparisonText(comparison)
  expect(text).toContain('a.broken.x (4.5): pass -> fail\n      message of a.broken.x')
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

it('says that nothing changed given the same report twice', () => {
  const same = report({ 'a.b.c': 'pass' })
  expect(comparisonText(compareReports(same, same))).toBe('No verdict changed.\n')
})

it('reads reports of other versions of the kit, and says how the two runs differ', () => {
  const other = parseReport(
    '{"kit": {"version": "9.0.0", "digest": "sha256:0"}, "target": {"baseUrl": "https://other.example"}, "results": ' +
      '[{"check": "a.b.c", "verdict": "postponed", "more": 1}], "news": {}}',
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
