// Looks through a directory, as far as init needs to know it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../emulator/tools/is-object.ts'
import type { DriverLanguage } from './drivers/drivers.ts'
import type { TestRunner } from './first-tests.ts'

/** Where jobs of continuous integration run. */
export const ciServices = ['github', 'gitlab'] as const

/** A service of continuous integration. */
export type CiService = (typeof ciServices)[number]

/** The contents of a directory; undefined for whatever is not there. */
export interface Surroundings {
  readonly language: DriverLanguage | undefined
  readonly runner: TestRunner | undefined
  readonly ci: CiService | undefined
  /** `npm`, `pnpm`, `yarn` or `bun`, by its lock file. */
  readonly packageManager: string
  /** True if files that end in `.js` are modules. */
  readonly isModule: boolean
  /** True if Jest is configured to read TypeScript: by ts-jest, SWC or Babel. */
  readonly jestReadsTypes: boolean
  /** True if package.json has the emulator already. */
  readonly hasPackage: boolean
  /** True if there is a target.yaml. */
  readonly hasTarget: boolean
  /** The folder of tests in Python, with a slash at its end; empty where there is none. */
  readonly pythonTests: string
  /** True if there is a conftest.py without the fixture of init. */
  readonly hasOtherConftest: boolean
}

const lockFiles: Readonly<Record<string, string>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

/** Files by whose names a language is known, the surest first. */
const signs: readonly (readonly [pattern: RegExp, language: DriverLanguage])[] = [
  [/^(?:pyproject\.toml|setup\.(?:py|cfg)|requirements.*\.txt|Pipfile|pytest\.ini|tox\.ini|conftest\.py)$/, 'python'],
  [/^go\.mod$/, 'go'],
  [/^(?:pom\.xml|build\.gradle(?:\.kts)?)$/, 'java'],
  [/^(?:Gemfile|.+\.gemspec)$/, 'ruby'],
  [/^composer\.json$/, 'php'],
  [/^.+\.(?:csproj|sln|slnx)$/, 'csharp'],
]

/** Looks around in a directory. */
export function lookAround(directory: string): Surroundings {
  const names = existsSync(directory) ? readdirSync(directory) : []
  const has = (name: string) => names.includes(name)
  const manifest = has('package.json') ? readManifest(join(directory, 'package.json')) : undefined
  const packages = { ...manifest?.dependencies, ...manifest?.devDependencies }
  const hasPackage = (name: string) => Object.hasOwn(packages, name)
  const other = signs.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1]
  const script = has('tsconfig.json') || hasPackage('typescript') ? ('ts' as const) : ('js' as const)
  // A package.json beside a pyproject.toml may be there for tools alone, unless it has a runner of tests.
  const jsRunner = (['vitest', 'jest', 'playwright'] as const).find((name) =>
    hasPackage(name === 'playwright' ? '@playwright/test' : name),
  )
  const language = other && jsRunner === undefined ? other : manifest ? script : other
  return {
    language,
    runner: language === 'ts' || language === 'js' ? jsRunner : language === 'python' ? 'pytest' : undefined,
    ci: existsSync(join(directory, '.github')) ? 'github' : has('.gitlab-ci.yml') ? 'gitlab' : undefined,
    packageManager: Object.entries(lockFiles).find(([name]) => has(name))?.[1] ?? 'npm',
    isModule: manifest?.type === 'module',
    jestReadsTypes: names
      .filter((name) => /^(?:package\.json|jest\.config\.\w+|babel\.config\.\w+|\.babelrc(?:\.\w+)?)$/.test(name))
      .some((name) => readsTypes(name, readFileSync(join(directory, name), 'utf8'))),
    hasPackage: hasPackage('@platform-data/emulator'),
    hasTarget: has('target.yaml'),
    pythonTests: ['tests/', 'test/'].find((folder) => existsSync(join(directory, folder))) ?? '',
    hasOtherConftest:
      has('conftest.py') &&
      !/\bplatform_(?:emulator|fixtures)\b/.test(readFileSync(join(directory, 'conftest.py'), 'utf8')),
  }
}

/** Returns true if a configuration of Jest or Babel names what takes types out. Dependencies alone set up nothing. */
function readsTypes(name: string, text: string): boolean {
  const named = /ts-jest|@swc\/jest|esbuild-jest|preset-typescript|plugin-transform-typescript/
  if (name !== 'package.json') return named.test(text)
  try {
    const { jest, babel } = JSON.parse(text) as { readonly jest?: unknown; readonly babel?: unknown }
    return named.test(JSON.stringify([jest, babel]))
  } catch {
    return false
  }
}

interface Manifest {
  readonly type?: unknown
  readonly dependencies: object
  readonly devDependencies: object
}

/** A package.json; one that cannot be read says nothing. */
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
