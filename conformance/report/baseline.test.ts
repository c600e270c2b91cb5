import { expect, it } from 'vitest'
import { matchOperation } from '../catalogue/operation-paths.ts'
import { see } from '../conclusions/cause.ts'
import { sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import { applyBaseline, type Baseline, baselineText, parseBaseline, updateBaseline } from './baseline.ts'
import { summarize, verdictLine } from './summary.ts'

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

it('tells known failures, new ones and stale entries apart, and counts stale ones as failures', () => {
  expect(applyBaseline(result, baseline)).toEqual({
    known: [baseline.entries[0]],
    new: [{ requirement: 'filters.exact', check: 'filters.exact.value' }],
    flaky: [],
    stale: [baseline.entries[1]],
  })
  const passed = sampleResult([sampleCheck('ids.order.pages', 'pass')])
  expect(summarize(passed, { baseline: applyBaseline(passed, baseline) }).exitCode).toBe(1)
  // A check of no kit is stale, unlike one that was left out of the run or that a quick run did not ask in full.
  const checks = ['filters.and.intersection', 'ids.order.pages', 'auth.dsn.works']
  expect(applyBaseline(sampleResult([]), baseline, checks).stale).toEqual([baseline.entries[3]])
  expect(applyBaseline({ ...passed, quick: true }, baseline).stale).toEqual([])
})

it.each(['fail', 'pass', 'blocked'] as const)('ignores a flaky entry given %s, and reports it', (verdict) => {
  const entry = { requirement: 'ids.order', check: 'ids.order.pages', flaky: true }
  const flaky = parseBaseline(baselineText({ version: 1, entries: [entry] }))
  const run = sampleResult([sampleCheck('ids.order.pages', verdict), sampleCheck('filters.exact.value', 'pass')])
  const outcome = applyBaseline(run, flaky)
  expect([outcome.known, outcome.flaky, outcome.stale]).toEqual([
    verdict === 'fail' ? [entry] : [],
    verdict === 'pass' ? [entry] : [],
    [],
  ])
  const summary = summarize(run, { baseline: outcome })
  expect(summary.exitCode).toBe(verdict === 'blocked' ? 4 : 0)
  expect(verdictLine(summary).rest).toMatch(
    { fail: /1 failed and 0 passed/, pass: /0 failed and 1 passed/, blocked: /0 stale entries(?!; of)/ }[verdict],
  )
  expect(updateBaseline(run, flaky)).toEqual(flaky)
})

it('updates: keeps failures with their reasons, adds new ones, removes stale entries, and keeps undecided ones', () => {
  const updated = updateBaseline(result, baseline)
  expect(updated.entries).toEqual([
    baseline.entries[2],
    baseline.entries[0],
    { requirement: 'filters.exact', check: 'filters.exact.value' },
    baseline.entries[3],
  ])
  expect(updateBaseline(result, updated)).toEqual(updated)
  for (const written of [updated, { version: 1, entries: [] } as const])
    expect(parseBaseline(baselineText(written))).toEqual(written)
})

it.each([
  ['{', /known\.json is not JSON/],
  ['[]', /known\.json: expected \{"version": 1, "entries": \[…\]\}; got \[\]/],
  ['{"version": 2, "entries": []}', /expected version 1; got 2/],
  ['{"version": 1, "entries": ["a"]}', /entries\[0\]: expected an object with requirement and check; got "a"/],
  ['{"version": 1, "entries": [{"check": "a"}]}', /entries\[0\] has no requirement/],
  [
    '{"version": 1, "entries": [{"check": "a", "requirement": "b", "resaon": "c"}]}',
    /unknown member "resaon"; known: requirement, check, reason, flaky/,
  ],
  [
    '{"version": 1, "entries": [{"check": "a", "requirement": "b", "flaky": "yes"}]}',
    /flaky: expected true or false; got "yes"/,
  ],
])('refuses %s', (source, message) => {
  expect(() => parseBaseline(source, 'known.json')).toThrow(message)
})

const names = { version: '1.13', accessTokens: '/access-tokens', mcp: '/mcp' }
const evidenceAtPath = (path: string) => [
  sampleExchange('{}', { url: `https://target.example${path}`, operation: matchOperation('GET', path, names) }),
]
const events = '/0/issues/2rHt2Okh4RUnlKcuUyeAJjTsJzX/events/'
const failure = sampleCheck(
  'link.next.continues',
  'fail',
  'expected a; got b',
  evidenceAtPath(`${events}?cursor=0:1:0`),
)
const consequences = [
  sampleCheck('link.complete.once', 'blocked', '', [], { cause: { kind: 'check', check: 'link.next.continues' } }),
  sampleCheck('versions.side-by-side.both', 'insufficientEvidence', '', [], { cause: see('pat.list', 'link.next') }),
  // These checks build on one of them.
  sampleCheck('link.previous.back', 'blocked', '', [], { cause: { kind: 'check', check: 'link.complete.once' } }),
  sampleCheck('link.results.empty-page', 'insufficientEvidence', '', [], { via: ['link.previous.back'] }),
  // These sent a request to the place that failed, or are undecided because of what another check sent there.
  sampleCheck(
    'link.cursor.format',
    'blocked',
    'no cursor',
    evidenceAtPath('/0/issues/2rHt2Okh4RUnlKcuUyeAJjTsJzW/events/'),
  ),
  sampleCheck('link.offset.first', 'blocked', 'locked out', evidenceAtPath('/0/'), {
    at: [...evidenceAtPath(events), ...evidenceAtPath('/1.13/environments')],
  }),
]
const others = [
  sampleCheck('cursors.limit.size', 'insufficientEvidence', 'too few records', evidenceAtPath('/1.13/environments')),
  sampleCheck('pat.list.own', 'blocked', '', [], { cause: { kind: 'check', check: 'pat.create.works' } }),
  sampleCheck('http.json.answers', 'error', '', evidenceAtPath(events), {
    cause: { kind: 'check', check: failure.check },
  }),
  sampleCheck('ids.order.x', 'insufficientEvidence', 'give --max-wait'),
]

it('excuses what a known failure leaves undecided, and nothing else', () => {
  const exitCode = (...results: readonly (typeof failure)[]) => {
    const run = sampleResult([sampleCheck('pat.create.works', 'pass'), failure, ...results])
    const entries = [{ requirement: failure.requirement, check: failure.check }]
    return summarize(run, { baseline: applyBaseline(run, { version: 1, entries }) }).exitCode
  }
  expect(exitCode(...consequences.toReversed())).toBe(0)
  for (const other of others) expect([other.check, exitCode(...consequences, other)]).toEqual([other.check, 4])
  expect(exitCode(sampleCheck('ids.order.x', 'fail'))).toBe(1)
})
