import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { keepCase } from './keep-case.ts'

const root = mkdtempSync(join(tmpdir(), 'keep-case-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let count = 0
const emulator = { saveCase: async () => Buffer.from(`case ${++count}`) }
const listCases = (directory: string) => readdirSync(directory).filter((name) => name.endsWith('.case.gz'))

it('keeps the newest ten in a directory, and does not touch any other file', async () => {
  const directory = join(root, 'many')
  const files: string[] = []
  for (let turn = 0; turn < 10; turn++) {
    files.push(await keepCase(emulator, { test: 'walks: all' }, { directory }))
  }
  expect(new Set(files).size).toBe(10)
  expect(files[0]).toMatch(
    /^Open this failure again: npx emulator replay \/.*\/many\/\d{8}T\d{9}Z-walks-all-[0-9a-f]{8}\.case\.gz$/,
  )
  const others = ['20200101T000000000Z-by-hand-0123abcd.case.gz', 'mine.case.gz', 'notes.txt']
  for (const name of others) writeFileSync(join(directory, name), 'of somebody else')
  await keepCase(emulator, { command: ['npm', 'test'], exitCode: 1 }, { directory })
  await keepCase(emulator, {}, { directory })
  const left = readdirSync(directory)
  expect(left).toEqual(expect.arrayContaining(others))
  expect(left.filter((name) => /^\d{8}T.*\.case\.gz$/.test(name) && !others.includes(name))).toHaveLength(10)
  expect(left.filter((name) => name.endsWith('.tmp'))).toEqual([])
})

it('writes the given file, over an older one', async () => {
  const file = join(root, 'deep/a case.gz')
  for (let turn = 0; turn < 2; turn++) expect(await keepCase(emulator, {}, { file })).toContain(`replay '${file}'`)
  expect(readFileSync(file, 'utf8')).toBe(`case ${count}`)
  expect(listCases(join(root, 'deep'))).toEqual([])
})

it('writes through a link that the user names, without replacing it', async () => {
  const [target, link] = [join(root, 'target'), join(root, 'link')]
  symlinkSync(target, link)
  writeFileSync(target, 'old')
  await keepCase(emulator, {}, { file: link })
  expect([lstatSync(link).isSymbolicLink(), readFileSync(target, 'utf8')]).toEqual([true, `case ${count}`])
})

it.each(['.emulator', '.emulator/cases', '.emulator/cases/.gitignore'])('follows no link at %s', (path) => {
  const [work, elsewhere] = [mkdtempSync(join(root, 'work-')), mkdtempSync(join(root, 'elsewhere-'))]
  mkdirSync(join(work, path, '..'), { recursive: true })
  symlinkSync(path.endsWith('ignore') ? join(elsewhere, 'new') : elsewhere, join(work, path))
  const module = new URL('keep-case.ts', import.meta.url).href
  const program = `import { keepCase } from '${module}'; await keepCase({ saveCase: async () => new Uint8Array(9) }, {}, {})`
  execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: work })
  expect(readdirSync(elsewhere)).toEqual([])
})

it('says in a line what kept it from writing, and never fails', async () => {
  writeFileSync(join(root, 'file'), '')
  const kept = await keepCase(emulator, {}, { directory: join(root, 'file/cases') })
  expect(kept).toMatch(/^The case of this failure cannot be written to .*file\/cases: .*\.$/)
  const unsaved = await keepCase({ saveCase: () => Promise.reject(new Error('no memory')) }, {}, { directory: root })
  expect(unsaved).toBe(`The case of this failure cannot be written to ${root}: no memory.`)
  // In a directory that takes none, a recursive call of Node never returns.
  if (process.platform === 'linux')
    expect(await keepCase(emulator, {}, { file: '/proc/new/a.case.gz' })).toContain('cannot be written')
})
