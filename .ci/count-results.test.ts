import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const script = fileURLToPath(new URL('./count-results.mjs', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'count-results-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** A Vitest report of files with these tests. A file without tests failed to load. */
function report(files: readonly (readonly string[])[]): string {
  const count = (status: string) => files.flat().filter((result) => result === status).length
  return JSON.stringify({
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('skipped'),
    numTodoTests: count('todo'),
    testResults: files.map((tests) => ({
      status: tests.length === 0 || tests.includes('failed') ? 'failed' : 'passed',
      name: '/a.test.ts',
      message: tests.length === 0 ? 'SyntaxError: unexpected token' : '',
      assertionResults: tests.map((status) => ({
        status,
        fullName: `a ${status} test`,
        failureMessages: status === 'failed' ? ['Error: 1 is not 2\n    at line 3'] : [],
      })),
    })),
  })
}

/** The report of a command, as a string or by its tests, and the exit status of the command. */
type Command = readonly [report: string | readonly (readonly string[])[] | undefined, status: number]

/** Runs the script for some commands. Each printed 99 lines. */
function runCountResults(...commands: readonly Command[]): {
  readonly line: string
  readonly status: number | null
  told: string
} {
  const args = commands.flatMap(([content, status], index) => {
    const file = join(directory, `${index}.json`)
    rmSync(file, { force: true })
    if (content !== undefined) writeFileSync(file, typeof content === 'string' ? content : report(content))
    writeFileSync(file.replace('.json', '.log'), Array.from({ length: 99 }, (_, line) => `line ${line}\n`).join(''))
    return [file, String(status)]
  })
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  return { line: stdout.trim(), status, told: stderr }
}

const good: Command = [[['passed', 'passed'], ['passed']], 0]

it.each<[string, readonly Command[], string, number]>([
  [
    'adds up the tests of every report',
    [good, [[['passed', 'skipped', 'todo']], 0]],
    '4 passed, 0 failed, 2 skipped',
    0,
  ],
  ['fails for a failed test in any report', [[[['passed', 'failed']], 1], good], '4 passed, 1 failed', 1],
  ['fails for a file that could not be loaded', [[[['passed'], []], 1]], '1 passed, 1 failed', 1],
  ['fails for a status that no failed test explains', [good, [[['passed']], 130]], '4 passed, 1 failed', 1],
  ['fails for a report that is missing', [good, [undefined, 0]], '3 passed, 1 failed', 1],
  ['fails for a report that is cut', [['{"numPassedTests": 3', 0], good], '3 passed, 1 failed', 1],
  ['fails when a command ran no test', [[[], 0], good], '3 passed, 1 failed', 1],
  ['fails when every test was skipped', [[[['skipped']], 0]], '0 passed, 1 failed, 1 skipped', 1],
  ['fails without reports', [], '0 passed, 0 failed', 1],
])('%s', (_what, commands, line, status) => {
  expect(runCountResults(...commands)).toMatchObject({ line, status })
})

it('repeats each failure, and shows the end of the output when no test explains it', () => {
  expect(runCountResults(good).told).toBe('')
  expect(runCountResults([[['passed', 'failed'], []], 1]).told).toBe(
    '\nFAILED /a.test.ts\n  SyntaxError: unexpected token\n' +
      '\nFAILED /a.test.ts > a failed test\n  Error: 1 is not 2\n      at line 3\n',
  )
  expect(runCountResults([[['passed']], 1]).told).toMatch(
    /ended with status 1\. Its output ends so:\n {2}line 59\n[^]*line 98\n$/,
  )
})
