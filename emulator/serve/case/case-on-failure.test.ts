import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import { caseOnFailure } from './case-on-failure.ts'
import type { CaseFailure } from '../../case/case-file.ts'

const directory = mkdtempSync(join(tmpdir(), 'case-on-failure-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** A hook whose emulator tells what it was saved with. */
function hook() {
  const failures: CaseFailure[] = []
  const lines: string[] = []
  const emulator = {
    saveCase: async ({ failure }: { readonly failure: CaseFailure }) => {
      failures.push(failure)
      return Buffer.from('case')
    },
  }
  const after = caseOnFailure(() => emulator, { directory, say: (line) => void lines.push(line) })
  return { after, failures, lines }
}

const error = new Error('expected 1')

it.each([
  ['node:test', { name: 'reads', passed: false, error }],
  ['Vitest', Object.assign(() => undefined, { task: { name: 'reads', result: { state: 'fail', errors: [error] } } })],
])('keeps the failed test of %s', async (_runner, context) => {
  const { after, failures, lines } = hook()
  await after(context)
  expect(failures).toEqual([{ test: 'reads', message: 'expected 1' }])
  expect(lines).toEqual([expect.stringMatching(/^Open this failure again: npx emulator replay .*-reads-.*\.case\.gz$/)])
})

it('keeps no case of an emulator that received nothing, and says so', async () => {
  const lines: string[] = []
  const emulator = createEmulator()
  const after = caseOnFailure(emulator, { directory, say: (line) => void lines.push(line) })
  const failed = { name: 'asks nothing', passed: false, error }
  await after(failed)
  await emulator.fetch('https://api.example/~blue/0/')
  await after(failed)
  expect(lines).toEqual([
    expect.stringContaining('received no request, so no case was kept'),
    expect.stringContaining('Open this failure again'),
  ])
})

it('keeps the failed test of Mocha, which is told by `this`', async () => {
  const { after, failures } = hook()
  await after.call({ currentTest: { state: 'failed', title: 'reads', err: error } })
  expect(failures).toEqual([{ test: 'reads', message: 'expected 1' }])
})

it('keeps the failed test of Jest, whose hooks are told nothing', async () => {
  const { after, failures } = hook()
  const state = Symbol('JEST_STATE_SYMBOL')
  const holder = globalThis as unknown as Record<symbol, unknown>
  try {
    holder[state] = { currentlyRunningTest: { name: 'reads', errors: [] } }
    await after()
    expect(failures).toEqual([])
    holder[state] = { currentlyRunningTest: { name: 'reads', errors: [[error, new Error('async')]] } }
    await after()
  } finally {
    delete holder[state]
  }
  expect(failures).toEqual([{ test: 'reads', message: 'expected 1' }])
})

it.each([
  ['node:test', { name: 'reads', passed: true, error: null }],
  ['Vitest', { task: { name: 'reads', result: { state: 'pass' } } }],
  ['a runner that tells nothing', undefined],
])('writes nothing for a test that passed in %s', async (_runner, context) => {
  const before = readdirSync(directory)
  const { after, failures, lines } = hook()
  await after(context)
  expect([failures, lines, readdirSync(directory)]).toEqual([[], [], before])
})

it('takes no parameter that a runner would wait for', () => {
  expect(hook().after).toHaveLength(0)
})
