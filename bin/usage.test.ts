import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { allCommands, type NamedCommand } from './command-list.ts'
import { pageFiles, root } from '../testing/readme-code.ts'
import { runHere } from '../testing/run-here.ts'

const all = await allCommands()

/** The command that a command line names. No words mean `start`. */
const findCommand = (words: readonly string[]): NamedCommand =>
  [words.slice(0, 2).join(' '), words[0], 'start'].flatMap((name) => all.find((row) => row.name === name) ?? [])[0]!
const names = all.map(({ name }) => name)

/** The command lines in code blocks and backticks of the pages. */
function documentedCommands(): readonly string[] {
  const texts = [...pageFiles, 'SECURITY.md', 'CONTRIBUTING.md'].map((file) => readFileSync(join(root, file), 'utf8'))
  const blocks = texts.flatMap((text) =>
    [...text.matchAll(/^```sh.*?\n(.*?)^```/gms)].flatMap(([, code]) => code!.split('\n')),
  )
  const spans = texts.flatMap((text) =>
    [...text.matchAll(/(?<!`)`((?:npx )?emulator [^`]+)`/g)].map(([, code]) => code!),
  )
  return [...blocks, ...spans]
    .map((line) => /^(?:npx )?emulator (.*)$/s.exec(line.replaceAll(/\s+/g, ' ').replace(/ #.*| &&.*/, ''))?.[1])
    .filter((line) => line !== undefined)
}

it('has in the pages only commands and options that exist', () => {
  const lines = documentedCommands()
  expect(lines.length).toBeGreaterThan(50)
  const unknown = lines.filter((line) => {
    const words = line
      .split(/ --(?: |$)/)[0]!
      .trim()
      .split(' ')
    const { options } = findCommand(words)
    const named = words.flatMap((word) => /^--([\w-]+)/.exec(word)?.[1] ?? [])
    const isCommand = /^(?:--|[A-Z…])/.test(words[0]!) || names.some((name) => name.split(' ')[0] === words[0])
    return !isCommand || named.some((name) => !Object.hasOwn(options, name) && !['help', 'version'].includes(name))
  })
  expect(unknown).toEqual([])
})

it.each(all)('prints the exit codes of $name in its help', async ({ name, exitCodes }) => {
  const help = (await runHere([...name.split(' '), '--help'])).stdout.replaceAll(/\s+/g, ' ')
  for (const [code, meaning] of exitCodes!) expect(help).toContain(`${code} ${meaning}`)
})

it.each<readonly [string, number]>([
  ['--help', 24],
  ['help', 24],
  ...names.map((name) => [`${name} --help`, 48] as const),
])('prints %s on %i lines of 80 columns', async (line, most) => {
  const { code, stdout } = await runHere(line.split(' '), { env: { ...process.env, COLUMNS: '80' } })
  const lines = stdout.trimEnd().split('\n')
  expect(code).toBe(0)
  expect(lines.length).toBeLessThanOrEqual(most)
  expect(lines.filter((text) => text.length > 80)).toEqual([])
})

it('begins its help with what to run next, and lists the commands before the topics', async () => {
  const env = { ...process.env, npm_command: 'exec' }
  const help = (await runHere(['help'], { env })).stdout
  for (const text of [help, (await runHere(['--help'], { env })).stdout])
    expect(text).toContain('A local Platform Data API: try `npx emulator start` or `npx emulator init`.')
  expect(help).toMatch(/^A local [^]*\n {2}start, exec, openapi, [^]*\n {2}in-process /)
})

it('lists its commands given only --help, and prints its version', async () => {
  const { stdout } = await runHere(['--help'])
  const words = [...stdout.matchAll(/^ {2}emulator (\w+)/gm)].map(([, word]) => word)
  expect(words.toSorted()).toEqual([...new Set(names.map((name) => name.split(' ')[0]))].toSorted())
  expect((await runHere(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})
