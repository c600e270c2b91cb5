import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { readApiOptions } from './api-options.ts'

const directory = mkdtempSync(join(tmpdir(), 'api-options-'))
afterEach(() => vi.useRealTimers())
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const till = "export default { name: 'till', title: 'Till', kind: 'commerce', commands: [] }"
const stubModule = (operation: string) => `export const stubs = [{ operation: '${operation}', answer: () => [] }]`

let count = 0
/** The result of reading an adapter module. */
function readAdapterOptions(text: string) {
  const file = join(directory, `adapter-${count++}.mjs`)
  writeFileSync(file, text)
  return readApiOptions({ adapter: [file] })
}

it.each([
  [`await null; ${till}; ${stubModule('projects.list')}`, ['till']],
  [stubModule('projects.list'), []],
])('takes adapters and stubs from a module: %s', async (text, names) => {
  const { adapters, stubs } = await readAdapterOptions(text)
  expect(adapters.map(({ name }) => name)).toEqual(names)
  const emulator = createEmulator({ adapters, stubs })
  const headers = { authorization: `Bearer ${emulator.credentials.token}` }
  const response = await emulator.fetch('http://localhost/1.13/projects', { headers })
  expect(await response.json()).toEqual([])
})

it.each([
  ['throw { toString: null }', /: it threw a value that cannot be shown$/],
  [
    stubModule('projects.lst'),
    /^--adapter: .*adapter-\d\.mjs: There is no operation "projects\.lst"; did you mean projects\.list\?/,
  ],
])('names the file of an invalid module: %s', async (text, message) => {
  await expect(readAdapterOptions(text)).rejects.toThrow(message)
})

it('does not wait for a module that never loads', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const refused = expect(readAdapterOptions('await new Promise(() => {})')).rejects.toThrow(
    'it has not loaded within 10 seconds',
  )
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
})
