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

it('has the same exit code for every profile, and calls nothing conformant after a quick run', () => {
  const legacy = { claim: { profile: 'legacy', without: [] } } as const
  expect(summarize(sampleResult([pass, failure], legacy))).toMatchObject({ conformant: null, exitCode: 1 })
  const all = requirements
    .filter(({ kind, excluded }) => kind === 'stated' && excluded === undefined)
    .map(({ id }) => ({ ...sampleCheck(`${id}.any`, 'pass'), requirement: id }))
  expect(summarize(sampleResult(all)).conformant).toBe(true)
  expect(summarize(sampleResult(all, { quick: true }))).toMatchObject({ conformant: null, exitCode: 0 })
})

it('counts each requirement once, and scores stated requirements by clause in the order of the specification', () => {
  const { requirements: counted, clauses } = summarize(
    sampleResult([
      sampleCheck('link.next.follows', 'pass'),
      sampleCheck('link.next.twice', 'pass'),
      observed,
      sampleCheck('pat.list.own', 'fail'),
      sampleCheck('pat.create.works', 'pass'),
      sampleCheck('pat.create.other', 'notApplicable'),
      sampleCheck('filters.exact.case', 'insufficientEvidence'),
      pass,
    ]),
  )
  expect(counted.decided).toBe(3)
  expect(
    clauses.map(({ clause, passed, failed, undecided, notLookedAt }) => [
      clause,
      passed,
      failed,
      undecided,
      notLookedAt,
    ]),
  ).toEqual([
    ['4.2', 1, 1, 0, 0],
    ['4.5', 0, 0, 1, 0],
    ['4.10', 1, 0, 0, 0],
  ])
})
