import { expect, it } from 'vitest'
import { type ClientWatch, findingsOf, inShort, withTraps, type WatchVerdict } from './watch.ts'

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
  expect(inShort(summary)).toBe('1 failed, 12 kept')
  expect(inShort({ ...summary, counts: {} })).toBe('nothing judged yet')
})

it('tells a trap that was not sprung from what could not be decided', () => {
  const result = { verdict: 'insufficientEvidence', sprung: false } as WatchVerdict
  expect(withTraps([result, { ...result, sprung: true }]).map(({ verdict }) => verdict)).toEqual([
    'notSprung',
    'insufficientEvidence',
  ])
})
