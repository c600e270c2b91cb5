// Keeps the case of a failed test in a file. Nothing here throws, so that the test fails for its own reason.
import { join, relative } from 'node:path'
import { printedProgram } from '../printed-program.ts'
import type { CaseFailure } from '../../case/case-file.ts'
import { assertNoLinks, writeFile } from '../write-file.ts'

/** The directory of cases without a file name. */
export const casesDirectory = '.emulator/cases'

/** The number of cases that the directory keeps. */
const keptCases = 10

/** An emulator that can be saved as a case. */
export interface Savable {
  /** Makes a case: one small file with everything that happened. */
  saveCase(options: { readonly failure: CaseFailure }): Promise<Uint8Array>
}

/** The place of a kept case. */
export interface CasePlace {
  /** The file. Default: a new one below `directory`, which keeps the newest ten. */
  readonly file?: string | undefined
  /** Default: `.emulator/cases`. */
  readonly directory?: string | undefined
}

/**
 * Keeps a case in a file. It never rejects.
 * @param calledAs The beginning of a command that the user can run.
 * @returns the line at the end of a failure: the command that opens the case, or why no case was saved.
 */
export async function keepCase(
  emulator: Savable,
  failure: CaseFailure,
  { file, directory = casesDirectory }: CasePlace,
  calledAs: string = printedProgram(process.env),
): Promise<string> {
  try {
    const bytes = await emulator.saveCase({ failure })
    if (file !== undefined) writeFile(file, bytes)
    const written = file ?? writeNew(directory, failure.test ?? failure.command?.join(' ') ?? '', bytes)
    if (file === undefined) removeOlder(directory)
    return `Open this failure again: ${calledAs} replay ${quotePath(written)}`
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'failed'
    return `The case of this failure cannot be written to ${file ?? directory}: ${reason.replace(/\.$/, '')}.`
  }
}

/** A path as a word of a shell. */
function quotePath(path: string): string {
  return /^[\w./:\\@%+,-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}

/** Writes a new file, whose name begins with its time. Tests may have replaced the clock of the process. */
function writeNew(directory: string, title: string, bytes: Uint8Array): string {
  const { renameSync, statSync } = process.getBuiltinModule('node:fs')
  const { randomUUID } = process.getBuiltinModule('node:crypto')
  // The directory that holds only cases.
  if (relative(casesDirectory, directory) === '') {
    assertNoLinks(['.emulator', casesDirectory])
    writeFile(join(directory, '.gitignore'), '*\n', { replaces: true })
  }
  const draft = join(directory, `.${randomUUID()}.tmp`)
  writeFile(draft, bytes, { replaces: true })
  const time = statSync(draft)
    .mtime.toISOString()
    .replaceAll(/[^\dTZ]/g, '')
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '')
  const file = join(directory, `${time}-${words === '' ? '' : `${words}-`}${digestStart(bytes)}.case.gz`)
  renameSync(draft, file)
  return file
}

/** The beginning of the digest of a file, which its name ends with. */
function digestStart(bytes: Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex').slice(0, 8)
}

/** Removes all but the newest cases. A file whose name does not end with its digest was not written here. */
function removeOlder(directory: string): void {
  const { lstatSync, readdirSync, readFileSync, rmSync } = process.getBuiltinModule('node:fs')
  const cases = readdirSync(directory).filter((name) => /^\d{8}T\d{9}Z-.*\.case\.gz$/.test(name))
  for (const name of cases.toSorted().slice(0, -keptCases)) {
    const file = join(directory, name)
    try {
      const [, digest] = /([0-9a-f]{8})\.case\.gz$/.exec(name) ?? []
      if (lstatSync(file).isFile() && digest === digestStart(readFileSync(file))) rmSync(file, { force: true })
    } catch {
      // Another process has removed it.
    }
  }
}
