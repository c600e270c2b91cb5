import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readYaml } from './read-yaml.ts'

const directory = mkdtempSync(join(tmpdir(), 'read-yaml-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

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
  expect(await readYaml('--fixtures', fileOf('file', text))).toEqual({ a: 1 })
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
])('names the encoding %s of a file, whichever reader it has', async (encoding, bytes) => {
  const file = fileOf('coded', '')
  writeFileSync(file, bytes)
  const why = new RegExp(`cannot read ${file}: it is .*${encoding}.*; save it in UTF-8\\.$`)
  await expect(readYaml('--fixtures', file)).rejects.toThrow(why)
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
  const refusal = readYaml('--fixtures', file)
  await expect(refusal).rejects.toThrow(message)
  await expect(refusal).rejects.toThrow(`--fixtures: ${file}`)
})
