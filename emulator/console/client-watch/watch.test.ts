import { expect, it } from 'vitest'
import { type ClientWatch, byUrgency, findingsOf, inShort, type WatchVerdict, wordOf } from './watch.ts'

const summary = {
  counts: { fail: 1, pass: 12, advice: 0, observed: 3 },
  conformant: false,
  requirements: { stated: 30, decided: 10 },
  clauses: [],
}
const watch: ClientWatch = {
  state: 'watching',
  client: 'client',
  world: 'default',
  requests: 1,
  revision: 1,
  why: null,
  results: [],
  summary,
  coverage: { percent: 0, groups: [] },
}

it('keeps what was found where a later answer leaves it out', () => {
  const before = findingsOf(watch, undefined)
  expect(before).toMatchObject({ results: [] })
  expect(findingsOf({ ...watch, results: null, summary: null, coverage: null }, before)).toBe(before)
})

it('says in short what was found', () => {
  expect(inShort(summary)).toEqual([
    ['fail', 1],
    ['pass', 12],
  ])
  expect(inShort({ ...summary, counts: {} })).toEqual([])
})

it('puts the most urgent first, and tells what was never done from what could not be decided', () => {
  const results = [
    { verdict: 'insufficientEvidence', sprung: false },
    { verdict: 'pass', sprung: true },
    { verdict: 'insufficientEvidence', sprung: true },
    { verdict: 'fail', sprung: true },
  ] as unknown as readonly WatchVerdict[]
  expect(byUrgency(results).map(({ verdict }) => wordOf(verdict))).toEqual([
    'failed',
    'not decided',
    'kept',
    'never done',
  ])
})
