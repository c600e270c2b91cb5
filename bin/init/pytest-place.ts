// Chooses where the first test of pytest stands: where its settings have it look.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { globExpression } from './glob-expression.ts'

/** Where the first test of pytest stands. */
export interface PytestPlace {
  /** With a slash at its end; empty for the directory itself. */
  readonly folder: string
  readonly name: string
  /** The file of settings that no place fits; undefined where pytest will look. */
  readonly unsure?: string
}

/** The files of settings in the order in which pytest looks for them, each with the section about it. */
const settingsFiles = [
  ['pytest.toml', /^\[pytest\]/m],
  ['.pytest.toml', /^\[pytest\]/m],
  ['pytest.ini', /^\[pytest\]/m],
  ['.pytest.ini', /^\[pytest\]/m],
  ['pyproject.toml', /^\[tool\.pytest(?:\.ini_options)?\]/m],
  ['tox.ini', /^\[pytest\]/m],
  ['setup.cfg', /^\[tool:pytest\]/m],
] as const

/** The name of the function in the test. */
const testFunction = 'test_lists_environments'

/** Finds where pytest looks for tests in a directory. */
export function findPytestPlace(directory: string): PytestPlace {
  const settings = settingsFiles
    .map(([file, section]) => ({ file, text: sectionOf(join(directory, file), section) }))
    .find(({ text }) => text !== undefined)
  const valuesOf = (name: string): readonly string[] => valuesIn(settings?.text ?? '', name)
  const [paths, files, functions] = ['testpaths', 'python_files', 'python_functions'].map(valuesOf)
  const has = (folder: string): boolean => existsSync(join(directory, folder))
  const named = paths!.filter((path) => /^[\w./-]+$/.test(path)).map(toFolder)
  const folder =
    paths!.length > 0 ? (named.find(has) ?? named[0]) : (['tests/', 'test/'].find((usual) => has(usual)) ?? '')
  const candidates = ['test_platform.py', 'platform_test.py', ...files!.map((glob) => glob.replace('*', 'platform'))]
  const patterns = files!.length > 0 ? files! : ['test_*.py', '*_test.py']
  const name = candidates.find(
    (candidate) =>
      fits(candidate, patterns) &&
      /^\w+\.py$/.test(candidate) &&
      // A file of another name than ours may hold tests of others.
      (candidate.includes('platform') || !has(`${folder ?? ''}${candidate}`)),
  )
  const isCollected =
    functions!.length === 0 ||
    functions!.some((prefix) => testFunction.startsWith(prefix) || fits(testFunction, [prefix]))
  return {
    folder: folder ?? '',
    name: name ?? 'test_platform.py',
    ...(settings && (folder === undefined || name === undefined || !isCollected) ? { unsure: settings.file } : {}),
  }
}

const fits = (name: string, globs: readonly string[]): boolean =>
  globs.some((glob) => globExpression(glob)?.test(name) ?? false)

const toFolder = (path: string): string =>
  /^\.?\/?$/.test(path) ? '' : `${path.replace(/^\.\//, '').replace(/\/$/, '')}/`

/** The lines of a section, without comments; undefined where there is none, and the file is not of pytest alone. */
function sectionOf(file: string, section: RegExp): string | undefined {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  const from = text.search(section)
  if (from < 0) return /pytest\.\w+$/.test(file) ? '' : undefined
  const [, lines = ''] = /^\[.*\]([^]*?)(?:\n\[\w[^]*)?$/.exec(text.slice(from)) ?? []
  return lines.replaceAll(/(?:^|\s)[#;].*$/gm, '')
}

/** The texts of a setting: a list of TOML, or words on the same line and on indented ones below it. */
function valuesIn(text: string, name: string): readonly string[] {
  const [, value = ''] = new RegExp(String.raw`^${name}\s*[=:]([^\n]*(?:\n[ \t\]][^\n]*)*)`, 'm').exec(text) ?? []
  const quoted = [...value.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, double, single]) => double ?? single ?? '')
  return (quoted.length > 0 ? quoted.flatMap((part) => part.split(/\s+/)) : value.split(/\s+/)).filter(
    (word) => word !== '',
  )
}
