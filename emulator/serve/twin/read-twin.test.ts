import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import { readTwin } from './read-twin.ts'

const directories: string[] = []
afterEach(() => directories.splice(0).forEach((directory) => rmSync(directory, { recursive: true, force: true })))

/** Makes the directory of a twin with these files. */
function makeTwinDirectory(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'twin-'))
  directories.push(directory)
  for (const [name, text] of Object.entries({ 'conventions.yaml': '{}', ...files })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    writeFileSync(join(directory, name), text)
  }
  return directory
}

const library = (title: string) =>
  `name: library\ntitle: ${title}\nkind: lending\ncommands: [{ name: lend, description: Lends., does: { create: loans } }]`

it('reads only conventions, or also records and adapters', async () => {
  expect(await readTwin(makeTwinDirectory({ 'conventions.yaml': 'defaultLimit: 5\n' }))).toEqual({
    conventions: { defaultLimit: 5 },
  })
  const files = { 'fixtures.yaml': 'projects: []', 'adapters/b.yaml': library('B'), 'adapters/notes.txt': 'none' }
  expect(await readTwin(makeTwinDirectory(files))).toMatchObject({
    conventions: {},
    adapters: [{ name: 'library', title: 'B' }],
  })
})

it('gives precedence to the options of the emulator', async () => {
  const twin = await readTwin(
    makeTwinDirectory({
      'conventions.yaml': 'defaultLimit: 5\nmaximumLimit: 50\n',
      'fixtures.yaml': 'projects: [{ name: Mine }]',
      'adapters/library.yaml': library('Library'),
    }),
  )
  expect(twin.fixtures!(7)).toBe(twin.fixtures!(7))
  const emulator = createEmulator({ twin })
  expect(emulator.conventions).toMatchObject({ defaultLimit: 5, maximumLimit: 50 })
  expect(emulator.data.find('projects').map(({ name }) => name)).toEqual(['Mine'])
  expect(emulator.adapters.get('library')?.title).toBe('Library')
  const [adapter] = twin.adapters!
  const other = createEmulator({
    twin,
    conventions: { defaultLimit: 7 },
    fixtures: 'empty',
    adapters: [{ ...adapter!, title: 'Other' }],
  })
  expect(other.conventions).toMatchObject({ defaultLimit: 7, maximumLimit: 50 })
  expect(other.data.find('projects').map(({ name }) => name)).not.toContain('Mine')
  expect(other.adapters.get('library')?.title).toBe('Other')
})

it.each<[string, Readonly<Record<string, string>>, string]>([
  ['no YAML', { 'conventions.yaml': 'a: [' }, 'conventions.yaml is neither JSON nor YAML: '],
  ['a text', { 'conventions.yaml': 'hello' }, 'conventions.yaml must hold an object; got the text "hello".'],
  ['nothing', { 'conventions.yaml': '' }, 'conventions.yaml must hold conventions by name; got null.'],
  ['an unknown convention', { 'conventions.yaml': 'defaultLimt: 5' }, 'There is no convention "defaultLimt"'],
  ['a wrong value', { 'conventions.yaml': 'defaultLimit: many' }, 'The convention defaultLimit takes '],
  ['wrong records', { 'fixtures.yaml': 'projects: 7' }, 'fixtures.yaml: '],
  ['a wrong adapter', { 'adapters/a.yaml': 'name: a' }, join('adapters', 'a.yaml: ')],
  ['a directory in place of a file', { 'conventions.yaml/a': '' }, 'conventions.yaml: EISDIR'],
  ['a file in place of a directory', { adapters: '' }, 'adapters: ENOTDIR'],
])('refuses a twin with %s', async (_what, files, message) => {
  const all: Record<string, string> = 'conventions.yaml/a' in files ? {} : files
  const directory = makeTwinDirectory(all)
  if (all !== files) {
    rmSync(join(directory, 'conventions.yaml'))
    mkdirSync(join(directory, 'conventions.yaml'))
  }
  await expect(readTwin(directory)).rejects.toMatchObject({
    name: 'EmulatorError',
    code: 'unusable_twin',
    message: expect.stringContaining(message),
  })
})

it('refuses a directory that is not a twin, and says what to do', async () => {
  await expect(readTwin('nowhere')).rejects.toMatchObject({
    code: 'unusable_twin',
    message: 'nowhere is not a twin: it has no conventions.yaml; emulator learn URL --out nowhere makes one.',
  })
  await expect(readTwin(7 as never)).rejects.toMatchObject({ code: 'unusable_twin' })
})
