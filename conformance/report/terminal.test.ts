import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { hostileText, sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import { because, type Cause, undeclared } from '../conclusions/cause.ts'
import { isClaimed } from '../catalogue/profiles.ts'
import { requirements } from '../catalogue/requirements.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import { wantsColor } from './paint.ts'
import { createProgress } from './progress.ts'
import { bundleFiles } from './bundle.ts'
import { writeReport } from './reports.ts'

/** The cause of a check that lacks all of its `needs`. */
const lacking = (...members: readonly string[]): Cause => ({ ...undeclared(...members), isAll: true }) as Cause

const waiting: Cause = { kind: 'check', check: 'filters.and.intersection' }

const failed = sampleCheck('filters.and.intersection', 'fail', 'expected 2 records; got 5 records', [
  sampleExchange('first'),
  sampleExchange('last'),
])
const results: readonly CheckResult[] = [
  sampleCheck('filters.exact.value', 'pass', 'twice'),
  failed,
  sampleCheck('filters.paged.pages', 'blocked', 'it did not pass', [], { cause: waiting }),
  sampleCheck('cursors.limit.size', 'insufficientEvidence', 'too few records; it takes 3'),
  ...['auth.dsn.works', 'auth.dsn-verified.wrong'].map((check) =>
    sampleCheck(check, 'notApplicable', '', [], { cause: lacking('credentials.dsn') }),
  ),
  sampleCheck('auth.api-key.works', 'notApplicable', '', [], {
    cause: lacking('credentials.dsn'),
    via: ['auth.dsn.works', 'auth.dsn.other'],
  }),
  sampleCheck('ids.order.pages', 'error', 'the kit itself failed: TypeError: x is not a function'),
]

it('shows each reason why something is open, then the score, and last the failures and the verdict', () => {
  const report = writeReport('terminal', sampleResult(results, { leftovers: ['token x'] }))
  const places = [
    'Not decided: the data',
    'Not looked at',
    'Left behind',
    'Score by clause',
    'What one run cannot see',
    'The kit itself failed: 1 check',
    'Failed: 1 requirement',
    'Several filters are AND-combined. (clause 4.5)',
    'expected  2 records',
    'got       5 records',
    "reproduce curl -i 'https://target.example",
    'waiting   1 other requirement cannot be decided before this one',
    'behind it ',
    'to do     ',
    'Not conformant: 1 requirement failed',
  ].map((text) => report.lastIndexOf(text))
  expect(places.every((place) => place >= 0)).toBe(true)
  expect([...places].sort((left, right) => left - right)).toEqual(places)
  expect(report.match(/credentials\.dsn/g)).toHaveLength(1)
  expect(report).not.toContain('filters.paged')
  expect(report).toContain('  credentials.dsn\n      auth.dsn, auth.dsn-verified, auth.api-key\n')
  expect(report.trimEnd().split('\n').at(-1)).toMatch(/^Not conformant: /)
  expect(report).not.toContain('filters.exact.value')
})

it('says in its first lines what was claimed, what was shown, and what to declare next', () => {
  const declare = (check: string, ...names: readonly string[]) =>
    sampleCheck(check, 'notApplicable', '', [], { cause: lacking(...names) })
  const some = [
    sampleCheck('filters.exact.value', 'pass'),
    declare('auth.dsn.works', 'credentials.dsn', 'samples.dsnPath'),
    declare('legacy.events.list', 'samples.issueId'),
    declare('link.next.continues', 'samples.issueId'),
  ]
  const claim = { profile: 'full', without: ['mcp'] } as const
  const undeclared = ['dsn', 'dsnPath', 'issueId'] as const
  const report = writeReport('terminal', sampleResult(some, { claim, undeclared }))
  const stated = requirements.filter((requirement) => isClaimed(requirement, claim)).length
  expect(report.split('\n').slice(3, 6)).toEqual([
    'Claimed  full (the whole specification), without mcp',
    `Next     declare these 3, and up to 3 of the ${stated - 1} open requirements can be decided:`,
    '         samples.issueId (for 2), credentials.dsn (for 1), samples.dsnPath (for 1)',
  ])
  const markdown = writeReport('markdown', sampleResult(some, { claim, undeclared }))
  expect(markdown).toContain('**Claimed:** full (the whole specification), without mcp')
  expect(markdown).toContain('can be decided: `samples.issueId` (for 2), `credentials.dsn` (for 1)')
})

it('says at the end what one run cannot see', () => {
  const closing = (changes: Partial<RunResult>, seen = results) =>
    ['terminal', 'markdown', 'html'].map((format) =>
      writeReport(format as 'terminal', sampleResult(seen, { seed: 7, ...changes })).replaceAll(/<[^>]*>/g, ''),
    )
  for (const text of closing({ quick: true })) {
    expect(text).toContain('What one run cannot see')
    expect(text).toContain(
      'seed 7 chose what this quick run asked. The next --seed asks other pairs, and a run without --quick all.',
    )
    expect(text).toMatch(/\d+ stated requirements cannot be judged from outside/)
    expect(text).not.toContain('It wrote nothing')
  }
  for (const text of closing({ allowWrites: false })) expect(text).not.toContain('It wrote nothing')
  const unwritten = sampleCheck('pat.create.token', 'notApplicable', 'it writes', [], { cause: because.writes })
  for (const text of closing({ gentle: true, allowWrites: false }, [...results, unwritten])) {
    expect(text).not.toContain('seed 7')
    for (const part of ['With --gentle', 'It wrote nothing']) expect(text).toContain(part)
  }
})

it('does not list what failed under what is blocked or not decided, nor what was looked at as not looked at', () => {
  const report = writeReport(
    'terminal',
    sampleResult(
      [
        failed,
        sampleCheck('filters.and.three', 'blocked', 'it did not pass', [], { cause: waiting }),
        sampleCheck('filters.and.search', 'insufficientEvidence', 'too few products'),
        sampleCheck('filters.paged.pages', 'blocked', 'it did not pass', [], { cause: waiting }),
        sampleCheck('ids.order.times', 'pass'),
        sampleCheck('ids.order.hook', 'notApplicable', '', [], { cause: lacking('hooks.createProduct') }),
        sampleCheck('mcp.endpoint.get', 'notApplicable', 'the target file says that there is no mcp'),
      ],
      { claim: { profile: 'full', without: ['mcp'] } },
    ),
  )
  expect(report).not.toContain('Blocked')
  expect(report).toContain('waiting   1 other requirement cannot be decided before this one')
  expect(report).not.toContain('too few products')
  expect(report).not.toContain('Not looked at: declare')
  expect(report).toContain(
    'Looked at in part, as some of their checks did not run: declare for the rest: 1 requirement\n  hooks.createProduct\n      ids.order (1 of 2 checks not run)\n',
  )
  expect(report).toContain(
    'Not offered, wholly or in part, as the target file says: 1 requirement\n  mcp\n      mcp.endpoint\n',
  )
})

it('says how much a run without writes left out', () => {
  const cause = { kind: 'writes' } as const
  const unseen = sampleCheck('pat.create.token', 'notApplicable', '', [], { cause })
  const partly = [
    sampleCheck('ids.order.products', 'pass'),
    sampleCheck('ids.order.tokens', 'notApplicable', '', [], { cause }),
  ]
  const reportOf = (seen: Parameters<typeof sampleResult>[0]) =>
    writeReport('terminal', sampleResult(seen, { allowWrites: false }))
  const report = reportOf([...partly, unseen])
  expect(report).toContain('allowWrites (or give --allow-writes): the run created, changed and deleted nothing')
  expect(report).toContain(
    '1 requirement was not looked at, and 1 requirement only in part. --allow-writes has all of it looked at',
  )
  expect(reportOf([unseen])).toContain('writes come to: 1 requirement was not looked at. --allow-writes')
  expect(reportOf(partly)).toContain('writes come to: 1 requirement was looked at only in part. --allow-writes')
})

it('shows evidence and what passed given verbose', () => {
  const report = writeReport('terminal', sampleResult(results), { verbose: true })
  for (const text of ['< first', '< last', '✓ filters.exact.value: twice', 'listPath: data'])
    expect(report).toContain(text)
})

it('tells what a baseline knows in one line, and names stale entries', () => {
  const report = writeReport('terminal', sampleResult(results), {
    baseline: {
      known: [{ requirement: 'filters.and', check: 'filters.and.intersection', reason: 'ticket 7' }],
      new: [],
      stale: [{ requirement: 'filters.exact', check: 'filters.exact.value' }],
    },
  })
  for (const text of [
    'Known by the baseline\n  1 check of 1 requirement fail as the baseline says: filters.and\n',
    'Stale in the baseline',
    '1 known failure, 0 new, 1 stale entry',
  ])
    expect(report).toContain(text)
})

it.each([
  [
    [sampleCheck('filters.exact.value', 'pass')],
    { profile: 'full', without: [] },
    /Not decided: none failed, 1 of \d+ stated requirements decided\.$/,
  ],
  [
    [sampleCheck('filters.exact.value', 'pass'), sampleCheck('ids.order.x', 'blocked', 'y')],
    { profile: 'versioned', without: ['dsn', 'mcp'] },
    /Not decided: none failed, 1 of \d+ stated requirements decided \(versioned, without dsn and mcp\); 1 that/,
  ],
  [
    [sampleCheck('filters.exact.value', 'pass'), failed],
    { profile: 'legacy', without: [] },
    /Not decided: 1 requirement failed, 0 of \d+ stated requirements decided \(legacy\)\.$/,
  ],
  [
    [sampleCheck('filters.exact.value', 'pass'), failed],
    { profile: 'versioned', without: ['dsn'] },
    /Not conformant to versioned, without dsn: 1 requirement failed, 2 of \d+ stated requirements decided\.$/,
  ],
  [[], { profile: 'full', without: [] }, /Nothing was proven: no check passed or failed; 0 of/],
] as const)('says what it comes to given %#', (some, claim, line) => {
  expect(writeReport('terminal', sampleResult(some, { claim })).trimEnd()).toMatch(line)
})

it('lets no text of a target steer the terminal', () => {
  const report = writeReport(
    'terminal',
    sampleResult(
      [
        sampleCheck('filters.and.x', 'fail', `expected a; got ${hostileText}`, [
          sampleExchange(hostileText, { url: `https://target.example/${hostileText}` }),
        ]),
      ],
      { leftovers: [hostileText] },
    ),
    { verbose: true },
  )
  expect(report).not.toMatch(/(?!\n)\p{Cc}|\u202E/u)
  expect(report).toContain(String.raw`\u001b[2J\u0000\u202e`)
})

it('uses colours only when told, with the same text', () => {
  const [plain, colored] = [false, true].map((color) => writeReport('terminal', sampleResult(results), { color }))
  expect(colored).not.toBe(plain)
  expect(stripVTControlCharacters(colored!)).toBe(plain)
  expect(wantsColor({ isTTY: true }, {})).toBe(true)
  for (const [stream, environment] of [
    [{}, {}],
    [{ isTTY: false }, {}],
    [{ isTTY: true }, { NO_COLOR: '1' }],
    [{ isTTY: true }, { TERM: 'dumb' }],
  ] as const)
    expect(wantsColor(stream, environment)).toBe(false)
})

it('shows progress in one line of a terminal, without messages, and nothing elsewhere', () => {
  const lines: string[] = []
  const progress = createProgress({ isTTY: true, columns: 60, write: (text) => lines.push(text) })
  progress.onResult(results[1]!, 1, 9)
  progress.onResult(sampleCheck(`ids.order.${'x'.repeat(60)}`, 'pass', 'secret'), 2, 9)
  progress.clear()
  expect(lines[0]).toBe('\r\u001B[K1/9 checks, 1 failed  filters.and.intersection')
  expect(lines[1]!.length).toBeLessThanOrEqual(4 + 59)
  expect(lines.join('')).not.toMatch(/\n|secret|records/)
  expect(lines[2]).toBe('\r\u001B[K')
  createProgress({ isTTY: true, columns: 0, write: (text) => lines.push(text) }).onResult(results[1]!, 1, 9)
  expect(lines[3]).toContain('filters.and.intersection')
  const silent = createProgress({ write: () => expect.unreachable() })
  silent.onResult(results[0]!, 1, 1)
  silent.clear()
})

it('says in its progress how long the rest may take, and cuts no name', () => {
  const lines: string[] = []
  let time = 0
  const progress = createProgress({ isTTY: true, columns: 60, write: (text) => lines.push(text) }, () => time)
  time = 20_000
  progress.onResult(results[0]!, 20, 50)
  time = 400_000
  progress.onResult(sampleCheck(`ids.order.${'x'.repeat(60)}`, 'pass', ''), 40, 80)
  expect(lines.map((line) => line.slice('\r\u001B[K'.length))).toEqual([
    expect.stringMatching(/^20\/50 checks(?:, 1 failed)?, about 30 s left {2}\S+$/),
    expect.stringMatching(/^40\/80 checks(?:, 1 failed)?, about 7 min left$/),
  ])
})

it('says in every format that a run was quick, and makes no badge of it', () => {
  const quick = sampleResult(results, { quick: true })
  for (const format of ['terminal', 'markdown', 'html', 'junit', 'tap'] as const) {
    expect(writeReport(format, quick), format).toMatch(/quick run/i)
    expect(writeReport(format, sampleResult(results)), format).not.toMatch(/quick run/i)
  }
  expect(JSON.parse(writeReport('json', quick))).toMatchObject({ quick: true, conformant: null })
  expect(() => writeReport('badge', quick)).toThrow(expect.objectContaining({ code: 'quick_run' }))
  expect(() => bundleFiles(quick)).toThrow(expect.objectContaining({ code: 'quick_run' }))
})
