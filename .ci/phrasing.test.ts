import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readComments, readMessages, findStiffPhrases } from './phrasing.ts'
import { readModuleGraph, readSource } from './module-graph.ts'

const sources = [...readModuleGraph(['emulator', 'conformance', 'fixtures', 'bin', 'bench']).keys()]
const tests = globSync([
  'testing/**/*.ts',
  '.ci/**/*.ts',
  '{emulator,conformance,fixtures,bin,bench}/**/*.test.{ts,tsx}',
]).filter((file) => !file.includes('node_modules') && !file.startsWith('.ci/phrasing'))

/** The stiff phrases in some texts of sources, each with its place. */
const stiffPhrases = (files: readonly string[], textsOf: typeof readComments): readonly string[] =>
  files.flatMap((file) => {
    const source = readSource(file)
    const lineAt = (offset: number) => source.slice(0, offset).split('\n').length
    return textsOf(file, source).flatMap(([offset, text]) =>
      findStiffPhrases(text).map((phrase) => `${file}:${lineAt(offset)}: ${phrase}`),
    )
  })

it('has comments in plain English', () => {
  expect(stiffPhrases([...sources, ...tests], readComments)).toEqual([])
})

/** Files that quote the specification, or the names that the corpus has of right servers. */
const quoting =
  /^(?:conformance\/catalogue\/clauses|testing\/clients\/sentences|testing\/servers\/right\/.+|bin\/judges\/twin\/make-twin\.test)\.ts$/

it('has messages and titles of tests in plain English', () => {
  const files = [...sources, ...tests].filter((file) => !quoting.test(file))
  expect(stiffPhrases(files, readMessages)).toEqual([])
})

it.each(globSync(['*.md', 'bin/docs/*.md', 'bin/README.md']))('%s is in plain English', (page) => {
  const prose = readFileSync(page, 'utf8').replaceAll(/^```[\s\S]*?^```|^\|.*$|`[^`\n]*`/gm, '')
  const paragraphs = prose.split(/\n\s*\n|\n(?=[-*] |\d+\. )/).map((text) => text.replaceAll(/\s+/g, ' ').trim())
  expect(paragraphs.flatMap(findStiffPhrases)).toEqual([])
})

it.each([
  ['What the service shows.', 'the noun first'],
  ['Reads lists alone.', 'only, by itself'],
  ['The list is made anew.', 'again'],
  ['A default stands in for the name.', 'is in, replaces, means'],
  ['The expiry is told and not checked.', 'is reported, is identified'],
  ['An id that is no id.', 'is not a'],
  ['A list of at most so many items.', 'the number'],
  ['The same for groups.', 'the noun first'],
  ['a token that is none', 'is not a'],
  ['tells the first difference', 'reports, shows'],
  ['a refusal as of any other value', 'from, by'],
  ['takes a 404 for no answer', 'ignores, treats as'],
  ['How many items a list shows.', 'the noun first'],
  ['Which faults are run.', 'the noun first'],
  ['Shops that answer otherwise.', 'in another way'],
  ['How long an answer takes is not said.', 'the specification does not say'],
  ['A kind of thing that checks create.', 'kind of object'],
])('finds the phrase in "%s"', (text, instead) => {
  expect(findStiffPhrases(text).join()).toContain(`write ${instead}`)
})

it.each([
  'Ids sort by their characters alone, and attributes are told apart by their names.',
  'The first of some texts, and the number of others; undefined if there is none.',
  'How many orders to play?',
  'The headers say otherwise, and a token is not said to last.',
])('accepts "%s"', (text) => {
  expect(findStiffPhrases(text)).toEqual([])
})

it('reads line comments that follow each other as one text, and no code', () => {
  const source = `// One thought\n// in two lines.\n/** A value: \`stands for\`.\n * @example\n * stands for\n */\nconst a = 1`
  expect(readComments('a.ts', source).map(([, text]) => text)).toEqual(['One thought in two lines.', 'A value: .'])
})
