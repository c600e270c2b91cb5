// Where a runner looks for tests, as far as its settings can be read without running them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Literal, literalsIn } from './literals.ts'
import { globExpression } from './glob-expression.ts'

/** Where the first test stands. */
export interface TestPlace {
  /** With a slash at its end; empty for the directory itself. */
  readonly folder: string
  /** The name of a test file behind its first word, such as `.test.ts`. */
  readonly suffix: string
  /** The file of settings that could not be read, or that no place fits; undefined where the runner will look. */
  readonly unsure?: string
}

/** A directory whose settings a runner reads, and where the tests stand below it. */
export interface Reader {
  readonly directory: string
  /** With a slash at its end; empty for the same directory. */
  readonly below: string
}

/** What the settings of a runner say. Undefined members are the defaults. */
interface Settings {
  readonly file: string
  /** The folders that are searched, with a slash at their ends. */
  readonly bases: readonly string[]
  readonly globs: readonly string[]
  /** Of the paths below the base, or below the directory. */
  readonly matches: readonly RegExp[] | undefined
  readonly excludes: readonly RegExp[]
  /** The suffixes that the patterns name. */
  readonly suffixes: readonly string[]
  readonly isUnreadable: boolean
}

/** A runner whose settings say where tests are. */
type ConfiguredRunner = 'vitest' | 'jest' | 'playwright'

const configNames: Readonly<Record<ConfiguredRunner, RegExp>> = {
  vitest: /^(?:vitest|vite)\.config\.[cm]?[jt]s$/,
  jest: /^jest\.config\.(?:[cm]?[jt]s|json)$/,
  playwright: /^playwright\.config\.[cm]?[jt]s$/,
}

/** The settings that say where tests are, by runner: their path in the configuration. */
const members: Readonly<
  Record<ConfiguredRunner, Readonly<Record<'bases' | 'globs' | 'excludes' | 'others', readonly string[]>>>
> = {
  vitest: {
    bases: ['test.dir', 'test.root', 'root'],
    globs: ['test.include'],
    excludes: ['test.exclude'],
    others: ['test.projects', 'test.workspace'],
  },
  jest: {
    bases: ['roots'],
    globs: ['testMatch'],
    excludes: [],
    others: ['testRegex', 'testPathIgnorePatterns', 'rootDir', 'projects'],
  },
  playwright: {
    bases: ['testDir'],
    globs: ['testMatch'],
    excludes: ['testIgnore'],
    others: ['projects.testDir', 'projects.testMatch'],
  },
}

/** Folders that often hold tests. */
const usualFolders = ['', 'test/', 'tests/', 'src/', '__tests__/', 'e2e/']

/**
 * Chooses where the first test stands: where the settings of the directory, and those of the workspace around it, have
 * the runner look.
 * @param suffixes The suffixes that the test can have, the usual one first.
 */
export function testPlace(
  runner: ConfiguredRunner,
  suffixes: readonly string[],
  readers: readonly Reader[],
): TestPlace {
  const usual: TestPlace = { folder: '', suffix: suffixes[0]! }
  const all = readers.flatMap(({ directory, below }) => {
    const settings = settingsIn(runner, directory, '../'.repeat(below.split('/').length - 1))
    return settings ? [{ settings, below }] : []
  })
  if (all.length === 0) return usual
  const unreadable = all.find(({ settings }) => settings.isUnreadable)
  if (unreadable) return { ...usual, unsure: unreadable.settings.file }
  const endings = new Set(suffixes.map(endingOf))
  const named = all.flatMap(({ settings }) => settings.suffixes.filter((suffix) => endings.has(endingOf(suffix))))
  const folders = all.flatMap(({ settings: { bases, globs }, below }) => [
    ...bases.flatMap((base) => (base.startsWith(below) ? [base.slice(below.length)] : [])),
    ...globs.flatMap((glob) => folderOf(glob, below) ?? []),
  ])
  const { directory } = readers[0]!
  for (const suffix of new Set([...suffixes, ...named]))
    for (const folder of new Set([...usualFolders.filter((name) => existsSync(join(directory, name))), ...folders]))
      if (all.every(({ settings, below }) => looksAt(settings, `${below}${folder}platform${suffix}`)))
        return { folder, suffix }
  return { ...usual, unsure: all[0]!.settings.file }
}

