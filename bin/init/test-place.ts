// Chooses where the first test stands: beside the tests that are there.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The runners of tests. */
export const testRunners = ['vitest', 'jest', 'node', 'playwright', 'pytest'] as const

/** The runner of tests. */
export type TestRunner = (typeof testRunners)[number]

/** Where the first test stands. */
export interface TestPlace {
  /** With a slash at its end; empty for the directory itself. */
  readonly folder: string
  /** The name of a test file, with `*` for its word, such as `*.test.ts` or `test_*.py`. */
  readonly pattern: string
}

/** Folders without tests of the project. */
const passedOver = /^(?:\..*|node_modules|dist|build|out|target|vendor|venv|env|coverage|__pycache__)$/

/** How many folders are looked into. */
const mostFolders = 500

const testName = /^(?:.+\.(?:test|spec)\.[cm]?[jt]sx?|test_\w+\.py|\w+_test\.py)$/

/** The paths of test files below a directory, the nearest first. */
export function testsBelow(directory: string): readonly string[] {
  const found: string[] = []
  const folders = ['']
  for (const [index, folder] of folders.entries()) {
    if (index === mostFolders) break
    try {
      const entries = readdirSync(join(directory, folder), { withFileTypes: true })
      for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
        const path = `${folder}${entry.name}`
        if (entry.isDirectory() && !passedOver.test(entry.name)) folders.push(`${path}/`)
        else if (entry.isFile() && testName.test(entry.name)) found.push(path)
      }
    } catch {
      // A folder that may not be read holds no tests for us.
    }
  }
  return found
}

/**
 * Chooses where the first test stands.
 * @param patterns The patterns that the test can have, the usual one first.
 * @param tests The tests that are there.
 * @param folder The folder that the user chose.
 */
export function testPlace(
  patterns: readonly string[],
  tests: readonly string[],
  folder: string | undefined,
): TestPlace {
  const places = patterns.flatMap((pattern) => {
    const [before = '', behind = ''] = pattern.split('*')
    const beside = tests.find((path) => nameOf(path).startsWith(before) && path.endsWith(behind))
    return beside === undefined ? [] : [{ folder: beside.slice(0, -nameOf(beside).length), pattern }]
  })
  const [place = { folder: '', pattern: patterns[0]! }] = places
  return folder === undefined ? place : { ...place, folder }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The language of a test and what decides its name. */
export interface TestScript {
  readonly isTyped: boolean
  /** True if files that end in `.js` are modules. */
  readonly isModule: boolean
  /** The tests that are there. */
  readonly tests: readonly string[]
}

/** The patterns of test files, the usual one first. */
export function testPatterns(runner: TestRunner, script: TestScript): readonly string[] {
  if (runner === 'pytest') return ['test_*.py', '*_test.py']
  const kinds = runner === 'playwright' ? ['spec', 'test'] : ['test', 'spec']
  const endings = runner === 'jest' ? jestEndings(script) : moduleEndings(script)
  return kinds.flatMap((kind) => endings.map((ending) => `*.${kind}.${ending}`))
}

/** A test that imports is a module. */
function moduleEndings({ isTyped, isModule }: TestScript): readonly string[] {
  const kind = isTyped ? 'ts' : 'js'
  return isModule ? [kind, `m${kind}`] : [`m${kind}`, kind]
}

/** A test that requires is CommonJS, unless something compiles it. */
function jestEndings({ isTyped, isModule, tests }: TestScript): readonly string[] {
  if (isTyped && jestReadsTypes(tests)) return ['ts']
  return isModule ? ['cjs'] : ['js', 'cjs']
}

/** Returns true where tests of Jest are in TypeScript, which it reads only where it is set up to. */
export const jestReadsTypes = (tests: readonly string[]): boolean => tests.some((path) => /\.tsx?$/.test(path))
