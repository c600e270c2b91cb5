import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
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

it.each([...pagesWithTables(names)])('has the tables of %s as they are generated now', (path, text) => {
  expect(committed(path), staleMessage(path, 'pages')).toBe(text)
})

it('reads every entry of package.json', () => {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    exports: Record<string, unknown>
  }
  expect(Object.keys(entries)).toEqual(Object.keys(exports).filter((name) => !/\.json$|\*/.test(name)))
  expect([...new Set(names.map(({ from }) => from))]).toEqual(Object.keys(entries).map(importName))
})

// The public API of the emulator: a name or a parameter that goes breaks users. `vitest -u` writes the file anew.
it('keeps the public names of the emulator', async () => {
  const kept = names.filter(({ file }) => file.startsWith('emulator/'))
  const lines = kept.map(({ from, name, isMember, parameters }) =>
    isMember ? `  ${name.slice(name.indexOf('.') + 1)}${parameters}` : `${from} ${name}${parameters}`,
  )
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('public-api.txt')
})