const endingOf = (suffix: string): string => suffix.slice(suffix.lastIndexOf('.') + 1)

function looksAt({ bases, matches, excludes }: Settings, path: string): boolean {
  const base = bases.length === 0 ? '' : bases.find((folder) => path.startsWith(folder))
  if (base === undefined) return false
  const isNamed = (patterns: readonly RegExp[]) =>
    [path, path.slice(base.length)].some((name) => patterns.some((pattern) => pattern.test(name)))
  return (matches === undefined || isNamed(matches)) && !isNamed(excludes)
}

/** @param upward The way to the directory from that of the tests. */
function settingsIn(runner: ConfiguredRunner, directory: string, upward: string): Settings | undefined {
  const names = existsSync(directory) ? readdirSync(directory).sort() : []
  // Vitest reads its own file before that of Vite.
  const file = names.filter((name) => configNames[runner].test(name)).at(-1)
  const literals = file === undefined ? inManifest(runner, directory) : literalsOf(join(directory, file))
  if (literals === undefined) return undefined
  const of = (kind: 'bases' | 'globs' | 'excludes' | 'others'): readonly Literal[] =>
    literals.filter(({ path }) => members[runner][kind].includes(path))
  const textsOf = (kind: 'bases' | 'globs' | 'excludes'): readonly string[] =>
    of(kind).flatMap(({ value }) => (value ?? []).map((text) => text.replace(/^(?:<rootDir>|\.)\//, '')))
  const globs = textsOf('globs')
  const bases = textsOf('bases').map((text) => (/^(?:\.|<rootDir>)?$/.test(text) ? '' : `${text.replace(/\/$/, '')}/`))
  const [matches, excludes] = [globs, textsOf('excludes')].map((texts) => texts.map(globExpression))
  return {
    file: `${upward}${file ?? 'package.json'}`,
    bases,
    globs,
    matches: globs.length === 0 ? undefined : matches!.filter((pattern) => pattern !== undefined),
    excludes: excludes!.filter((pattern) => pattern !== undefined),
    suffixes: globs.flatMap((glob) => /(?:^|\/)\*([\w.-]+)$/.exec(glob)?.[1] ?? []),
    isUnreadable:
      of('others').length > 0 ||
      [...of('bases'), ...of('globs'), ...of('excludes')].some(({ value }) => value === undefined) ||
      [...matches!, ...excludes!].includes(undefined) ||
      (bases.length > 1 && runner !== 'jest'),
  }
}

/** The folder below another that a pattern names before its first wildcard; undefined for one of other folders. */
function folderOf(glob: string, below: string): string | undefined {
  const parts = glob.split('/')
  const depth = below.split('/').length - 1
  const isBelow = globExpression(`${parts.slice(0, depth).join('/')}/`)?.test(below === '' ? '/' : below)
  return isBelow ? /^(?:[\w.-]+\/)*/.exec(parts.slice(depth).join('/'))![0] : undefined
}

const literalsOf = (file: string): readonly Literal[] => literalsIn(readFileSync(file, 'utf8'))

/** The member `jest` of a package.json. */
function inManifest(runner: ConfiguredRunner, directory: string): readonly Literal[] | undefined {
  const file = join(directory, 'package.json')
  if (runner !== 'jest' || !existsSync(file)) return undefined
  const literals = literalsOf(file).filter(({ path }) => path.startsWith('jest.'))
  return literals.length === 0
    ? undefined
    : literals.map((literal) => ({ ...literal, path: literal.path.slice('jest.'.length) }))
}
