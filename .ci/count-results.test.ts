import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const script = fileURLToPath(new URL('./count-results.mjs', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'count-results-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** A report as Vitest writes it, of one file for each list of tests. */
function report(name: string, ...files: readonly (readonly string[])[]): string {
  const count = (status: string) => files.flat().filter((result) => result === status).length
  const path = join(directory, name)
  const text = JSON.stringify({
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('skipped'),
    numTodoTests: count('todo'),
    testResults: files.map((tests) => ({
      status: tests.length === 0 || tests.includes('failed') ? 'failed' : 'passed',
      name: `/${name}.test.ts`,
      message: tests.length === 0 ? 'SyntaxError: no such thing' : '',
      assertionResults: tests.map((status) => ({
        status,
        fullName: `a ${status} test`,
        failureMessages: status === 'failed' ? ['Error: 1 is not 2\n    at line 3'] : [],
      })),
    })),
  })
  writeFileSync(path, text)
  return path
}

function run(...args: readonly string[]): { readonly line: string; readonly status: number | null; said: string } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  return { line: stdout, status, said: stderr }
}

const good = report('good.json', ['passed', 'passed'], ['passed'])
const long = report('long.json', ['passed', 'skipped', 'todo'])

it('adds up the tests of every report', () => {
  expect(run(good, '0')).toEqual({ line: '3 passed, 0 failed\n', status: 0, said: '' })
  expect(run(good, '0', long, '0')).toEqual({ line: '4 passed, 0 failed, 2 skipped\n', status: 0, said: '' })
})

it('fails given a failed test in either report', () => {
  const bad = report('bad.json', ['passed', 'failed'])
  expect(run(bad, '1', long, '0')).toMatchObject({ line: '2 passed, 1 failed, 2 skipped\n', status: 1 })
  expect(run(long, '0', bad, '1')).toMatchObject({ line: '2 passed, 1 failed, 2 skipped\n', status: 1 })
})

it('tells each failure once more', () => {
  expect(run(report('told.json', ['passed', 'failed'], []), '1').said).toBe(
    '\nFAILED /told.json.test.ts\n  SyntaxError: no such thing\n' +
      '\nFAILED /told.json.test.ts > a failed test\n  Error: 1 is not 2\n      at line 3\n',
  )
})

it('tells the end of the output of a command that failed without a failed test', () => {
  const unexplained = report('unexplained.json', ['passed'])
  const lines = Array.from({ length: 99 }, (_, index) => `line ${index}`)
  writeFileSync(join(directory, 'unexplained.log'), `${lines.join('\n')}\nUnhandled Rejection\n`)
  const { said } = run(unexplained, '1')
  expect(said).toMatch(/ended with status 1\. Its output ends so:\n {2}line 60\n/)
  expect(said).toMatch(/\n {2}Unhandled Rejection\n$/)
})

it('counts a file that could not be loaded as one failure', () => {
  expect(run(report('unloaded.json', ['passed'], []), '1')).toMatchObject({ line: '1 passed, 1 failed\n', status: 1 })
})

it('fails given a status that no failed test explains', () => {
  expect(run(good, '1', long, '0')).toMatchObject({ line: '4 passed, 1 failed, 2 skipped\n', status: 1 })
  expect(run(good, '0', long, '130')).toMatchObject({ line: '4 passed, 1 failed, 2 skipped\n', status: 1 })
  expect(run(good, '1', long, '1')).toMatchObject({ line: '4 passed, 2 failed, 2 skipped\n', status: 1 })
})

it('fails given a report that is missing or that is not JSON, whatever the status', () => {
  const missing = join(directory, 'missing.json')
  expect(run(good, '0', missing, '0')).toMatchObject({
    line: '3 passed, 1 failed\n',
    status: 1,
    said: expect.stringContaining(`The report ${missing} cannot be read: ENOENT`) as string,
  })
  const cut = join(directory, 'cut.json')
  writeFileSync(cut, '{"numPassedTests": 3')
  expect(run(cut, '0', good, '0')).toMatchObject({
    line: '3 passed, 1 failed\n',
    status: 1,
    said: expect.stringContaining('cannot be read') as string,
  })
})

it('fails when a command ran no test', () => {
  expect(run(report('none.json'), '0', good, '0')).toMatchObject({
    line: '3 passed, 1 failed\n',
    status: 1,
    said: expect.stringContaining('No test ran') as string,
  })
  expect(run(report('skipped.json', ['skipped']), '0')).toMatchObject({
    line: '0 passed, 1 failed, 1 skipped\n',
    status: 1,
  })
  expect(run()).toMatchObject({ line: '0 passed, 0 failed\n', status: 1 })
})
