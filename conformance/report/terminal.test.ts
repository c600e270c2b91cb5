import { stripVTControlCharacters } from 'node:util'
import { expect, it, vi } from 'vitest'
import { sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import { because, type Cause, undeclared } from '../conclusions/cause.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { Fact } from '../conclusions/fact.ts'
import { isClaimed } from '../catalogue/profiles.ts'
import { requirements } from '../catalogue/requirements.ts'
import type { CheckResult } from '../judge/result.ts'
import { wantsColor } from './paint.ts'
import { createProgress } from './progress.ts'
import { bundleFiles } from './bundle.ts'
import { writeReport } from './service-document.ts'

/** A check that lacks all of its `needs`. */
const lacking = (check: string, ...members: readonly string[]): CheckResult =>
  sampleCheck(check, 'notApplicable', '', [], { cause: { ...undeclared(...members), isAll: true } as Cause })

const all = requirements
  .filter(({ kind, excluded }) => kind === 'stated' && excluded === undefined)
  .map(({ id, clause }) => ({ ...sampleCheck(`${id}.usual`, 'pass'), requirement: id, clause }))

/** A run in which everything passes but some checks. */
const run = (...changed: readonly CheckResult[]) => {
  const undecided = new Set(changed.filter(({ verdict }) => verdict !== 'pass').map(({ requirement }) => requirement))
  return [...all.filter(({ requirement }) => !undecided.has(requirement)), ...changed]
}

const first = sampleExchange('{"data":[{"id":"2rISBSx13gXOKQZv9ypV4hIaHiu"}]}', {
  operation: 'resources.list',
  url: 'https://target.example/1.13/resources?status=qx',
})
const failed = sampleCheck('filters.enum-invalid.list', 'fail', 'expected 400; got 404', [first], {
  fact: { kind: 'status', wanted: 400, at: first },
})
const leftovers = [
  'group a: it stays',
  'group b: it stays',
  'group c: it stays',
  'group d: it stays',
  'group e: it stays',
]
const count = all.length

it('reports one fault: the verdict, the failure with related passes, the scope, what is left, the verdict', () => {
  const results = run(
    failed,
    { ...sampleCheck('filters.enum-invalid.cursor', 'pass'), operation: 'resources.list' },
    { ...sampleCheck('filters.enum-invalid.kind', 'pass'), operation: 'environments.list', namesRequests: true },
    sampleCheck('filters.enum-options.all', 'blocked', 'it did not pass', [], {
      cause: { kind: 'check', check: 'filters.enum-invalid.list' },
    }),
    sampleCheck('ids.order.x', 'insufficientEvidence', 'the records show no time', [], { cause: because.data }),
  )
  expect(writeReport('terminal', sampleResult(results, { leftovers }), { columns: 100 })).toBe(`\
Not conformant: filters.enum-invalid: 404 instead of 400 at GET /{version}/resources with status
(clause 4.5).
Platform Data API conformance of https://target.example, 2023-11-14 22:13 UTC: 42 requests in 1.5
s, kit 0.1.0

✗ filters.enum-invalid (clause 4.5): An invalid enum value returns 400.
  expected  400
  got       404
  check     filters.enum-invalid.list
  passed    at GET /{version}/environments
  to do     Compare the value exactly with the allowed ones.
  blocks    1 requirement until this is fixed: filters.enum-options
  reproduce curl -i 'https://target.example/1.13/resources?status=qx' \\
              -H 'accept: application/json' \\
              -H 'authorization: Bearer '"$PLATFORM_TOKEN"

All clauses passed except 4.5 (failed) and 2.1 (could not be decided).

Could not be decided: 1 requirement
  the records show no time: ids.order

Left behind: \`emulator conformance cleanup\` cannot delete these
  group a: it stays
  group b: it stays
  group c: it stays
  and 2 more

Not conformant: 1 requirement failed, ${count - 2} of ${count} stated requirements decided.
`)
})

it('repeats every request that a failure takes, or says that it needs others', () => {
  const commandOf = (fact: Fact, ...before: readonly Exchange[]) => {
    const report = writeReport('terminal', sampleResult([{ ...failed, fact, evidence: [...before, fact.at] }]))
    const [, label, command] = / {2}(\w+) +(curl.*)/.exec(report)!
    return [label, command!.split(' && ').length, report.includes('  needs ')]
  }
  const other = sampleExchange('{}')
  const written = {
    ...other,
    request: { ...other.request, method: 'POST' },
    response: { ...other.response, status: 200 },
  }
  expect(commandOf({ kind: 'status', wanted: 400, at: first, others: [other] })).toEqual(['reproduce', 1, false])
  expect(commandOf({ kind: 'different', other, at: first })).toEqual(['reproduce', 2, false])
  expect(commandOf({ kind: 'token', earlier: [first, other], at: first })).toEqual(['reproduce', 2, false])
  expect(commandOf({ kind: 'body', at: first }, other)).toEqual(['reproduce', 1, false])
  expect(commandOf({ kind: 'body', at: first }, written)).toEqual(['reproduce', 2, false])
  expect(commandOf({ kind: 'body', at: written }, written)).toEqual(['reproduce', 1, false])
  const withSecret = { ...other, request: { ...other.request, headers: { authorization: 'Bearer <secret>' } } }
  expect(commandOf({ kind: 'credential', works: true, at: withSecret })).toEqual(['request', 1, true])
})

it('reports in a line or two that nothing failed, and repeats the verdict only below other text', () => {
  const head = `Conformant: all ${count} stated requirements decided, none failed.
Platform Data API conformance of https://target.example, 2023-11-14 22:13 UTC: 42 requests in 1.5 s, kit 0.1.0
`
  expect(writeReport('terminal', sampleResult(all))).toBe(head)
  const left = { leftovers: ['token x', 'request y', 'group z'], undeletable: 2 }
  expect(writeReport('terminal', sampleResult(all, left))).toBe(
    `${head}
Left behind: \`emulator conformance cleanup\` cannot delete these
  token x
  2 objects that no documented request can delete (--verbose lists them)

Conformant: all ${count} stated requirements decided, none failed.
`,
  )
  const lasting = sampleResult(all, { leftovers: ['request y', 'group z'], undeletable: 2 })
  const title = 'Left behind: 2 objects that no documented request can delete'
  expect(writeReport('terminal', lasting).split('\n')[3]).toBe(`${title} (--verbose lists them)`)
  expect(writeReport('terminal', lasting, { verbose: true })).toContain(`\n${title}\n  request y\n  group z\n`)
  expect(writeReport('markdown', lasting)).toContain(`<summary>${title}</summary>\n\n- request y\n- group z`)
})

it('counts what nothing can delete by kind, and says what a later clean-up can delete', () => {
  const titleOf = (changes: Parameters<typeof sampleResult>[1], options = {}) =>
    /^Left behind: .*$/m.exec(writeReport('terminal', sampleResult(all, changes), options))?.[0]
  const leftovers = ['group y', 'group z', 'product p']
  const kinds = { undeletable: 3, undeletableKinds: { group: 2, product: 1 } }
  expect(titleOf({ leftovers, ...kinds })).toBe(
    'Left behind: 2 groups, 1 product that no documented request can delete (--verbose lists them)',
  )
  const later = { leftovers: ['token x', ...leftovers], ...kinds, deletableLater: true }
  expect(titleOf(later, { command: 'npx emulator', config: 't.yaml' })).toBe(
    'Left behind: `npx emulator conformance cleanup https://target.example --config t.yaml` tries again to delete them',
  )
  expect(titleOf(later)).toContain('cleanup https://target.example`')
  expect(titleOf(later, { config: 'my targets/a.yaml' })).toContain(" --config 'my targets/a.yaml'`")
})

it('says above the verdict why the exit code is 4, and what makes it 0', () => {
  const lastLines = (results: readonly CheckResult[], options = {}) =>
    writeReport('terminal', sampleResult(results), options).trimEnd().split('\n').slice(-2)
  const open = [sampleCheck('filters.exact.value', 'pass'), sampleCheck('ids.order.x', 'blocked', 'y')]
  expect(lastLines(open)).toEqual([
    'Exit code 4: 1 requirement that applies could not be decided; --allow-undecided accepts that.',
    expect.stringMatching(/^Could not be decided: /),
  ])
  expect(lastLines(open, { allowUndecided: true })).toEqual(['', expect.stringMatching(/^Passed in part/)])
  const failed = sampleCheck('filters.exact.value', 'fail', 'expected a; got b')
  expect(lastLines([failed, ...open.slice(1)])).toEqual(['', expect.stringMatching(/^Not/)])
})

it('reports what was claimed, what to declare next, and what is not claimed', () => {
  const some = [
    all[0]!,
    lacking('auth.dsn.works', 'credentials.dsn', 'samples.dsnPath'),
    lacking('legacy.events.list', 'samples.issueId'),
    lacking('link.next.continues', 'samples.issueId'),
    lacking('link.results.hook', 'hooks.createEvent'),
    sampleCheck('link.results.values', 'pass'),
    sampleCheck('pat.create.token', 'notApplicable', 'it writes', [], { cause: because.writes }),
    sampleCheck('mcp.endpoint.get', 'notApplicable', '', [], { cause: { kind: 'omitted', offer: 'mcp' } }),
  ]
  const result = sampleResult(some, {
    claim: { profile: 'full', without: ['mcp'] },
    undeclared: ['dsn', 'dsnPath', 'issueId'],
    allowWrites: false,
  })
  const report = writeReport('terminal', result)
  const open = requirements.filter((requirement) => isClaimed(requirement, result.claim)).length - 2
  for (const text of [
    '\nClaimed: full (the whole specification), without mcp.\n',
    '\nNot claimed: 5 requirements\n  declare samples.issueId: legacy.events, link.next\n',
    '  they write: needs --allow-writes (or allowWrites: true): pat.create\n',
    '  the service does not offer mcp: mcp.endpoint\n',
    `\nNext: declare samples.issueId, credentials.dsn, samples.dsnPath, allowWrites, and up to 4 of the ${open} open requirements can be decided.\n  credentials:\n    dsn: \${PLATFORM_DSN}  # a client key\n  samples:\n    issueId:`,
  ])
    expect(report).toContain(text)
  expect(writeReport('markdown', result)).toContain('Not claimed: 5 requirements, and parts of 1')
  // A requirement that passed in part has a verdict. Pages and verbose reports have the rest.
  expect(report).not.toContain('hooks.createEvent')
  expect(writeReport('terminal', result, { verbose: true })).toContain(
    'declare hooks.createEvent: link.results (1 of 2 checks)',
  )
})

it('uses no machine words, and at most two terms for a missing verdict', () => {
  const results = run(
    sampleCheck('ids.order.x', 'blocked', 'it did not pass', [], { cause: { kind: 'check', check: 'pat.create.x' } }),
    sampleCheck('filters.and.x', 'insufficientEvidence', 'too few products'),
    lacking('auth.dsn.works', 'credentials.dsn'),
    sampleCheck('link.identifier.seen', 'observed', '0'),
  )
  for (const format of ['terminal', 'markdown', 'html', 'junit'] as const) {
    const text = writeReport(format, sampleResult(results), { verbose: true })
    expect(text).not.toMatch(/insufficientEvidence|notApplicable|[Nn]ot decided|[Nn]ot looked at/)
    expect(text).toMatch(/could not be decided/i)
    expect(text).toMatch(/not claimed/i)
  }
})

it('notes the limits of this run only', () => {
  const textOf = (changes: Parameters<typeof sampleResult>[1]) => writeReport('terminal', sampleResult(all, changes))
  expect(textOf({})).not.toContain('Limits of this run')
  expect(textOf({ quick: true, seed: 7 })).toContain('This quick run asked a sample that --seed 7 chose.')
  expect(textOf({ gentle: true })).toContain('With --gentle, it sent the fewest wrong credentials')
})

const pass = sampleCheck('filters.exact.value', 'pass', 'twice')
const fault = sampleCheck('filters.and.intersection', 'fail', 'expected a; got b')
const tokens = { profile: 'tokens', without: [] } as const
const allOfTokens = requirements
  .filter((requirement) => isClaimed(requirement, tokens))
  .map(({ id }) => ({ ...sampleCheck(`${id}.x`, 'pass'), requirement: id }))

it.each([
  [[pass], { profile: 'full', without: [] }, /^Passed in part: none failed, 1 of \d+ stated requirements decided\.$/m],
  [
    [pass, sampleCheck('ids.order.x', 'blocked', 'y')],
    { profile: 'versioned', without: ['dsn', 'mcp'] },
    /^Could not be decided: none failed, 1 of \d+ stated requirements decided \(versioned, without dsn and mcp\); 1 that/m,
  ],
  [
    [pass, fault],
    { profile: 'legacy', without: [] },
    /^Failed beyond the claim: 1 requirement failed, 0 of \d+ stated requirements decided \(legacy\)\.$/m,
  ],
  [
    [pass, fault],
    { profile: 'versioned', without: ['dsn'] },
    /^Not conformant to versioned, without dsn: 1 requirement failed, 2 of \d+ stated requirements decided\.$/m,
  ],
  [
    [...allOfTokens, fault],
    tokens,
    /^Conformant to tokens: all \d+ stated requirements decided, none failed; 1 requirement beyond the claim failed\.$/m,
  ],
  [[], { profile: 'full', without: [] }, /^Nothing was proven: no check passed or failed; 0 of/m],
] as const)('ends with its conclusion given %#', (some, claim, line) => {
  expect(writeReport('terminal', sampleResult(some, { claim }))).toMatch(line)
})

it('shows the score, what passed and all evidence given verbose, and what a baseline knows in one line', () => {
  const known = [{ requirement: 'filters.enum-invalid', check: 'filters.enum-invalid.list', reason: 'ticket 7' }]
  const stale = [{ requirement: 'filters.exact', check: 'filters.exact.value' }]
  const result = sampleResult(run(failed, pass))
  const report = writeReport('terminal', result, { verbose: true, baseline: { known, new: [], flaky: [], stale } })
  for (const text of [
    '4.10  Link header',
    '✓ filters.exact.value: twice',
    'listPath: data',
    'Known failures, as the baseline says\n  1 check of 1 requirement: filters.enum-invalid\n',
    'Stale in the baseline',
    '1 known failure, 0 new, 1 stale entry',
  ])
    expect(report).toContain(text)
  expect(writeReport('terminal', result, { verbose: true })).toMatch(/< \{"data"/)
})

it('shows the first three of many failures, and the others in a line', () => {
  const others = requirements
    .filter(({ kind, excluded }) => kind === 'stated' && excluded === undefined)
    .slice(0, 9)
    .map(({ id }) => ({ ...sampleCheck(`${id}.x`, 'fail', `expected a; got ${id}`), requirement: id }))
  const report = writeReport('terminal', sampleResult(others))
  expect(report.match(/^✗/gm)).toHaveLength(9)
  expect(report.match(/^ {2}expected/gm)).toHaveLength(3)
  expect(report.split('\n')[0]).toMatch(/^Not conformant: [\w.-]+ failed \(clause [\d.]+\), and 8 more\.$/)
})

it('breaks no word at 60 columns, except one that is longer', () => {
  for (const line of writeReport('terminal', sampleResult(run(failed)), { columns: 60 }).split('\n'))
    expect(line.length <= 60 || line.trim().split(' ').length === 1 || /curl|-H|--data/.test(line), line).toBe(true)
})

it('uses colours only on request, with the same text', () => {
  const [plain, colored] = [false, true].map((color) => writeReport('terminal', sampleResult(run(failed)), { color }))
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
  progress.onResult(fault, 1, 9)
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
  silent.onResult(fault, 1, 9)
  vi.advanceTimersByTime(59_000)
  expect(log).toEqual([])
  vi.advanceTimersByTime(61_000)
  silent.clear()
  vi.advanceTimersByTime(600_000)
  vi.useRealTimers()
  expect(log).toEqual([1, 2].map((minute) => `${minute} min: 1/9 checks, 1 failed  filters.and.intersection\n`))
})

it('says in every format that a run was quick, and makes no bundle of it', () => {
  const quick = sampleResult(run(failed), { quick: true })
  for (const format of ['terminal', 'markdown', 'html', 'junit'] as const)
    expect(writeReport(format, quick), format).toMatch(/quick run/i)
  expect(JSON.parse(writeReport('json', quick))).toMatchObject({ quick: true, conformant: null })
  expect(() => bundleFiles(quick)).toThrow(expect.objectContaining({ code: 'quick_run' }))
})
