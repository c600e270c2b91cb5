import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { pageFiles, pageOf, root } from '../../testing/readme-code.ts'
import { topics, topicOf, topicWords } from '../help/topics.ts'
import { help } from './help.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

function shows(words: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  for (const [name, value] of Object.entries({ COLUMNS: '', npm_command: '', ...env })) vi.stubEnv(name, value)
  using print = vi.spyOn(console, 'log').mockReturnValue()
  expect(help(words)).toBe(0)
  return print.mock.calls.map(([text]) => String(text)).join('')
}

it('has a page for each topic, in the index in its order', () => {
  const names = Object.keys(topics)
  expect(
    globSync('*.md', { cwd: `${root}bin/docs` })
      .map((file) => file.slice(0, -3))
      .toSorted(),
  ).toEqual(names.toSorted())
  const rows = [
    ...readFileSync(`${root}${pageFiles[1]!}`, 'utf8').matchAll(/^\| \[([\w-]+)\]\(docs\/([\w-]+)\.md\) \| (.+) \|$/gm),
  ]
  expect(rows.map(([, name, file, about]) => [name, file, about])).toEqual(
    Object.entries(topics).map(([name, about]) => [name, name, about]),
  )
  expect(topicWords.filter((word) => !names.includes(topicOf(word)!))).toEqual([])
})

it.each(Object.keys(topics))('shows the page %s for a pipe, in 80 columns, and all that it says', (topic) => {
  const text = shows([topic])
  expect(text.replaceAll(/^ {6}.*/gm, '')).not.toMatch(/\]\(|\*\*|^```|^#+ |^\|/m)
  expect(text.split('\n').filter((line) => line.length > 80 && !/^ {6}|^ {2}\S{70}|`[^`]{60,}`/.test(line))).toEqual([])
  expect(text).not.toContain('\u001b')
  const words = (markdown: string): readonly string[] => markdown.match(/\p{L}{3,}/gu) ?? []
  const said = words(text)
  const links = /\]\([^)]+\)|^```[^\n]*|^<!--.*/gm
  expect(words(pageOf(topic).replaceAll(links, '')).filter((word) => !said.includes(word))).toEqual([])
})

it('lists the topics, each in a line of its own', () => {
  const lines = shows([]).split('\n')
  for (const [topic, about] of Object.entries(topics)) expect(lines).toContain(`  ${topic.padEnd(11)}  ${about}`)
  expect(shows(['--help'])).toContain('Exit codes:')
})

it('leads from the name of a command to the page that has it, by commands that the caller can run', () => {
  expect(shows(['exec'], { npm_command: 'exec' })).toContain('`npx emulator help files`')
})

it.each([
  [['clint'], 'There is no page about "clint"; did you mean client? `emulator help` lists the topics.'],
  [['nothing like it'], 'There is no page about "nothing like it". `emulator help` lists the topics.'],
  [['client', 'races'], 'emulator help takes only TOPIC; got also "races".'],
  [['--topic'], 'emulator help takes only TOPIC; got also "--topic".'],
])('refuses %j and tells the nearest', (words, message) => {
  expect(() => help(words)).toThrow(message)
})
