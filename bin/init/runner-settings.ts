// Reads from the settings of a runner where it looks for tests, without running them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compiled, globExpression } from './glob-expression.ts'
import { type Literal, literalsIn } from './literals.ts'

/** A directory whose settings a runner reads, and where the tests stand below it. */
export interface Reader {
  readonly directory: string
  /** With a slash at its end; empty for the same directory. */
  readonly below: string
}

/** What the settings of a runner say. Undefined members are the defaults. */
export interface RunnerSettings {
  readonly file: string
  /** The folders that are searched, with a slash at their ends. */
  readonly bases: readonly string[]
  readonly globs: readonly string[]
  /** Of the paths below the base, or below the directory. */
  readonly matches: readonly RegExp[] | undefined
  readonly excludes: readonly RegExp[]
  /** Of the whole paths, as Jest compares them. */
  readonly expressions: readonly RegExp[] | undefined
  readonly ignored: readonly RegExp[]
  /** The folders that the patterns and expressions name, each with a slash at its end. */
  readonly folders: readonly string[]
  /** The suffixes that the patterns name. */
  readonly suffixes: readonly string[]
  /** The patterns of the directories that have settings of their own. */
  readonly projects: readonly RegExp[]
  readonly isUnreadable: boolean
  /** True where more settings may come from elsewhere. */
  readonly isPartial: boolean
}

/** A runner whose settings say where tests are. */
export type ConfiguredRunner = 'vitest' | 'jest' | 'playwright'

const configNames: Readonly<Record<ConfiguredRunner, RegExp>> = {
  vitest: /^(?:vitest|vite)\.config\.[cm]?[jt]s$/,
  jest: /^jest\.config\.(?:[cm]?[jt]s|json)$/,
  playwright: /^playwright\.config\.[cm]?[jt]s$/,
}

/** The members of a configuration that say where tests are. */
type Member = 'root' | 'bases' | 'globs' | 'excludes' | 'expressions' | 'ignored' | 'projects' | 'others' | 'spreads'

/** The settings that say where tests are, by runner: their path in the configuration. */
const members: Readonly<Record<ConfiguredRunner, Readonly<Partial<Record<Member, readonly string[]>>>>> = {
  vitest: {
    bases: ['test.dir', 'test.root', 'root'],
    globs: ['test.include'],
    excludes: ['test.exclude'],
    projects: ['test.projects', 'test.workspace'],
    spreads: ['...', 'test....'],
  },
  jest: {
    root: ['rootDir'],
    bases: ['roots'],
    globs: ['testMatch'],
    expressions: ['testRegex'],
    ignored: ['testPathIgnorePatterns'],
    projects: ['projects'],
    spreads: ['...'],
  },
  playwright: {
    bases: ['testDir'],
    globs: ['testMatch'],
    excludes: ['testIgnore'],
    others: ['projects.testDir', 'projects.testMatch'],
    spreads: ['...', 'projects....'],
  },
}

/** The whole path of a directory, with slashes. */
export const wholePath = (directory: string): string => `${resolve(directory).replaceAll('\\', '/')}/`

