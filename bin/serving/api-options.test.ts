import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { messageOf } from '../usage-error.ts'
import { readApiOptions } from './api-options.ts'

const directory = mkdtempSync(join(tmpdir(), 'api-options-'))
afterEach(() => vi.useRealTimers())
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const none = { convention: [], conventions: undefined, 'base-path': undefined, 'public-url': undefined }
const till = "export default { name: 'till', title: 'Till', kind: 'commerce', commands: [] }"

it.each([
  ['settles', `await null; ${till}`, 'till'],
  ['never settles', `await new Promise(() => {}); ${till}`, /^--adapter: .*: it has not loaded within 10 seconds;/],
  ['throws what cannot be shown', 'throw { toString: null }', /: it threw a value that cannot be shown$/],
])('reads the module of an adapter that %s', async (what, text, expected) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const file = join(directory, `${what.replaceAll(' ', '-')}.mjs`)
  writeFileSync(file, text)
  const came: { got?: string } = {}
  void readApiOptions({ ...none, adapter: [file] }).then(
    ({ adapters }) => (came.got = adapters[0]!.name),
    (error: unknown) => (came.got = messageOf(error)),
  )
  // A module is read in real time. Only what never settles has to wait for the fake clock.
  for (let looks = 0; came.got === undefined && looks < 4000; looks++) {
    await pause(5)
    if (what === 'never settles') await vi.advanceTimersByTimeAsync(100)
  }
  expect(came.got).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
})

it.each([
  ['beside an adapter', till, ['till']],
  ['alone', '', []],
])('takes stubs from a module %s', async (what, text, names) => {
  const file = join(directory, `stubs-${what.length}.mjs`)
  writeFileSync(file, `${text}; export const stubs = [{ operation: 'projects.list', answer: () => [] }]`)
  const { adapters, stubs } = await readApiOptions({ ...none, adapter: [file] })
  expect(adapters.map(({ name }) => name)).toEqual(names)
  const emulator = createEmulator({ adapters, stubs })
  const headers = { authorization: `Bearer ${emulator.credentials.token}` }
  const response = await emulator.fetch('http://localhost/1.13/projects', { headers })
  expect(await response.json()).toEqual([])
})

it('names the file of a stub that cannot be', async () => {
  const file = join(directory, 'wrong-stub.mjs')
  writeFileSync(file, "export const stubs = [{ operation: 'projects.lst', answer: () => [] }]")
  await expect(readApiOptions({ ...none, adapter: [file] })).rejects.toThrow(
    /--adapter: .*wrong-stub\.mjs: There is no operation "projects\.lst"; did you mean projects\.list\?/,
  )
})
