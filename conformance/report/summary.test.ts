import { expect, it } from 'vitest'
import { sampleCheck, sampleResult } from '../../testing/conformance/sample-result.ts'
import type { Claim } from '../catalogue/profiles.ts'
import { requirements } from '../catalogue/requirements.ts'
import type { CheckResult } from '../judge/result.ts'
import type { RunResult } from '../judge/result.ts'
import { type ClauseScore, clausesText, type Score } from './outcomes.ts'
import { drawBadge } from './badge.ts'
import { summarize, verdictLine } from './summary.ts'

const pass = sampleCheck('filters.exact.value', 'pass')
const failure = sampleCheck('filters.and.intersection', 'fail', 'expected a; got b')
const unclear = sampleCheck('cursors.limit.size', 'insufficientEvidence', 'too few records')
const undeclared = sampleCheck('auth.dsn.works', 'notApplicable')
const observed = sampleCheck('link.identifier.seen', 'observed')

it.each<[code: number, allowed: number, readonly CheckResult[]]>([
  [0, 0, [pass]],
  [0, 0, [pass, undeclared, observed]],
  [1, 1, [pass, failure, unclear]],
  [4, 0, [pass, unclear]],
  [4, 0, [pass, sampleCheck('ids.order.x', 'blocked')]],
  [4, 0, [pass, sampleCheck('ids.order.x', 'error')]],
  // A run that decided nothing is never green.
  [4, 4, []],
  [4, 4, [undeclared]],
  [4, 4, [unclear]],
])('exits with %i, and with %i where undecided checks are allowed, given %#', (code, allowed, results) => {
  const exitCodes = [false, true].map((allowUndecided) => summarize(sampleResult(results), { allowUndecided }).exitCode)
  expect(exitCodes).toEqual([code, allowed])
})

const cutShort = (kind: 'outage' | 'quota') =>
  sampleCheck('ids.order.x', 'insufficientEvidence', 'no answer', [], { cause: { kind } })

it.each<[code: number, head: string, results: readonly CheckResult[], changes: Partial<RunResult>]>([
  [3, 'Aborted: the service stopped answering after 722 requests', [pass, cutShort('outage')], { stoppedAfter: 722 }],
  [0, 'Passed in part: none failed', [pass, cutShort('quota')], {}],
  [1, 'Not conformant: 1 requirement failed', [pass, failure, cutShort('outage')], { stoppedAfter: 722 }],
  [0, 'Passed in part: none failed', [pass, cutShort('outage')], {}],
])('exits with %i for a run that ended as "%s", with --allow-undecided', (code, begin, results, changes) => {
  const summary = summarize(sampleResult(results, changes), { allowUndecided: true })
  const { head, rest } = verdictLine(summary)
  expect(`${head}: ${rest}`).toMatch(new RegExp(`^${begin}`))
  expect(summary.exitCode).toBe(code)
})

it('promises no more than a part where a claim leaves out much', () => {
  const without = ['versioned', 'oauth', 'personalAccessTokens'] as const
  const claim: Claim = { profile: 'full', without }
  const some = requirements.filter(({ id }) => id === 'filters.exact' || id === 'auth.dsn')
  const result = sampleResult([pass, sampleCheck('auth.dsn.works', 'pass')], { claim })
  const summary = summarize(result, { requirements: some })
  expect(verdictLine(summary).head).toBe('Conformant to a part, without versioned, oauth and personalAccessTokens')
  expect(drawBadge(result, summary)).toMatch(/>conformant in part: 1 of \d+</)
  const usual = { ...result, claim: { ...claim, without: ['mcp'] as const } }
  expect(verdictLine(summarize(usual, { requirements: some })).head).toBe('Conformant to full, without mcp')
})

const clause = (number: string, counts: Partial<Score>): ClauseScore => ({
  clause: number,
  title: '',
  passed: 0,
  failed: 0,
  undecided: 0,
  notLookedAt: 0,
  ...counts,
})

it.each([
  ['', [clause('2.1', { passed: 1, notLookedAt: 1 })]],
  ['', [clause('2.1', { passed: 1 }), clause('4.5', { failed: 1 })]],
  ['No clause passed: 4.5 (failed).', [clause('4.5', { passed: 1, failed: 1 })]],
  [
    'Passed: 2.2. Could not be decided: 2.1. Not checked: 4.5 and 4.6.',
    [
      clause('2.1', { passed: 4, undecided: 1 }),
      clause('2.2', { passed: 1 }),
      clause('4.5', { notLookedAt: 1 }),
      clause('4.6', { notLookedAt: 1 }),
    ],
  ],
  [
    'All clauses passed except 4.1 (failed) and 4.2 (could not be decided).',
    [
      ...['2.1', '2.2', '2.3', '3', '5.1', '5.2', '5.3', '5.4'].map((number) => clause(number, { passed: 1 })),
      clause('4.1', { failed: 1 }),
      clause('4.2', { undecided: 1 }),
    ],
  ],
])('counts a clause as passed only if something in it passed: %s', (text, clauses) => {
  expect(clausesText(clauses)).toBe(text)
})

it('is conformant if all that is claimed was decided and passed, not if a part failed, and null otherwise', () => {
  const some = requirements.filter(({ id }) => id === 'filters.exact' || id === 'auth.dsn' || id === 'legacy.page-size')
  const conformant = (claim: Partial<Claim>, ...results: readonly CheckResult[]) =>
    summarize(sampleResult(results, { claim: { profile: 'full', without: [], ...claim } }), { requirements: some })
      .conformant
  const dsn = (verdict: CheckResult['verdict']) => sampleCheck('auth.dsn.works', verdict)
  expect(conformant({}, pass, dsn('pass'))).toBe(true)
  for (const verdict of ['notApplicable', 'blocked', 'insufficientEvidence', 'error'] as const)
    expect(conformant({}, pass, dsn(verdict))).toBe(null)
  expect(conformant({}, pass)).toBe(null)
  expect(conformant({}, pass, dsn('fail'))).toBe(false)
  expect(conformant({ profile: 'versioned' }, pass, dsn('fail'))).toBe(true)
  expect(conformant({ without: ['dsn'] }, pass, dsn('notApplicable'))).toBe(true)
  expect(conformant({ profile: 'services' }, pass, dsn('pass'))).toBe(null)
})
