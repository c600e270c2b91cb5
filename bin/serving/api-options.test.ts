import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readApiOptions } from './api-options.ts'

const directory = mkdtempSync(join(tmpdir(), 'api-options-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const till = "export default { name: 'till', title: 'Till', kind: 'commerce', commands: [] }"

let count = 0
/** The result of reading an adapter module. */
function readAdapterOptions(text: string) {
  const file = join(directory, `adapter-${count++}.mjs`)
  writeFileSync(file, text)
  return readApiOptions({ adapter: [file] })
}

it('takes an adapter from a module with a top-level await', async () => {
  const { adapters } = await readAdapterOptions(`await null; ${till}`)
  expect(adapters.map(({ name }) => name)).toEqual(['till'])
})

it.each([
  ['throw { toString: null }', /: it threw a value that cannot be shown$/],
  ['export const stubs = []', /^--adapter: .*adapter-\d\.mjs: it has no default export; add: export default/],
])('names the file of an invalid module: %s', async (text, message) => {
  await expect(readAdapterOptions(text)).rejects.toThrow(message)
})
