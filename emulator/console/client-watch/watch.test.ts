import { expect, it } from 'vitest'
import { byUrgency, type ClientWatch, findingsOf, hasReason, inShort, type WatchVerdict, wordOf } from './watch.ts'

const summary = {
  counts: {
    pass: 12,
    fail: 1,
    advice: 0,
    notApplicable: 0,
    blocked: 0,
    insufficientEvidence: 0,
    observed: 3,
    error: 0,
  },
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
  expect(inShort({ ...summary, counts: { ...summary.counts, fail: 0, pass: 0 } })).toEqual([])
})

it('puts the most urgent first, and tells what was never done from what could not be decided', () => {
  const results = [
    { verdict: 'insufficientEvidence', sprung: false, message: 'The client never did this.' },
    { verdict: 'notApplicable', sprung: true, message: 'The client has no such thing.' },
    { verdict: 'pass', sprung: true, message: '' },
    { verdict: 'insufficientEvidence', sprung: true, message: 'Requests are missing.' },
    { verdict: 'fail', sprung: true, message: 'expected a; got b' },
  ] as unknown as readonly WatchVerdict[]
  expect(byUrgency(results).map((row) => [wordOf(row.verdict), hasReason(row)])).toEqual([
    ['failed', true],
    ['not decided', true],
    ['kept', false],
    ['not applicable', true],
    ['never done', false],
  ])
})