/** Reads the settings in a directory; undefined where there are none. */
export function settingsIn(runner: ConfiguredRunner, { directory, below }: Reader): RunnerSettings | undefined {
  const names = existsSync(directory) ? readdirSync(directory).sort() : []
  // Vitest reads its own file before that of Vite.
  const file = names.filter((name) => configNames[runner].test(name)).at(-1)
  const source = textIfThere(join(directory, file ?? 'package.json'))
  const literals = source && (file === undefined ? inManifest(runner, source) : literalsIn(source))
  if (!literals) return undefined
  const of = (kind: Member): readonly Literal[] =>
    literals.filter(({ path }) => members[runner][kind]?.includes(path) ?? false)
  const root = folderFrom(of('root')[0]?.value?.[0] ?? '')
  const rawOf = (kind: Member): readonly string[] => of(kind).flatMap(({ value }) => value ?? [])
  const plain = (text: string): string => text.replace(/^\.\//, '').replace('<rootDir>/', root)
  const textsOf = (kind: Member): readonly string[] => rawOf(kind).map(plain)
  const globs = textsOf('globs')
  const bases = textsOf('bases').map((text) =>
    folderFrom(text.startsWith('<rootDir>') ? text.replace('<rootDir>', root) : `${root}${text}`),
  )
  const [matches, excludes] = (['globs', 'excludes'] as const).map((kind) =>
    rawOf(kind).map((text) => (neverMatches(runner, text) ? nothing : patternOf(runner, plain(text)))),
  )
  const wholeRoot = `${wholePath(directory)}${root}`.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).slice(0, -1)
  const expressionTexts = rawOf('expressions')
  const [expressions, ignored] = [expressionTexts, rawOf('ignored')].map((texts) =>
    texts.map((text) => compiled(text.replaceAll('<rootDir>', () => wholeRoot))),
  )
  const isKnown = (pattern: RegExp | undefined): pattern is RegExp => pattern !== undefined
  const projects = textsOf('projects')
    .map((text) => globExpression(`${text.replace(/\/(?:[\w.]+\.config\.\w+)?$/, '')}/`))
    .filter(isKnown)
  const isInProject = projects.some((project) => project.test(below))
  return {
    file: `${'../'.repeat(below.split('/').length - 1)}${file ?? 'package.json'}`,
    bases: bases.length === 0 && root !== '' ? [root] : bases,
    globs,
    matches: globs.length === 0 ? undefined : matches!.filter(isKnown),
    excludes: excludes!.filter(isKnown),
    expressions: expressionTexts.length === 0 ? undefined : expressions!.filter(isKnown),
    ignored: ignored!.filter(isKnown),
    folders: expressionTexts.flatMap((text) =>
      [...text.matchAll(/(?:[\w-]+\/)+/g)].map(([folder]) => `${root}${folder}`),
    ),
    suffixes: globs.flatMap((glob) => /(?:^|\/)\*([\w.-]+)$/.exec(glob)?.[1] ?? []),
    projects,
    isUnreadable:
      of('others').length > 0 ||
      (of('projects').length > 0 && !isInProject) ||
      (['root', 'bases', 'globs', 'excludes', 'expressions', 'ignored'] as const).some((kind) =>
        of(kind).some(({ value }) => value === undefined),
      ) ||
      [...matches!, ...excludes!, ...expressions!, ...ignored!].includes(undefined) ||
      (bases.length > 1 && runner !== 'jest'),
    isPartial: of('spreads').length > 0 || /\bmergeConfig\s*\(/.test(source),
  }
}

const nothing = /(?!)/

/** Jest compares patterns with whole paths, so that one which begins with a name matches none. */
const neverMatches = (runner: ConfiguredRunner, glob: string): boolean =>
  runner === 'jest' && /^(?:[\w.]|\*(?!\*))/.test(glob)

/** Playwright takes a pattern for the end of a path. */
const patternOf = (runner: ConfiguredRunner, glob: string): RegExp | undefined =>
  globExpression(runner === 'playwright' && !glob.startsWith('**/') ? `**/${glob}` : glob)

/** A folder as the settings name it, with a slash at its end; empty for the directory itself. */
const folderFrom = (text: string): string =>
  /^(?:\.\/?|<rootDir>)?$/.test(text) ? '' : `${text.replace(/^\.\//, '').replace(/\/$/, '')}/`

const textIfThere = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** The member `jest` of a package.json. */
function inManifest(runner: ConfiguredRunner, source: string): readonly Literal[] | undefined {
  if (runner !== 'jest') return undefined
  const literals = literalsIn(source).filter(({ path }) => path.startsWith('jest.'))
  return literals.length === 0
    ? undefined
    : literals.map((literal) => ({ ...literal, path: literal.path.slice('jest.'.length) }))
}
