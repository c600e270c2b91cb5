import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { emulatorOptions } from '../bin/option-table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }

function blocksOf(language: string): readonly string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1]!)
}

/** The package's own names lead to the sources: what is published is built from them. */
function toSources(code: string): string {
  return code
    .replaceAll(`'@platform-data/emulator/node'`, `'${pathToFileURL(`${root}emulator/serve/serve.ts`).href}'`)
    .replaceAll(`'@platform-data/emulator'`, `'${pathToFileURL(`${root}emulator/index.ts`).href}'`)
}

it.each(blocksOf('ts').map((code) => [/^const (\w+)/m.exec(code)?.[1], code] as const))('runs the recipe of %s', async (_name, code) => {
  await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '--eval', toSources(code)], { cwd: root, timeout: 20_000 })
})

it('has recipes', () => {
  expect(blocksOf('ts').length).toBeGreaterThanOrEqual(4)
})

it('names only scripts that exist', () => {
  const named = [...readme.matchAll(/npm (?:run )?(start|test|check|\w+)(?=`| {2,}#)/g)].map((match) => match[1]!)
  expect(named).toEqual(expect.arrayContaining(['start', 'test', 'check']))
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

it('lists the options of the command line, every one and no other', () => {
  const listed = [...readme.matchAll(/^\| `--([\w-]+)/gm)].map((match) => match[1])
  expect([...listed].sort()).toEqual(Object.keys(emulatorOptions).sort())
})

it('names tests that exist', () => {
  const [, table = ''] = /## What is proven.*?\n\n(.*?)\n\n/s.exec(readme) ?? []
  const paths = [...table.matchAll(/`([\w./-]+\/[\w.-]*)` \|$/gm)].map((match) => match[1]!)
  expect(paths.length).toBeGreaterThan(5)
  for (const path of paths) expect([path, globSync(path.endsWith('/') ? `${path}**/*.test.ts` : path, { cwd: root }).length]).not.toEqual([path, 0])
})
