import { expect, it } from 'vitest'
import { byClause } from '../by-clause.ts'
import { byCause, type ConformanceRun, withLater } from './run.ts'

const verdict = (check: string, clause: string, message = '') => ({
  check,
  requirement: check,
  clause,
  verdict: 'pass' as const,
  message,
})
const run = (state: ConformanceRun['state'], results: ConformanceRun['results']): ConformanceRun => ({
  state,
  target: 'http://a.test',
  isEmulator: false,
  isPart: false,
  declared: [],
  done: results.length,
  total: 3,
  running: [],
  secondsLeft: null,
  results,
  requests: null,
  summary: null,
  leftovers: [],
  fault: null,
})

it('adds the verdicts that came later, and takes the whole list at the end', () => {
  const first = run('running', [verdict('a', '4.10')])
  const second = withLater(first, run('running', [verdict('b', '4.2')]))
  expect(second.results.map(({ check }) => check)).toEqual(['a', 'b'])
  const whole = [verdict('a', '4.10', 'fine'), verdict('b', '4.2', 'fine')]
  expect(withLater(second, run('ended', whole)).results).toEqual(whole)
})

it('groups verdicts by clause in the order of the specification', () => {
  const results = [verdict('a', '4.10'), verdict('b', '4.2'), verdict('c', '10'), verdict('d', '4')]
  expect(byClause(results).map(([clause]) => clause)).toEqual(['4', '4.2', '4.10', '10'])
})

it('tells one cause once, with the checks that it keeps open, also while a run goes on', () => {
  const results = [
    { ...verdict('a', '4'), cause: { kind: 'data' } },
    { ...verdict('b', '4'), cause: { kind: 'check', check: 'a' } },
    { ...verdict('c', '5'), cause: { kind: 'check', check: 'a' } },
    { ...verdict('d', '5'), fact: { kind: 'status' } },
  ]
  expect(byCause(results).map(([cause, open]) => [cause, open.map(({ check }) => check)])).toEqual([
    ['another check did not pass: a', ['b', 'c']],
    ['the data cannot show it', ['a']],
  ])
})
