// Chooses the place of the first test, next to existing tests.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The supported test runners. */
export const testRunners = ['vitest', 'jest', 'node', 'playwright', 'pytest'] as const

/** A test runner. */
export type TestRunner = (typeof testRunners)[number]

/** The place of the first test. */
export interface TestPlace {
  /** The folder with a trailing slash; empty for the directory itself. */
  readonly folder: string
  /** The pattern of test file names, such as `*.test.ts` or `test_*.py`. */
  readonly pattern: string
}

/** Folders to skip, which have no tests of the project. */
const passedOver = /^(?:\..*|node_modules|dist|build|out|target|vendor|venv|env|coverage|__pycache__)$/

/** The maximum number of folders to search. */
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
      // Unreadable folders are skipped.
    }
  }
  return found
}

/**
 * Chooses the place of the first test.
 * @param patterns The possible patterns, the usual one first.
 * @param tests The paths of existing tests.
 * @param folder The folder that the user chose.
 */
export function testPlace(
  patterns: readonly string[],
  tests: readonly string[],
  folder: string | undefined,
): TestPlace {
  const places = patterns.flatMap((pattern) => {
    const [before = '', behind = ''] = pattern.split('*')
    const beside = tests.find((path) => baseName(path).startsWith(before) && path.endsWith(behind))
    return beside === undefined ? [] : [{ folder: beside.slice(0, -baseName(beside).length), pattern }]
  })
  const [place = { folder: '', pattern: patterns[0]! }] = places
  return folder === undefined ? place : { ...place, folder }
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The language of a test and the facts that determine its name. */
export interface TestScript {
  readonly isTyped: boolean
  /** True if files that end in `.js` are modules. */
  readonly isModule: boolean
  /** The paths of existing tests. */
  readonly tests: readonly string[]
}

/** The patterns of test files, the usual one first. */
export function testPatterns(runner: TestRunner, script: TestScript): readonly string[] {
  if (runner === 'pytest') return ['test_*.py', '*_test.py']
  const kinds = runner === 'playwright' ? ['spec', 'test'] : ['test', 'spec']
  const endings = runner === 'jest' ? jestEndings(script) : moduleEndings(script)
  return kinds.flatMap((kind) => endings.map((ending) => `*.${kind}.${ending}`))
}

/** The extensions of tests that use `import`. */
function moduleEndings({ isTyped, isModule }: TestScript): readonly string[] {
  const kind = isTyped ? 'ts' : 'js'
  return isModule ? [kind, `m${kind}`] : [`m${kind}`, kind]
}

/** The extensions of Jest tests, which are CommonJS unless something compiles them. */
function jestEndings({ isTyped, isModule, tests }: TestScript): readonly string[] {
  if (isTyped && jestReadsTypes(tests)) return ['ts']
  return isModule ? ['cjs'] : ['js', 'cjs']
}

/** Returns true if there are Jest tests in TypeScript, which Jest reads only if it is configured to. */
export const jestReadsTypes = (tests: readonly string[]): boolean => tests.some((path) => /\.tsx?$/.test(path))
