// Chooses where the first test stands: where the runner looks, as far as its settings can be read.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { globExpression } from './glob-expression.ts'
import { type ConfiguredRunner, type Reader, type RunnerSettings, settingsIn, wholePath } from './runner-settings.ts'

/** Where the first test stands. */
export interface TestPlace {
  /** With a slash at its end; empty for the directory itself. */
  readonly folder: string
  /** The name of a test file behind its first word, such as `.test.ts`. */
  readonly suffix: string
  /** Settings that could not be read in full, or that no place fits; undefined where the runner will look. */
  readonly unsure?: string
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
  const all = readers.flatMap((reader) => {
    const settings = settingsIn(runner, reader)
    const isElsewhere = settings?.projects.some((project) => project.test(reader.below))
    return settings && !isElsewhere ? [{ settings, ...reader }] : []
  })
  if (all.length === 0) return usual
  const unreadable = all.find(({ settings }) => settings.isUnreadable)
  if (unreadable) return { ...usual, unsure: unreadable.settings.file }
  const partial = all.find(({ settings }) => settings.isPartial)
  const endings = new Set(suffixes.map(endingOf))
  const named = all.flatMap(({ settings }) => settings.suffixes.filter((suffix) => endings.has(endingOf(suffix))))
  const folders = all.flatMap(({ settings: { bases, globs, folders: others }, below }) => [
    ...[...bases, ...others].flatMap((base) => (base.startsWith(below) ? [base.slice(below.length)] : [])),
    ...globs.flatMap((glob) => folderOf(glob, below) ?? []),
  ])
  const { directory: here } = readers[0]!
  for (const suffix of new Set([...suffixes, ...named]))
    for (const folder of new Set([...usualFolders.filter((name) => existsSync(join(here, name))), ...folders]))
      if (
        all.every(({ settings, directory, below }) =>
          looksAt(settings, directory, `${below}${folder}platform${suffix}`),
        )
      )
        return { folder, suffix, ...(partial ? { unsure: partial.settings.file } : {}) }
  return { ...usual, unsure: all[0]!.settings.file }
}

const endingOf = (suffix: string): string => suffix.slice(suffix.lastIndexOf('.') + 1)

function looksAt(
  { bases, matches, excludes, expressions, ignored }: RunnerSettings,
  directory: string,
  path: string,
): boolean {
  const base = bases.length === 0 ? '' : bases.find((folder) => path.startsWith(folder))
  if (base === undefined) return false
  const isNamed = (patterns: readonly RegExp[]) =>
    [path, path.slice(base.length)].some((name) => patterns.some((pattern) => pattern.test(name)))
  const whole = `${wholePath(directory)}${path}`
  const isWholeNamed = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(whole))
  return (
    (matches === undefined || isNamed(matches)) &&
    !isNamed(excludes) &&
    (expressions === undefined || isWholeNamed(expressions)) &&
    !isWholeNamed(ignored)
  )
}

/** The folder below another that a pattern names before its first wildcard; undefined for one of other folders. */
function folderOf(glob: string, below: string): string | undefined {
  const parts = glob.split('/')
  const depth = below.split('/').length - 1
  const isBelow = globExpression(`${parts.slice(0, depth).join('/')}/`)?.test(below === '' ? '/' : below)
  return isBelow ? /^(?:[\w.-]+\/)*/.exec(parts.slice(depth).join('/'))![0] : undefined
}
