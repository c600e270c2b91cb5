import { expect, it } from 'vitest'
import { sampleCheck, sampleResult } from '../../testing/conformance/sample-result.ts'
import { applyBaseline, type Baseline, baselineText, parseBaseline, updateBaseline } from './baseline.ts'

const baseline: Baseline = {
  version: 1,
  entries: [
    { requirement: 'filters.and', check: 'filters.and.intersection', reason: 'ticket 7' },
    { requirement: 'ids.order', check: 'ids.order.pages' },
    { requirement: 'auth.dsn', check: 'auth.dsn.works' },
    { requirement: 'pat.list', check: 'pat.list.own' },
  ],
}

const result = sampleResult([
  sampleCheck('filters.and.intersection', 'fail'),
  sampleCheck('filters.exact.value', 'fail'),
  sampleCheck('ids.order.pages', 'pass'),
  sampleCheck('auth.dsn.works', 'blocked'),
])

it('tells known failures, new ones and stale entries apart', () => {
  expect(applyBaseline(result, baseline)).toEqual({
    known: [baseline.entries[0]],
    new: [{ requirement: 'filters.exact', check: 'filters.exact.value' }],
    stale: [baseline.entries[1]],
  })
})

it.each(['blocked', 'insufficientEvidence', 'notApplicable', 'error'] as const)(
  'does not hold an entry for stale given the verdict %s',
  (verdict) => {
    expect(applyBaseline(sampleResult([sampleCheck('ids.order.pages', verdict)]), baseline).stale).toEqual([])
  },
)

it('counts an entry as stale that names no check of the kit, but not one that was left out of the run', () => {
  const checks = ['filters.and.intersection', 'ids.order.pages', 'auth.dsn.works']
  expect(applyBaseline(sampleResult([]), baseline, checks).stale).toEqual([baseline.entries[3]])
})

it('updates: keeps failures with their reasons, adds new ones, removes stale entries, and keeps undecided ones', () => {
  const updated = updateBaseline(result, baseline)
  expect(updated.entries).toEqual([
    baseline.entries[2],
    baseline.entries[0],
    { requirement: 'filters.exact', check: 'filters.exact.value' },
    baseline.entries[3],
  ])
  const { new: fresh, stale } = applyBaseline(result, updated)
  expect([fresh, stale]).toEqual([[], []])
  expect(updateBaseline(result, updated)).toEqual(updated)
})

it('reads what it writes, even an empty baseline', () => {
  for (const written of [baseline, { version: 1, entries: [] } as const])
    expect(parseBaseline(baselineText(written))).toEqual(written)
})

it.each([
  ['{', /known\.json is not JSON/],
  ['[]', /known\.json: expected \{"version": 1, "entries": \[…\]\}; got \[\]/],
  ['null', /expected \{"version": 1/],
  ['{"version": 2, "entries": []}', /expected version 1; got 2/],
  ['{"entries": []}', /expected version 1; got none/],
  ['{"version": 1, "entries": ["a"]}', /entries\[0\]: expected an object with requirement and check; got "a"/],
  ['{"version": 1, "entries": [{"check": "a"}]}', /entries\[0\] has no requirement/],
  [
    '{"version": 1, "entries": [{"check": "a", "requirement": 1}]}',
    /entries\[0\]\.requirement: expected a text; got 1/,
  ],
  [
    '{"version": 1, "entries": [{"check": "a", "requirement": "b", "resaon": "c"}]}',
    /unknown member "resaon"; known: requirement, check, reason/,
  ],
])('refuses %s', (source, message) => {
  expect(() => parseBaseline(source, 'known.json')).toThrow(message)
})
