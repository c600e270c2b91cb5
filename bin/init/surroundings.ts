// Inspects a directory for init.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { lockFiles, type PackageManager } from '../../emulator/serve/printed-program.ts'
import { isObject } from '../../emulator/tools/is-object.ts'
import type { DriverLanguage } from './drivers/drivers.ts'
import { type TestRunner, testsBelow } from './test-place.ts'

/** The facts about a directory; undefined for anything missing. */
export interface Surroundings {
  readonly language: DriverLanguage | undefined
  readonly runner: TestRunner | undefined
  /** `npm`, `pnpm`, `yarn` or `bun`, by the lock file here or at the root of the repository. */
  readonly packageManager: PackageManager
  /** True if files that end in `.js` are modules. */
  readonly isModule: boolean
  /** True if TypeScript knows the globals of Jest. */
  readonly hasJestTypes: boolean
  /** True if package.json already has the emulator. */
  readonly hasPackage: boolean
  /** The paths of existing tests, the nearest first. */
  readonly tests: readonly string[]
  /** True if there is a conftest.py without the fixture of init. */
  readonly hasOtherConftest: boolean
}

/** Files whose names identify a language, the most reliable first. */
const signs: readonly (readonly [pattern: RegExp, language: DriverLanguage])[] = [
  [/^(?:pyproject\.toml|setup\.(?:py|cfg)|requirements.*\.txt|Pipfile|pytest\.ini|tox\.ini|conftest\.py)$/, 'python'],
  [/^go\.mod$/, 'go'],
  [/^(?:pom\.xml|build\.gradle(?:\.kts)?)$/, 'java'],
  [/^(?:Gemfile|.+\.gemspec)$/, 'ruby'],
  [/^composer\.json$/, 'php'],
  [/^.+\.(?:csproj|sln|slnx)$/, 'csharp'],
]

/** Inspects a directory. */
export function inspectDirectory(directory: string): Surroundings {
  const names = existsSync(directory) ? readdirSync(directory) : []
  const has = (name: string) => names.includes(name)
  const manifest = has('package.json') ? readManifest(join(directory, 'package.json')) : undefined
  const packages = { ...manifest?.dependencies, ...manifest?.devDependencies }
  const repository = findRepository(directory)
  const repositoryNames = repository === undefined ? names : readdirSync(repository)
  const hasPackage = (name: string) => Object.hasOwn(packages, name)
  const other = signs.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1]
  const script = has('tsconfig.json') || hasPackage('typescript') ? ('ts' as const) : ('js' as const)
  // A package.json next to a pyproject.toml counts only with a test runner, because it may be for tools.
  const jsRunner = (['vitest', 'jest', 'playwright'] as const).find((name) =>
    hasPackage(name === 'playwright' ? '@playwright/test' : name),
  )
  const language = other && jsRunner === undefined ? other : manifest ? script : other
  return {
    language,
    runner: language === 'ts' || language === 'js' ? jsRunner : language === 'python' ? 'pytest' : undefined,
    packageManager: findPackageManager(names) ?? findPackageManager(repositoryNames) ?? 'npm',
    isModule: manifest?.type === 'module',
    hasJestTypes: hasPackage('@types/jest'),
    hasPackage: hasPackage('@platform-data/emulator'),
    tests: testsBelow(directory),
    hasOtherConftest:
      has('conftest.py') &&
      !/\bplatform_(?:emulator|fixtures)\b/.test(readFileSync(join(directory, 'conftest.py'), 'utf8')),
  }
}

const findPackageManager = (names: readonly string[]): PackageManager | undefined =>
  Object.entries(lockFiles).find(([name]) => names.includes(name))?.[1]

/** The parent directories, the nearest first. */
function parentDirectories(directory: string): readonly string[] {
  const parent = dirname(resolve(directory))
  return parent === resolve(directory) ? [] : [parent, ...parentDirectories(parent)]
}

/** The root of the repository of a directory. */
function findRepository(directory: string): string | undefined {
  return [resolve(directory), ...parentDirectories(directory)].find((parent) => existsSync(join(parent, '.git')))
}

interface Manifest {
  readonly type?: unknown
  readonly dependencies: object
  readonly devDependencies: object
}

/** Reads a package.json. An unreadable one is ignored. */
function readManifest(path: string): Manifest | undefined {
  try {
    const json: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!isObject(json)) return undefined
    const { dependencies, devDependencies, type } = json
    return {
      type,
      dependencies: isObject(dependencies) ? dependencies : {},
      devDependencies: isObject(devDependencies) ? devDependencies : {},
    }
  } catch {
    return undefined
  }
}
