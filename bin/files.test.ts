import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readYamlFile, writeWhole } from './files.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
let count = 0
const folder = () => {
  const path = join(directory, String(count++))
  mkdirSync(path)
  return path
}

/** The id of an ended process. */
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
  for (const name of [draft('file', dead), ...others]) writeFileSync(join(path, name), '')
  writeWhole(join(path, 'file'), 'new')
  expect(readdirSync(path).sort()).toEqual(['file', ...others].sort())
})

it('writes to a pipe without replacing it', () => {
  const pipe = join(folder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
  writeWhole(pipe, 'a report')
  const read = Buffer.alloc(64)
  expect(read.toString('utf8', 0, readSync(reader, read))).toBe('a report')
  closeSync(reader)
  expect(statSync(pipe).isFIFO()).toBe(true)
})

it('writes to the target of a link, and keeps the link', () => {
  const [target, link] = [join(folder(), 'latest.json'), join(folder(), 'latest.json')]
  writeFileSync(target, 'the old one')
  symlinkSync(target, link)
  writeWhole(link, 'the new one')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(target, 'utf8')).toBe('the new one')
})

function fileOf(name: string, text: string): string {
  const file = join(directory, name)
  writeFileSync(file, text)
  return file
}

it.each([
  ['JSON', '{"a": 1}'],
  ['JSON after a byte order mark', '\uFEFF{"a": 1}'],
  ['JSON that names its schema', '{"$schema": "x.json", "a": 1}'],
  ['YAML that names its schema', '# yaml-language-server: $schema=x.json\na: 1\n'],
  ['a flow mapping of YAML', '{ a: 1 }'],
])('reads %s', async (_title, text) => {
  expect(await readYamlFile('--fixtures', fileOf('file', text))).toEqual({ a: 1 })
})

const café = 'name: Café'

it.each([
  ['UTF-16', Buffer.from(`\uFEFF${café}`, 'utf16le')],
  ['UTF-16', Buffer.from(`\uFEFF${café}`, 'utf16le').swap16()],
  ['UTF-16', Buffer.from(café, 'utf16le')],
  [
    'UTF-32',
    Buffer.from([...`\uFEFF${café}`].flatMap((letter) => [letter.charCodeAt(0), letter.charCodeAt(0) >> 8, 0, 0])),
  ],
  ['Latin-1', Buffer.from(café, 'latin1')],
])('names the encoding %s of a file in every reader', async (encoding, bytes) => {
  const file = fileOf('coded', '')
  writeFileSync(file, bytes)
  const why = new RegExp(`cannot read ${file}: it is .*${encoding}.*; save it in UTF-8\\.$`)
  await expect(readYamlFile('--fixtures', file)).rejects.toThrow(why)
})

it.each([
  ['{"a": ', / is neither JSON nor YAML: Flow map must end with a \} at line 1, column 7$/],
  ['a: [', / is neither JSON nor YAML: .* at line 1, column 5$/],
  ['a: 1\na: 2', / is neither JSON nor YAML: Map keys must be unique at line 2, column 1$/],
  [`a: 1\n${'many words '.repeat(300)}`, / is neither JSON nor YAML: .{1,201}$/],
  [`[${'['.repeat(300)}${']'.repeat(300)}]`, / nests more than 200 levels deep; make it flatter\.$/],
  ['a: 1\n---\nb: 2', / has several YAML documents, divided by ---; leave one of them\.$/],
  ['a: &a [*a]', / is neither JSON nor YAML: an alias is inside the value that it refers to$/],
  ['only words', / must hold an object; got the text "only words"\.$/],
])('refuses %j in one line that names the option and the file', async (text, message) => {
  const file = fileOf('broken.yaml', text)
  const refusal = readYamlFile('--fixtures', file)
  await expect(refusal).rejects.toThrow(message)
  await expect(refusal).rejects.toThrow(`--fixtures: ${file}`)
})
