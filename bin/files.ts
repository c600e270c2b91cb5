import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { messageOf, UsageError } from './usage-error.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'it may not be accessed',
  ENOTDIR: 'a part of its path is no directory',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
}

function reasonOf(error: unknown): string {
  return reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? messageOf(error)
}

/** @throws UsageError that names the option and the file. */
export function readText(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--${option}: cannot read ${file}: ${reasonOf(error)}.`)
  }
}

/** @throws UsageError that names the option and the file. */
export function writeText(option: string, file: string, text: string, mode?: number): void {
  try {
    makeDirectory(dirname(resolve(file)))
    writeFileSync(file, text, mode === undefined ? {} : { mode })
  } catch (error) {
    throw new UsageError(`--${option}: cannot write ${file}: ${reasonOf(error)}.`)
  }
}

/** Node's own `recursive` never ends where a directory takes no entries, as /proc. */
function makeDirectory(directory: string): void {
  // The dot refuses what is there and no directory.
  if (existsSync(directory)) return accessSync(`${directory}/.`)
  makeDirectory(dirname(directory))
  try {
    mkdirSync(directory)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(directory)) throw error
  }
}

export function fileExists(file: string): boolean {
  return existsSync(file)
}

/** Found out before the work is done, not when it would be lost. @throws UsageError that names the option and the file. */
export function assertWritable(option: string, file: string): void {
  const directory = dirname(resolve(file))
  let reason: string | undefined
  try {
    makeDirectory(directory)
    const there = statSync(file, { throwIfNoEntry: false })
    if (there?.isDirectory()) reason = reasons['EISDIR']
    // A device or a pipe is written to, a file is replaced.
    accessSync(there?.isFile() === false ? file : directory, constants.W_OK)
  } catch (error) {
    reason = reasonOf(error)
  }
  if (reason !== undefined) throw new UsageError(`--${option}: cannot write ${file}: ${reason}.`)
}
