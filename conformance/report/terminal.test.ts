import { stripVTControlCharacters } from 'node:util'
import { expect, it, vi } from 'vitest'
import { sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import { because, type Cause, undeclared } from '../conclusions/cause.ts'
import { isClaimed } from '../catalogue/profiles.ts'
import { requirements } from '../catalogue/requirements.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import { wantsColor } from './paint.ts'
import { createProgress } from './progress.ts'
import { bundleFiles } from './bundle.ts'
import { writeReport } from './reports.ts'

/** A check that lacks all of its `needs`. */
const lacking = (check: string, ...members: readonly string[]): CheckResult =>
  sampleCheck(check, 'notApplicable', '', [], { cause: { ...undeclared(...members), isAll: true } as Cause })

const pass = sampleCheck('filters.exact.value', 'pass', 'twice')
const failed = sampleCheck('filters.and.intersection', 'fail', 'expected 2 records; got 5 records', [
  sampleExchange('first'),
  sampleExchange('last'),
])
const waiting = sampleCheck('filters.paged.pages', 'blocked', 'it did not pass', [], {
  cause: { kind: 'check', check: 'filters.and.intersection' },
})
const results: readonly CheckResult[] = [
  pass,
  failed,
  waiting,
  sampleCheck('filters.and.search', 'insufficientEvidence', 'too few products'),
  sampleCheck('cursors.limit.size', 'insufficientEvidence', 'too few records; it takes 3'),
  lacking('auth.dsn.works', 'credentials.dsn'),
  lacking('auth.dsn-verified.wrong', 'credentials.dsn'),
  sampleCheck('ids.order.pages', 'error', 'the kit itself failed: TypeError: x is not a function'),
  sampleCheck('legacy.root.version', 'pass'),
  lacking('legacy.root.hook', 'hooks.createProduct'),
  sampleCheck('mcp.endpoint.get', 'notApplicable', 'the target file says that there is no mcp'),
]
const whole = sampleResult(results, { leftovers: ['token x'], claim: { profile: 'full', without: ['mcp'] } })

it('shows each reason why something is open, then the score, and last the failures and the verdict', () => {
  const report = writeReport('terminal', whole)
  const places = [
    'Not decided: the data',
    'Not looked at',
    '  credentials.dsn\n      auth.dsn, auth.dsn-verified\n',
    'Looked at in part, as some of their checks did not run: declare for the rest: 1 requirement\n  hooks.createProduct\n      legacy.root (1 of 2 checks not run)\n',
    'Not offered, wholly or in part, as the target file says: 1 requirement\n  mcp\n      mcp.endpoint\n',
    'Left behind',
    'Score by clause',
    'What one run cannot see',
    'The kit itself failed: 1 check',
    'Failed: 1 requirement',
    'Several filters are AND-combined. (clause 4.5)',
    'expected  2 records',
    'got       5 records',
    "reproduce curl -i 'https://target.example",
    'waiting   1 other requirement cannot be decided before this one: filters.paged',
    'behind it ',
    'to do     ',
    'Not conformant to full, without mcp: 1 requirement failed',
    ' not looked at, of which 1 not offered.',
  ].map((text) => report.lastIndexOf(text))
  expect(places.filter((place) => place < 0)).toEqual([])
  expect([...places].sort((left, right) => left - right)).toEqual(places)
  // What failed or waits for a failure is told there alone, and what passed is counted.
  for (const text of ['Blocked', 'too few products', 'filters.exact.value']) expect(report).not.toContain(text)
})

it('says in its first lines what was claimed, what was shown, and what to declare next', () => {
  const some = [
    pass,
    lacking('auth.dsn.works', 'credentials.dsn', 'samples.dsnPath'),
    lacking('legacy.events.list', 'samples.issueId'),
    lacking('link.next.continues', 'samples.issueId'),
  ]
  const claim = { profile: 'full', without: ['mcp'] } as const
  const result = sampleResult(some, { claim, undeclared: ['dsn', 'dsnPath', 'issueId'] })
  const stated = requirements.filter((requirement) => isClaimed(requirement, claim)).length
  expect(writeReport('terminal', result).split('\n').slice(3, 6)).toEqual([
    'Claimed  full (the whole specification), without mcp',
    `Next     declare these 3, and up to 3 of the ${stated - 1} open requirements can be decided:`,
    '         samples.issueId (for 2), credentials.dsn (for 1), samples.dsnPath (for 1)',
  ])
  const markdown = writeReport('markdown', result)
  expect(markdown).toContain('**Claimed:** full (the whole specification), without mcp')
  expect(markdown).toContain('can be decided: `samples.issueId` (for 2), `credentials.dsn` (for 1)')
})

it('says at the end what one run cannot see, and how much a run without writes left out', () => {
  const closing = (changes: Partial<RunResult>, ...seen: readonly CheckResult[]) =>
    (['terminal', 'markdown', 'html'] as const).map((format) =>
      writeReport(format, sampleResult([...results, ...seen], { seed: 7, ...changes })).replaceAll(/<[^>]*>/g, ''),
    )
  for (const text of closing({ quick: true })) {
    expect(text).toContain(
      'seed 7 chose what this quick run asked. The next --seed asks other pairs, and a run without --quick all.',
    )
    expect(text).toMatch(/\d+ stated requirements cannot be judged from outside/)
    expect(text).not.toContain('It wrote nothing')
  }
  const unwritten = ['pat.create.token', 'ids.order.tokens'].map((check) =>
    sampleCheck(check, 'notApplicable', 'it writes', [], { cause: because.writes }),
  )
  const [terminal, ...others] = closing({ gentle: true, allowWrites: false }, ...unwritten)
  for (const text of [terminal, ...others]) {
    expect(text).not.toContain('seed 7')
    for (const part of ['With --gentle', 'It wrote nothing']) expect(text).toContain(part)
  }
  expect(terminal).toContain('allowWrites (or give --allow-writes): the run created, changed and deleted nothing')
  expect(terminal).toContain('1 requirement was not looked at, and 1 requirement only in part. --allow-writes')
})

const open = sampleCheck('ids.order.x', 'blocked', 'y')
const tokens = { profile: 'tokens', without: [] } as const
const allOfTokens = requirements
  .filter((requirement) => isClaimed(requirement, tokens))
  .map(({ id }) => ({ ...sampleCheck(`${id}.x`, 'pass'), requirement: id }))

it.each([
  [[pass], { profile: 'full', without: [] }, /Passed in part: none failed, 1 of \d+ stated requirements decided\.$/],
  [
    [pass, open],
    { profile: 'versioned', without: ['dsn', 'mcp'] },
    /Not decided: none failed, 1 of \d+ stated requirements decided \(versioned, without dsn and mcp\); 1 that/,
  ],
  [
    [pass, failed],
    { profile: 'legacy', without: [] },
    /Not decided: 1 requirement failed, 0 of \d+ stated requirements decided \(legacy\)\.$/,
  ],
  [
    [pass, failed],
    { profile: 'versioned', without: ['dsn'] },
    /Not conformant to versioned, without dsn: 1 requirement failed, 2 of \d+ stated requirements decided\.$/,
  ],
  [
    [...allOfTokens, failed],
    tokens,
    /Conformant to tokens: all \d+ stated requirements decided, none failed; 1 requirement beyond the claim failed\.$/,
  ],
  [[], { profile: 'full', without: [] }, /Nothing was proven: no check passed or failed; 0 of/],
] as const)('says what it comes to given %#', (some, claim, line) => {
  expect(writeReport('terminal', sampleResult(some, { claim })).trimEnd()).toMatch(line)
})

it('shows evidence and what passed given verbose, and tells what a baseline knows in one line', () => {
  const known = [{ requirement: 'filters.and', check: 'filters.and.intersection', reason: 'ticket 7' }]
  const stale = [{ requirement: 'filters.exact', check: 'filters.exact.value' }]
  const report = writeReport('terminal', whole, { verbose: true, baseline: { known, new: [], flaky: [], stale } })
  for (const text of [
    '✓ filters.exact.value: twice',
    'listPath: data',
    'Known by the baseline\n  1 check of 1 requirement fail as the baseline says: filters.and\n',
    'Stale in the baseline',
    '1 known failure, 0 new, 1 stale entry',
  ])
    expect(report).toContain(text)
  expect(writeReport('terminal', whole, { verbose: true })).toMatch(/< first[^]*< last/)
})

it('uses colours only when told, with the same text', () => {
  const [plain, colored] = [false, true].map((color) => writeReport('terminal', whole, { color }))
  expect(colored).not.toBe(plain)
  expect(stripVTControlCharacters(colored!)).toBe(plain)
  for (const [stream, environment, wants] of [
    [{ isTTY: true }, {}, true],
    [{}, {}, false],
    [{ isTTY: true }, { NO_COLOR: '1' }, false],
    [{ isTTY: true }, { TERM: 'dumb' }, false],
  ] as const)
    expect(wantsColor(stream, environment)).toBe(wants)
})

it('shows progress in one line of a terminal, without messages, and a line a minute elsewhere', () => {
  const lines: string[] = []
  let time = 0
  const progress = createProgress({ isTTY: true, columns: 60, write: (text) => lines.push(text) }, () => time)
  progress.onResult(failed, 1, 9)
  time = 20_000
  progress.onResult(pass, 20, 50)
  time = 400_000
  progress.onResult(sampleCheck(`ids.order.${'x'.repeat(60)}`, 'pass', 'secret'), 40, 80)
  progress.clear()
  const begin = '\r\u001B[K'
  expect(lines).toEqual([
    `${begin}1/9 checks, 1 failed  filters.and.intersection`,
    `${begin}20/50 checks, 1 failed, about 30 s left`,
    `${begin}40/80 checks, 1 failed, about 7 min left`,
    begin,
  ])
  vi.useFakeTimers()
  const log: string[] = []
  const silent = createProgress({ write: (text) => log.push(text) }, () => time)
  silent.onResult(failed, 1, 9)
  vi.advanceTimersByTime(59_000)
  expect(log).toEqual([])
  vi.advanceTimersByTime(61_000)
  silent.clear()
  vi.advanceTimersByTime(600_000)
  vi.useRealTimers()
  expect(log).toEqual([1, 2].map((minute) => `${minute} min: 1/9 checks, 1 failed  filters.and.intersection\n`))
})

it('says in every format that a run was quick, and makes no bundle of it', () => {
  const quick = { ...whole, quick: true }
  for (const format of ['terminal', 'markdown', 'html', 'junit'] as const) {
    expect(writeReport(format, quick), format).toMatch(/quick run/i)
    expect(writeReport(format, whole), format).not.toMatch(/quick run/i)
  }
  expect(JSON.parse(writeReport('json', quick))).toMatchObject({ quick: true, conformant: null })
  expect(() => bundleFiles(quick)).toThrow(expect.objectContaining({ code: 'quick_run' }))
})
