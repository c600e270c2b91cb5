import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
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
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, mode === undefined ? {} : { mode })
  } catch (error) {
    throw new UsageError(`--${option}: cannot write ${file}: ${reasonOf(error)}.`)
  }
}
