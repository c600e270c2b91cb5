import { expect, it } from 'vitest'
import { operationAt } from '../catalogue/operation-paths.ts'
import { see } from '../conclusions/cause.ts'
import { sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import { applyBaseline } from './baseline.ts'
import { consequencesOf } from './consequences.ts'
import { summarize } from './summary.ts'

const names = { version: '1.13', accessTokens: '/access-tokens', mcp: '/mcp' }
const at = (path: string) => [
  sampleExchange('{}', { url: `https://target.example${path}`, operation: operationAt('GET', path, names) }),
]

const failure = sampleCheck(
  'link.next.continues',
  'fail',
  'expected a; got b',
  at('/0/issues/2rHt2Okh4RUnlKcuUyeAJjTsJzX/events/?cursor=0:1:0'),
)
const consequences = [
  sampleCheck('link.complete.once', 'blocked', 'it did not pass', [], {
    cause: { kind: 'check', check: 'link.next.continues' },
  }),
  sampleCheck('link.offset.grows', 'blocked', 'no page to compare', [], { cause: see('link.next') }),
  sampleCheck('versions.side-by-side.both', 'insufficientEvidence', 'one does not answer', [], {
    cause: see('pat.list', 'link.next'),
  }),
  // These checks build on one of them.
  sampleCheck('link.previous.leads-back', 'blocked', 'it did not pass', [], {
    cause: { kind: 'check', check: 'link.complete.once' },
  }),
  sampleCheck('link.results.empty-page', 'insufficientEvidence', 'no page', [], { via: ['link.offset.grows'] }),
  // These checks sent a request to the place that failed.
  sampleCheck(
    'link.polling.new-event',
    'blocked',
    'records without an id',
    at('/0/issues/2rHt2Okh4RUnlKcuUyeAJjTsJzX/events/'),
  ),
  sampleCheck('link.cursor.format', 'blocked', 'no cursor', at('/0/issues/2rHt2Okh4RUnlKcuUyeAJjTsJzW/events/')),
  sampleCheck(
    'link.results.next-false',
    'insufficientEvidence',
    'the walk has no end',
    at('/0/issues/2rHt2Okh4RUnlKcuUyeAJjTsJzX/events/?x=1'),
  ),
  // This one is undecided because of what another check sent there.
  sampleCheck('link.offset.first', 'blocked', 'locked out', at('/0/'), {
    at: [...at('/0/issues/2rHt2Okh4RUnlKcuUyeAJjTsJzX/events/'), ...at('/1.13/environments')],
  }),
]
const others = [
  sampleCheck('cursors.limit.size', 'insufficientEvidence', 'too few records', at('/1.13/environments')),
  sampleCheck('pat.list.own', 'blocked', 'it did not pass', [], {
    cause: { kind: 'check', check: 'pat.create.works' },
  }),
  sampleCheck('oauth.expiry.refused', 'insufficientEvidence', 'give --max-wait'),
  sampleCheck('http.json.answers', 'error', 'it did not pass', at('/0/issues/2rHt2Okh4RUnlKcuUyeAJjTsJzX/events/'), {
    cause: { kind: 'check', check: 'link.next.continues' },
  }),
]

it('finds what failures left undecided, and what builds on it', () => {
  const found = consequencesOf([...consequences.toReversed(), failure, ...others], new Set([failure.check]))
  expect([...found].sort()).toEqual(consequences.map(({ check }) => check).sort())
  expect(consequencesOf([failure, ...consequences], new Set())).toEqual(new Set())
})

it('lets a baseline cover what a known failure leaves undecided, and nothing else', () => {
  const exitCode = (results: readonly (typeof failure)[]) => {
    const result = sampleResult([sampleCheck('pat.create.works', 'pass'), failure, ...results])
    const entries = [{ requirement: failure.requirement, check: failure.check }]
    return summarize(result, { baseline: applyBaseline(result, { version: 1, entries }) }).exitCode
  }
  expect(exitCode(consequences)).toBe(0)
  for (const other of others) expect([other.check, exitCode([...consequences, other])]).toEqual([other.check, 4])
})
