// Looks through a directory, as far as init needs to know it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { lockFiles, type PackageManager } from '../../emulator/serve/printed-program.ts'
import { isObject } from '../../emulator/tools/is-object.ts'
import type { DriverLanguage } from './drivers/drivers.ts'
import type { TestRunner } from './first-tests.ts'
import { findPytestPlace, type PytestPlace } from './pytest-place.ts'
import type { Reader } from './runner-settings.ts'

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
  readonly packageManager: PackageManager
  /** True if files that end in `.js` are modules. */
  readonly isModule: boolean
  /** True if Jest is configured to read TypeScript: by ts-jest, SWC or Babel. */
  readonly jestReadsTypes: boolean
  /** True if TypeScript knows the globals of Jest. */
  readonly hasJestTypes: boolean
  /** True for a Jest that looks for no files in .cjs unless it is told to: before version 30. */
  readonly jestPassesOverCjs: boolean
  /** True if package.json has the emulator already. */
  readonly hasPackage: boolean
  /** True if there is a target.yaml. */
  readonly hasTarget: boolean
  /** The directories whose settings a runner of tests reads: this one, and the workspace that it belongs to. */
  readonly testReaders: readonly Reader[]
  /** The way to the root of the repository, such as `../..`; undefined where it is this directory, or none is seen. */
  readonly repository: string | undefined
  /** The way from there to this directory, such as `packages/client`; empty where it is this directory. */
  readonly belowRepository: string
  /** Where the first test of pytest stands. */
  readonly pytestPlace: PytestPlace
  /** True if there is a conftest.py without the fixture of init. */
  readonly hasOtherConftest: boolean
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
  const workspace = manifest && workspaceAround(directory)
  const outer = workspace === undefined ? undefined : readManifest(join(workspace, 'package.json'))
  const packages = {
    ...outer?.dependencies,
    ...outer?.devDependencies,
    ...manifest?.dependencies,
    ...manifest?.devDependencies,
  }
  const ownPackages = { ...manifest?.dependencies, ...manifest?.devDependencies }
  const repository = repositoryAround(directory)
  const repositoryNames = repository === undefined ? names : readdirSync(repository)
  const hasPackage = (name: string) => Object.hasOwn(packages, name)
  const other = signs.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1]
  const script = has('tsconfig.json') || hasPackage('typescript') ? ('ts' as const) : ('js' as const)
  // A package.json beside a pyproject.toml may be there for tools alone, unless it has a runner of tests.
  const jsRunner = [ownPackages, packages]
    .map((named) =>
      (['vitest', 'jest', 'playwright'] as const).find((name) =>
        Object.hasOwn(named, name === 'playwright' ? '@playwright/test' : name),
      ),
    )
    .find((found) => found !== undefined)
  const language = other && jsRunner === undefined ? other : manifest ? script : other
  return {
    language,
    runner: language === 'ts' || language === 'js' ? jsRunner : language === 'python' ? 'pytest' : undefined,
    ci: repositoryNames.includes('.github')
      ? 'github'
      : repositoryNames.includes('.gitlab-ci.yml')
        ? 'gitlab'
        : undefined,
    packageManager: packageManagerIn(names) ?? packageManagerIn(workspace ? readdirSync(workspace) : []) ?? 'npm',
    isModule: manifest?.type === 'module',
    jestReadsTypes: names
      .filter((name) => /^(?:package\.json|jest\.config\.\w+|babel\.config\.\w+|\.babelrc(?:\.\w+)?)$/.test(name))
      .some((name) => readsTypes(name, readFileSync(join(directory, name), 'utf8'))),
    hasJestTypes: hasPackage('@types/jest'),
    jestPassesOverCjs: Number(/\d+/.exec(String((packages as { readonly jest?: unknown }).jest))?.[0]) < 30,
    hasPackage: hasPackage('@platform-data/emulator'),
    hasTarget: has('target.yaml'),
    testReaders: [
      { directory, below: '' },
      ...(workspace === undefined ? [] : [{ directory: workspace, below: `${way(workspace, directory)}/` }]),
    ],
    repository: repository === undefined || repository === resolve(directory) ? undefined : way(directory, repository),
    belowRepository: way(repository ?? directory, directory),
    pytestPlace: findPytestPlace(directory),
    hasOtherConftest:
      has('conftest.py') &&
      !/\bplatform_(?:emulator|fixtures)\b/.test(readFileSync(join(directory, 'conftest.py'), 'utf8')),
  }
}

const packageManagerIn = (names: readonly string[]): PackageManager | undefined =>
  Object.entries(lockFiles).find(([name]) => names.includes(name))?.[1]

/** A relative path, with slashes. */
const way = (from: string, to: string): string => relative(from, to).replaceAll('\\', '/')

/** The directories above one, the nearest first. */
function above(directory: string): readonly string[] {
  const parent = dirname(resolve(directory))
  return parent === resolve(directory) ? [] : [parent, ...above(parent)]
}

/** The root of the workspace of npm, pnpm, Yarn or Bun that a package belongs to. */
function workspaceAround(directory: string): string | undefined {
  return above(directory).find(
    (parent) =>
      existsSync(join(parent, 'pnpm-workspace.yaml')) ||
      readManifest(join(parent, 'package.json'))?.workspaces !== undefined,
  )
}

/** The root of the repository of a directory. */
function repositoryAround(directory: string): string | undefined {
  return [resolve(directory), ...above(directory)].find((parent) => existsSync(join(parent, '.git')))
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
  readonly workspaces?: unknown
  readonly dependencies: object
  readonly devDependencies: object
}

/** A package.json; one that cannot be read says nothing. */
function readManifest(path: string): Manifest | undefined {
  try {
    const json: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!isObject(json)) return undefined
    const { dependencies, devDependencies, type, workspaces } = json
    return {
      type,
      workspaces,
      dependencies: isObject(dependencies) ? dependencies : {},
      devDependencies: isObject(devDependencies) ? devDependencies : {},
    }
  } catch {
    return undefined
  }
}
