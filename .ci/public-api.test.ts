import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { faultSchema } from '../emulator/disturb/faults/fault.ts'
import { definitions } from '../emulator/model/contract/conventions.ts'
import { committed, staleMessage } from '../testing/committed.ts'
import { entries, importName } from '../testing/package-entries.ts'
import { pagesWithTables } from './generate/page-tables.ts'
import { readPublicApi } from './public-api.ts'

const names = readPublicApi()

it('has a sentence for every public name', () => {
  expect(names.length).toBeGreaterThan(500)
  expect(names.filter(({ documentation }) => documentation === '').map(({ file, name }) => `${file} ${name}`)).toEqual(
    [],
  )
})

it('has doc comments that match the tables of conventions and faults', () => {
  const { properties } = faultSchema() as unknown as { properties: Readonly<Record<string, { description: string }>> }
  const texts = Object.fromEntries([
    ...Object.entries(definitions).map(([name, { what }]) => [`Conventions.${name}`, what]),
    ...Object.entries(properties).map(([name, { description }]) => [`Fault.${name}`, description]),
  ])
  const commented = names.filter(({ name }) => Object.hasOwn(texts, name))
  expect(
    Object.fromEntries(commented.map(({ name, documentation }) => [name, documentation.replaceAll(/\s+/g, ' ')])),
  ).toEqual(texts)
})

it.each([...pagesWithTables(names)])('has up-to-date tables of %s', (path, text) => {
  expect(committed(path), staleMessage(path, 'pages')).toBe(text)
})

it('reads every entry of package.json', () => {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    exports: Record<string, unknown>
  }
  expect(Object.keys(entries)).toEqual(Object.keys(exports).filter((name) => !/\.json$|\*/.test(name)))
  expect([...new Set(names.map(({ from }) => from))]).toEqual(Object.keys(entries).map(importName))
})

// The public API of the emulator: removing a name or a parameter breaks users. `vitest -u` updates the file.
it('keeps the public names of the emulator', async () => {
  const kept = names.filter(({ file }) => file.startsWith('emulator/'))
  const lines = kept.map(({ from, name, isMember, parameters }) =>
    isMember ? `  ${name.slice(name.indexOf('.') + 1)}${parameters}` : `${from} ${name}${parameters}`,
  )
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('public-api.txt')
})
