import { expect, it } from 'vitest'
import { sampleCheck, sampleResult } from '../../testing/conformance/sample-result.ts'
import type { Claim } from '../catalogue/profiles.ts'
import { requirements } from '../catalogue/requirements.ts'
import type { CheckResult } from '../judge/result.ts'
import { summarize } from './summary.ts'

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
