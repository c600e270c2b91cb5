import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The files of the repository that a file imports, without type imports: those are gone when it runs. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const statements = /^(?:import|export)\s+(?!type\b)(?:[\w*{][^'"();=]*?from\s+)?['"](\.[^'"]+)['"]/gm
  const calls = /\bimport\(\s*['"](\.[^'"]+)['"]/g
  const imports = [...text.matchAll(statements), ...text.matchAll(calls)]
  return imports.map((match) => relative(root, join(root, dirname(file), match[1]!)))
}

/** Every file that the files of some folders load, directly or not, with a file that imports it. */
function reachedFrom(patterns: readonly string[]): ReadonlyMap<string, string> {
  const reached = new Map<string, string>()
  const open = globSync(patterns, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  for (const file of open) reached.set(file, 'itself')
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const imported of importsOf(file)) {
      if (reached.has(imported)) continue
      reached.set(imported, file)
      open.push(imported)
    }
  }
  return reached
}

it.each([
  ['emulator/', ['emulator/**/*.ts'], ['conformance/', 'bin/', 'bench/', 'testing/', '.ci/']],
  ['the core of emulator/', ['emulator/create-emulator.ts'], ['emulator/serve/', 'emulator/integrations/']],
  ['conformance/', ['conformance/**/*.ts'], ['emulator/', 'fixtures/', 'bin/', 'bench/', 'testing/', '.ci/']],
  [
    'fixtures/',
    ['fixtures/**/*.ts'],
    ['conformance/', 'emulator/serve/', 'emulator/integrations/', 'bin/', 'bench/', 'testing/', '.ci/'],
  ],
])('nothing that %s loads lies beyond its border', (_name, patterns, others) => {
  const reached = reachedFrom(patterns)
  expect(reached.size).toBeGreaterThan(10)
  expect([...reached].filter(([file]) => others.some((other) => file.startsWith(other)))).toEqual([])
})

/**
 * The types that emulator/ takes from the kit: names alone. A refusal cites a requirement, and a deviation names the
 * check that catches it.
 */
const namesFromTheKit = [
  '{ CheckId } catalogue/check-requirements.ts',
  '{ CheckId, CheckRequirements } catalogue/check-requirements.ts',
  '{ RequirementId } catalogue/requirements.ts',
]

it.each(['emulator', 'conformance'])(
  '%s/ takes no more than the names of requirements and checks as types from the other half',
  (half) => {
    const other = half === 'emulator' ? 'conformance' : 'emulator'
    const typeImport = new RegExp(`^import type (.*) from '[./]+/${other}/(.*)'`, 'gm')
    const files = globSync(`${half}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
    const typed = files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(typeImport)].map((match) => `${match[1]} ${match[2]}`),
    )
    expect([...new Set(typed)].sort()).toEqual(half === 'emulator' ? namesFromTheKit : [])
  },
)
