import { expect, it } from 'vitest'
import { sampleCheck, sampleResult } from '../../testing/conformance/sample-result.ts'
import type { Claim } from '../catalogue/profiles.ts'
import { requirements } from '../catalogue/requirements.ts'
import type { CheckResult } from '../judge/result.ts'
import { applyBaseline } from './baseline.ts'
import { summarize, type SummaryOptions } from './summary.ts'

const pass = sampleCheck('filters.exact.value', 'pass')
const failure = sampleCheck('filters.and.intersection', 'fail', 'expected a; got b')
const blocked = sampleCheck('filters.paged.pages', 'blocked', 'it did not pass', [], {
  cause: { kind: 'check', check: 'filters.and.intersection' },
})
const unclear = sampleCheck('cursors.limit.size', 'insufficientEvidence', 'too few records')

function exitCode(results: readonly CheckResult[], options: SummaryOptions = {}): number {
  return summarize(sampleResult(results), options).exitCode
}

function known(results: readonly CheckResult[], ...checks: readonly string[]): SummaryOptions {
  return {
    baseline: applyBaseline(sampleResult(results), {
      version: 1,
      entries: checks.map((check) => ({ requirement: check.split('.').slice(0, 2).join('.'), check })),
    }),
  }
}

it('exits with 0 only if something was decided and nothing failed or is open', () => {
  expect(exitCode([pass])).toBe(0)
  expect(
    exitCode([pass, sampleCheck('auth.dsn.works', 'notApplicable'), sampleCheck('link.identifier.seen', 'observed')]),
  ).toBe(0)
  expect(exitCode([pass, failure, unclear])).toBe(1)
  for (const verdict of ['blocked', 'insufficientEvidence', 'error'] as const)
    expect(exitCode([pass, sampleCheck('ids.order.x', verdict)])).toBe(4)
})

it('exits with 4 if no check was decided, even if undecided checks are allowed', () => {
  expect(exitCode([])).toBe(4)
  expect(exitCode([sampleCheck('auth.dsn.works', 'notApplicable')], { allowUndecided: true })).toBe(4)
  expect(exitCode([unclear], { allowUndecided: true })).toBe(4)
})

it('allows undecided checks, but never a failure, given allowUndecided', () => {
  expect(exitCode([pass, unclear, blocked], { allowUndecided: true })).toBe(0)
  expect(exitCode([pass, failure, unclear], { allowUndecided: true })).toBe(1)
})

it('does not count a known failure or what it blocks', () => {
  const results = [pass, failure, blocked]
  expect(exitCode(results, known(results, failure.check))).toBe(0)
  expect(exitCode([...results, unclear], known(results, failure.check))).toBe(4)
  expect(exitCode([...results, sampleCheck('ids.order.x', 'fail')], known(results, failure.check))).toBe(1)
})

it('counts a stale entry as a failure', () => {
  expect(exitCode([pass], known([pass], pass.check))).toBe(1)
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
  expect(conformant({})).toBe(null)
  expect(conformant({}, pass, dsn('fail'))).toBe(false)
  expect(conformant({ profile: 'versioned' }, pass)).toBe(true)
  expect(conformant({ profile: 'versioned' }, pass, dsn('fail'))).toBe(true)
  expect(conformant({ without: ['dsn'] }, pass, dsn('notApplicable'))).toBe(true)
  expect(conformant({ profile: 'services' }, pass, dsn('pass'))).toBe(null)
})

it('changes the exit code by no profile', () => {
  const legacy = { claim: { profile: 'legacy', without: [] } } as const
  expect(summarize(sampleResult([pass, failure], legacy))).toMatchObject({ conformant: null, exitCode: 1 })
  expect(summarize(sampleResult([pass, unclear], legacy))).toMatchObject({ conformant: null, exitCode: 4 })
})

it('counts each requirement once, and as not decided if a check is open', () => {
  const { requirements: counted, counts } = summarize(
    sampleResult([
      pass,
      sampleCheck('filters.exact.case', 'insufficientEvidence'),
      failure,
      sampleCheck('filters.and.twice', 'pass'),
      sampleCheck('ids.order.a', 'pass'),
      sampleCheck('ids.order.b', 'notApplicable'),
      sampleCheck('link.identifier.seen', 'observed'),
    ]),
  )
  expect(counted).toEqual({
    stated: requirements.filter((requirement) => requirement.kind === 'stated' && !('excluded' in requirement)).length,
    decided: 2,
  })
  expect(counts).toEqual({
    pass: 3,
    fail: 1,
    notApplicable: 1,
    blocked: 0,
    insufficientEvidence: 1,
    observed: 1,
    error: 0,
  })
})

it('scores by clause in the order of the specification, only for what is stated', () => {
  const { clauses } = summarize(
    sampleResult([
      sampleCheck('link.next.follows', 'pass'),
      sampleCheck('link.identifier.seen', 'observed'),
      sampleCheck('pat.list.own', 'fail'),
      sampleCheck('pat.create.works', 'pass'),
      unclear,
    ]),
  )
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
    ['4.6', 0, 0, 1, 0],
    ['4.10', 1, 0, 0, 0],
  ])
})

it('calls nothing conformant after a quick run, and holds no passed check against a baseline', () => {
  const all = requirements
    .filter(({ kind, excluded }) => kind === 'stated' && excluded === undefined)
    .map(({ id }) => ({ ...sampleCheck(`${id}.any`, 'pass'), requirement: id }))
  const quick = (results: readonly CheckResult[]) => sampleResult(results, { quick: true })
  expect(summarize(sampleResult(all)).conformant).toBe(true)
  expect(summarize(quick(all))).toMatchObject({ quick: true, conformant: null, exitCode: 0 })
  expect(summarize(quick([pass, failure]))).toMatchObject({ conformant: null, exitCode: 1 })
  const entry = { requirement: pass.requirement, check: pass.check }
  expect(applyBaseline(quick([pass]), { version: 1, entries: [entry] }).stale).toEqual([])
  expect(applyBaseline(sampleResult([pass]), { version: 1, entries: [entry] }).stale).toEqual([entry])
})
