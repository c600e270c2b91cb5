import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { bundledFiles, bundleFiles, manifestName } from '../../../conformance/report/bundle.ts'
import type { ReportOptions } from '../../../conformance/report/service-document.ts'
import type { BundleContent } from '../../../conformance/report/verify-bundle.ts'
import type { RunResult } from '../../../conformance/judge/result.ts'
import { assertWritableFile, cannotWrite, writeWhole } from '../../files.ts'
import { messageLine, UsageError } from '../../usage-error.ts'

/** The names of the files of a bundle. */
export const bundledNames: readonly string[] = [...bundledFiles, manifestName]

/**
 * Checks before a run that its bundle can be written: the directory is new, empty, or has only an earlier bundle. Any
 * other file would make the new bundle fail verification.
 * @throws UsageError that names the directory.
 */
export function assertBundleDirectory(directory: string): void {
  if (existsSync(directory)) {
    if (!lstatSync(realpathSync(directory)).isDirectory())
      throw cannotWrite(directory, 'it is a file, and a bundle is a directory')
    const other = readdirSync(directory).find((name) => !bundledNames.includes(name))
    if (other !== undefined)
      throw cannotWrite(directory, `it has ${other}, which is not part of a bundle; name a new or empty directory`)
  }
  assertWritableFile(join(directory, manifestName))
}

/**
 * Writes a bundle, its manifest last. If the run is killed meanwhile, the bundle has no manifest and fails
 * verification.
 */
export function writeBundle(directory: string, result: RunResult, options: ReportOptions): void {
  rmSync(join(directory, manifestName), { force: true })
  for (const [name, text] of Object.entries(bundleFiles(result, options))) writeWhole(join(directory, name), text)
}

/** The contents of a directory by relative path; undefined for anything that is not a file. @throws UsageError */
export function readBundle(directory: string): BundleContent {
  try {
    const entries = readdirSync(directory, { withFileTypes: true, recursive: true })
    return new Map(
      entries.map((entry) => {
        const path = join(entry.parentPath, entry.name)
        const name = resolve(path).slice(resolve(directory).length + 1)
        return [name.replaceAll(sep, '/'), entry.isFile() ? readFileSync(path) : undefined]
      }),
    )
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reasons = { ENOENT: 'there is no such directory', ENOTDIR: 'it is not a directory' } as const
    throw new UsageError(`cannot read ${directory}: ${reasons[code as keyof typeof reasons] ?? messageLine(error)}.`)
  }
}
