import { phrase } from '../../conclusions/phrase.ts'
import { messageOf } from '../../wording/text.ts'
import { wrongReport } from '../tasks/wrong-report.ts'
import { expect, it } from 'vitest'
import { madeDialect, type MadeRequest, madeRun, madeToken } from '../../../testing/clients/made-run.ts'
import type { OutcomeRun } from '../tasks/outcome.ts'
import type { ClientTask } from '../tasks/task.ts'
import type { ClientResult } from './client-result.ts'
import type { JudgedPair } from './conclude-report.ts'
import { judgeRequests, judgeRun } from './judge-run.ts'
import { Redaction } from './redaction.ts'

const environments: MadeRequest = { line: 'GET /1.13/environments', authorization: 'Bearer given-token-1' }

/** Judges a wrong value with the cause of another run. */
function blockedMessage(run: Partial<OutcomeRun>, cause: Partial<ClientResult>): string {
  const task: ClientTask = {
    name: 'get-token',
    inputs: [],
    judge: () => wrongReport(phrase`a`, phrase`b`, { kind: 'value', fault: 'differs' }),
  }
  const pair: JudgedPair = {
    run: { ...madeRun([]), reported: { kind: 'value', value: {} }, inputName: 'one', ...run } as OutcomeRun,
    task,
    choice: { name: 'one', tests: 'client.token-request', of: () => ({}) },
    scenario: undefined,
    cause: { check: 'client.bearer', verdict: 'fail', inputName: 'one', scenario: null, ...cause } as ClientResult,
  }
  const result = judgeRun(pair).at(-1)!
  expect(result.suspected?.fact).toEqual({ kind: 'value', fault: 'differs' })
  return messageOf(result)
}

it('names the run in which the cause of a wrong value was found', () => {
  const [follows, failure] = ['It follows from client.bearer', 'expected a; got b']
  expect(blockedMessage({}, {})).toBe(`${follows}: ${failure}`)
  expect(blockedMessage({}, { inputName: 'first' })).toBe(`${follows} with the input first: ${failure}`)
  expect(blockedMessage({}, { scenario: 'short-pages' })).toBe(`${follows} in the scenario short-pages: ${failure}`)
  expect(blockedMessage({ scenario: 'short-pages' }, { scenario: 'short-pages' })).toBe(`${follows}: ${failure}`)
})

it('decides nothing by what was kept in a journal that was cut', () => {
  const verdictsOf = (cut: boolean) =>
    judgeRequests(madeRun([environments], { task: 'list-environments', cut }))
      .filter(({ check }) => check === 'client.bearer')
      .map(({ verdict }) => verdict)
  expect(verdictsOf(false)).toEqual(['pass'])
  expect(verdictsOf(true)).toEqual(['insufficientEvidence'])
})

it('shows the requests of what was found alone', () => {
  const { requests } = madeRun([environments]).transcript
  const evidenceOf = (verdict: ClientResult['verdict']) =>
    new Redaction().show({ verdict, input: null, evidence: requests } as unknown as ClientResult).evidence
  expect(evidenceOf('fail')).toHaveLength(1)
  expect(evidenceOf('blocked')).toEqual([])
})

it('shows the requests of a failure that was left open, and where they are', () => {
  const { requests } = madeRun([environments, environments]).transcript
  const fact = { kind: 'header', at: requests[1]!, name: 'accept' } as const
  const suspected = { expected: phrase`a`, got: phrase`b`, fact }
  const result = { verdict: 'blocked', input: null, evidence: requests, remark: phrase`It may still come`, suspected }
  const redacted = new Redaction().show(result as unknown as ClientResult)
  expect(redacted.evidence).toHaveLength(1)
  expect(redacted.suspected?.fact).toEqual({ ...fact, at: 0 })
  expect(redacted.message).toBe('It may still come: expected a; got b')
})

it('does not count for a client what it may leave out', () => {
  const dialect = { ...madeDialect, issuesRefreshToken: false }
  const results = judgeRequests(madeRun([madeToken()], { task: 'list-environments', dialect }))
  expect(results.find(({ check }) => check === 'client.refresh-request')?.verdict).toBe('notApplicable')
})
