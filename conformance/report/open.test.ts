import { expect, it } from 'vitest'
import { sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import { because, type Cause, see, undeclared } from '../conclusions/cause.ts'
import type { OperationId } from '../catalogue/operations.ts'
import { phrase } from '../conclusions/phrase.ts'
import type { CheckResult } from '../judge/result.ts'
import { unclaimedReasons, undecidedReasons } from './open.ts'
import { writeReport } from './service-document.ts'

type Open = 'blocked' | 'insufficientEvidence' | 'notApplicable'

/** Open checks: each with its remark, its cause and the operation that it asked last. */
const cases: readonly (readonly [
  verdict: Open,
  checks: Readonly<Record<string, readonly [remark: string, cause: Cause, operation?: OperationId]>>,
  told: readonly string[],
])[] = [
  [
    'insufficientEvidence',
    {
      'filters.exact.value': ['all products have one brand', because.data, 'products.list'],
      'filters.and.two': ['no brand tells AND from OR', because.data, 'products.list'],
      'cursors.limit.size': ['too few records', because.data, 'environments.list'],
      'ids.order.x': ['connection refused', because.outage, 'products.list'],
      'ids.unique.x': ['connection reset', because.outage, 'environments.list'],
      'pat.scopes.x': ['declare two scopes', undeclared('personalAccessTokens.scopes'), 'access-tokens.list'],
      'pat.bearer.x': ['no scope is known', undeclared('personalAccessTokens.scopes'), 'environments.list'],
    },
    ['filters.exact filters.and', 'ids.order ids.unique', 'pat.scopes pat.bearer', 'cursors.limit'],
  ],
  [
    'insufficientEvidence',
    {
      'filters.exact.value': ['too few products', because.data, 'products.list'],
      'cursors.limit.size': ['too few products', because.data, 'products.list'],
    },
    ['filters.exact cursors.limit'],
  ],
  [
    'blocked',
    {
      'versions.side-by-side.both': ['', see('legacy.root', 'environments.list')],
      'ids.order.x': ['it did not pass', { kind: 'check', check: 'pat.create.works' }],
      'ids.unique.x': ['another did not pass', { kind: 'check', check: 'pat.create.works' }],
      'auth.invalid-bearer.x': [
        'after 3 wrong ones',
        { kind: 'credential', credential: 'bearer' },
        'environments.list',
      ],
      'pat.list.x': ['', { kind: 'credential', credential: 'bearer', namedBy: 'auth.invalid-bearer.x' }],
      'legacy.projects.x': ['', { kind: 'credential', credential: 'dsn' }],
    },
    ['ids.order ids.unique', 'auth.invalid-bearer pat.list', 'versions.side-by-side', 'legacy.projects'],
  ],
  [
    'notApplicable',
    {
      'filters.enum-filters.a': ['declare an enum filter', undeclared('enumFilters')],
      'filters.enum-invalid.a': ['declare enumFilters with their path', undeclared('enumFilters')],
      'mcp.initialize.a': ['declare paths.mcp', undeclared('paths.mcp')],
    },
    ['filters.enum-filters filters.enum-invalid', 'mcp.initialize'],
  ],
]

it.each(cases)('reports one cause of %s checks once, however they describe it', (verdict, checks, told) => {
  const results = Object.entries(checks).map(([check, [remark, cause, operation]]) =>
    sampleCheck(check, verdict, remark, operation ? [sampleExchange('{}', { operation })] : [], { cause }),
  )
  const reasonsOf = verdict === 'notApplicable' ? unclaimedReasons : undecidedReasons
  const reasons = reasonsOf(sampleResult(results), new Set())
  expect(reasons.map(({ names }) => names.map(({ name }) => name).join(' '))).toEqual(told)
})

it('reports the first failure that a cause hides, if it hides nothing but failures', () => {
  const fact = { kind: 'status', at: sampleExchange(), wanted: 200 } as const
  const open = (check: string, got?: string) =>
    sampleCheck(check, 'insufficientEvidence', 'it is from a firewall', [fact.at], {
      cause: because.gateway,
      ...(got === undefined ? {} : { suspected: { expected: phrase`200`, got: phrase`${got}`, fact } }),
    })
  const textOfAll = (...results: readonly CheckResult[]) => writeReport('terminal', sampleResult(results))
  const failures = [open('auth.dsn.accepted', '403'), open('auth.bearer.accepted', '429')]
  expect(textOfAll(...failures)).toContain('it is from a firewall (expected 200; got 403)')
  expect(textOfAll(...failures, open('ids.order.x'))).not.toContain('got 403')
})

it('shows one description of a cause, and how many more there are', () => {
  const at = [sampleExchange('{}', { operation: 'products.list' })]
  const result = sampleResult(
    ['first', 'second', 'first', 'third', 'fourth', 'fifth'].map((remark, index) =>
      sampleCheck(`filters.and.c${index}`, 'insufficientEvidence', remark, at, { cause: because.data }),
    ),
  )
  for (const format of ['terminal', 'markdown', 'html'] as const)
    expect(writeReport(format, result)).toMatch(/first; and 4 more like it/)
})
