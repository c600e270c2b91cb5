import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { writeWhole } from './write-whole.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
let count = 0
const folder = () => {
  const path = join(directory, String(count++))
  mkdirSync(path)
  return path
}

/** The number of a process that has ended. */
const dead = spawnSync(process.execPath, ['-e', '']).pid
const draft = (name: string, pid: number, host = hostname()) => `${name}.${host}.${pid}.0123abcd.tmp`

it('writes pieces, and leaves nothing else in the folder', () => {
  const path = folder()
  writeWhole(join(path, 'new', 'file'), ['one, ', 'two, ', '…'])
  expect(readFileSync(join(path, 'new', 'file'), 'utf8')).toBe('one, two, …')
  expect(readdirSync(join(path, 'new'))).toEqual(['file'])
})

it('keeps the mode of a file that it replaces, or sets the one that is asked for', () => {
  const file = join(folder(), 'file')
  writeFileSync(file, 'old')
  chmodSync(file, 0o604)
  writeWhole(file, 'new')
  expect(statSync(file).mode & 0o777).toBe(0o604)
  writeWhole(file, 'secret', 0o600)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('leaves the old file whole when making the text fails in the middle', () => {
  const path = folder()
  const file = join(path, 'file')
  writeFileSync(file, 'old')
  function* failing(): Generator<string> {
    yield 'new'
    throw new Error('no more')
  }
  expect(() => writeWhole(file, failing())).toThrow(`cannot write ${file}: no more.`)
  expect([readdirSync(path), readFileSync(file, 'utf8')]).toEqual([['file'], 'old'])
})

it('removes the drafts of killed processes of this machine, and no others', () => {
  const path = folder()
  const others = [draft('file', process.pid), draft('file', dead, 'elsewhere'), draft('other', dead), 'file.tmp']
  const left = ['', '-journal', '-wal', '-shm'].map((rest) => `${draft('file', dead)}${rest}`)
  for (const name of [...left, ...others]) writeFileSync(join(path, name), '')
  writeWhole(join(path, 'file'), 'new')
  expect(readdirSync(path).sort()).toEqual(['file', ...others].sort())
})

function mountSmallDisk(): string | undefined {
  const path = folder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', path], { stdio: 'ignore' })
    return path
  } catch {
    return undefined
  }
}

const disk = mountSmallDisk()
afterAll(() => {
  if (disk !== undefined) execFileSync('umount', [disk])
})

it.skipIf(disk === undefined)('leaves the old file whole on a full disk (needs root, to mount a small one)', () => {
  const file = join(disk!, 'file')
  writeWhole(file, 'old')
  expect(() =>
    writeWhole(
      file,
      Array.from({ length: 100 }, () => 'x'.repeat(10_000)),
    ),
  ).toThrow(`cannot write ${file}: the disk is full.`)
  expect([readdirSync(disk!), readFileSync(file, 'utf8')]).toEqual([['file'], 'old'])
})
