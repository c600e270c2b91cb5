import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { createFromFlags } from '../serving/create-from-flags.ts'
import { type EmulatorFlags, emulatorOptions } from './emulator-options.ts'
import { readFlags } from './read-flags.ts'
import { docsPage } from '../../testing/readme-code.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-config-'))
mkdirSync(join(directory, 'sub'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
afterEach(() => {
  vi.restoreAllMocks()
})

function fileOf(text: string, name = 'a.yaml'): string {
  const file = join(directory, name)
  writeFileSync(file, text)
  return file
}

const read = async (text: string, typed: Partial<EmulatorFlags> = {}) =>
  (await readFlags({ ...typed, config: fileOf(text) })).flags

it('reads the recipe of its page, which an emulator accepts', async () => {
  const [, recipe = ''] = /^```yaml config\n(.*?)^```/ms.exec(docsPage('start')) ?? []
  const flags = await read(recipe)
  expect(flags).toMatchObject({
    port: 0,
    seed: 7,
    clock: '2026-01-31T12:00:00Z',
    convention: { listEnvelope: 'array', defaultLimit: 10 },
    'allow-origin': ['https://app.example'],
    log: 'line',
    'no-control': false,
  })
  const { emulator } = await createFromFlags(flags, () => {})
  expect([emulator.seed, emulator.clock.now(), emulator.conventions.defaultLimit]).toEqual([
    7,
    Date.UTC(2026, 0, 31, 12),
    10,
  ])
  expect(emulator.faults.pending).toMatchObject([{ operation: 'projects.list', status: 503, times: 2 }])
})

it('accepts every option', async () => {
  const values: Readonly<Record<string, unknown>> = {
    clock: 'frozen',
    convention: { defaultLimit: 5 },
    fault: { status: 503 },
    log: 'full',
    'public-url': 'https://api.example',
    'max-memory': '512M',
    'world-ttl': '8h',
  }
  const all = Object.entries(emulatorOptions).flatMap(([name, { type }]) => {
    const value = values[name] ?? (type === 'boolean' ? true : type === 'array' ? ['7', 8] : 7)
    return name === 'config' ? [] : [[name, value] as const]
  })
  const flags = await read(JSON.stringify(Object.fromEntries(all)))
  for (const [name] of all) expect([name, flags[name as 'seed']]).not.toEqual([name, undefined])
  expect(flags).toMatchObject({ port: 7, seed: 7, deviation: ['7', '8'], json: true, fault: [{ status: 503 }] })
})

it('accepts conventions by name, with lists, numbers and flags', async () => {
  const text = 'convention: { versions: ["1.13", "1.14"], defaultLimit: 5, listEnvelope: array }'
  expect((await read(text)).convention).toEqual({ versions: ['1.13', '1.14'], defaultLimit: 5, listEnvelope: 'array' })
})

it('lets the command line win, option by option', async () => {
  const text = 'seed: 7\nscenario: [unknown-members]\njson: true\n'
  expect(await read(text, { seed: 9, scenario: ['link-previous-first'], json: false })).toMatchObject({
    seed: 9,
    scenario: ['link-previous-first'],
    json: true,
  })
})

it('resolves paths relative to the file, and keeps the name of a pack', async () => {
  const file = fileOf('fixtures: ./f.json\nadapter: [a.json, /b.json]\ndata: w.db\n', 'sub/c.yaml')
  const { flags, configFile } = await readFlags({ config: file })
  const beside = (name: string) => relative('', join(directory, 'sub', name))
  expect([flags.fixtures, flags.adapter, flags.data, configFile]).toEqual([
    beside('f.json'),
    [beside('a.json'), relative('', '/b.json')],
    beside('w.db'),
    file,
  ])
  expect((await readFlags({ config: fileOf('fixtures: empty', 'sub/d.yaml') })).flags.fixtures).toBe('empty')
  const named = Object.entries(emulatorOptions).filter(
    ([name, { describe }]) => /\bFILE\b/.test(describe) && name !== 'config',
  )
  const paths = Object.entries(emulatorOptions).filter(([, option]) => 'isPath' in option && option.isPath)
  expect(named).toEqual(paths)
})

it('finds emulator.config.yaml in the working directory, unless another is named', async () => {
  fileOf('seed: 5', 'emulator.config.yaml')
  const other = fileOf('seed: 6')
  const before = process.cwd()
  process.chdir(directory)
  try {
    expect(await readFlags({})).toMatchObject({ configFile: 'emulator.config.yaml', flags: { seed: 5 } })
    expect(await readFlags({ config: other })).toMatchObject({ configFile: other, flags: { seed: 6 } })
  } finally {
    process.chdir(before)
  }
  expect((await readFlags({})).configFile).toBeUndefined()
})

it.each([
  ['prot: 80', 'There is no option "prot"; did you mean port? The options are'.slice(0, 50)],
  ['config: a.yaml', 'There is no option "config"'],
  ['--port: 80', 'There is no option "--port"; did you mean port?'],
  ['__proto__: 1', 'There is no option "__proto__"'],
  ['port: http', 'port takes a whole number from 0 to 65535; got "http".'],
  ['port: 70000', 'port takes a whole number from 0 to 65535; got "70000".'],
  ['port: [1, 2]', 'port takes a string or a number; got a list.'],
  ['port: null', 'port takes a string or a number; got null.'],
  ['host: true', 'host takes a string or a number; got true.'],
  ["host: ''", 'host has no value; give it one, or leave it out.'],
  ['json: "yes"', 'json takes true or false; got "yes".'],
  ['scenario: [{ a: 1 }]', 'scenario takes a string or a number; got {"a":1}.'],
  ['log: loud', 'log takes off, line, full; got "loud"'],
  ['- port', 'must have options by name, such as "seed: 7"; got ["port"].'],
  ['7', 'must have options by name, such as "seed: 7"; got 7.'],
  ["'port'", 'must hold an object; got the text'],
  ['port: [', 'is neither JSON nor YAML: '],
  ['a: 1\na: 2', 'is neither JSON nor YAML: Map keys must be unique'],
])('refuses %j in one line that names the file', async (text, message) => {
  const error: unknown = await read(text).catch((reason: unknown) => reason)
  expect((error as Error).name).toBe('UsageError')
  expect((error as Error).message).toContain(message)
  expect((error as Error).message).toMatch(/^[^\n]*a\.yaml[^\n]*$/)
})

it('accepts an empty list of a repeatable option', async () => {
  expect((await read('deviation: []')).deviation).toEqual([])
})
