// A name says its noun: see the glossary of ARCHITECTURE.md.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { riddlesIn } from './names.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('{conformance,bin,emulator,fixtures,testing,bench,.ci}/**/*.{ts,tsx,mjs,js}', {
  cwd: root,
  exclude: ['**/node_modules/**'],
})

/** The names that may stay, by their file. */
const allowed: readonly string[] = [
  // The public method `requests.one()`.
  'emulator/journal/journal.ts one',
]

it('calls nothing one, own, shown or given', () => {
  const found = files.flatMap((file) =>
    riddlesIn(file, readFileSync(`${root}${file}`, 'utf8')).map(({ line, name }) => ({
      at: `${file}:${line}`,
      file,
      name,
    })),
  )
  const unexpected = found.filter(({ file, name }) => !allowed.includes(`${file} ${name}`))
  expect(unexpected.map(({ at, name }) => `${at} ${name}: name it by its noun`)).toEqual([])
})

it.each([
  ['a constant', 'const one = 1', 'one'],
  ['a parameter', 'list.map((given) => f(given))', 'given'],
  ['a private member', 'class A { #own = 1 }', 'own'],
  ['a member of a type', 'interface A { readonly shown: string }', 'shown'],
  ['a type', 'type Given = string', 'Given'],
  ['an unused parameter', 'list.map((_one, index) => index)', '_one'],
  ['a renamed member', 'const { name: own } = f()', 'own'],
])('finds %s', (_what, source, name) => {
  expect(riddlesIn('a.ts', source)[0]).toEqual({ line: 1, name })
})

it.each([
  ['a method of others', 'emulator.requests.one({})'],
  ['a member of others under another name', 'const { one: toOne } = relations'],
  ['a longer name', 'const ownerOf = Object.hasOwn(record, "given")'],
  ['prose', '// The one that was given.'],
])('leaves %s', (_what, source) => {
  expect(riddlesIn('a.ts', source)).toEqual([])
})
