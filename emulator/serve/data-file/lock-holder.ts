// Names the process that uses a data file, in a file beside it: SQLite's lock does not tell which process has it.
import { writeFile } from '../write-file.ts'

/** The file that says who uses a data file. SQLite's lock decides; what a killed process left here is only a name. */
const holderFileOf = (file: string) => `${file}.lock`

export function writeLockHolder(file: string): void {
  const { hostname } = process.getBuiltinModule('node:os')
  writeFile(holderFileOf(file), `${JSON.stringify({ pid: process.pid, host: hostname() })}\n`, { replaces: true })
}

export function removeLockHolder(file: string): void {
  process.getBuiltinModule('node:fs').rmSync(holderFileOf(file), { force: true })
}

/** Names the process that uses a file, such as `process 71 on build-3, since 2026-01-31T12:00:00.000Z`. */
export function lockHolderOf(file: string): string {
  const { readFileSync, statSync } = process.getBuiltinModule('node:fs')
  try {
    const { pid, host } = JSON.parse(readFileSync(holderFileOf(file), 'utf8')) as { pid: number; host: string }
    return `process ${pid} on ${host}, since ${statSync(holderFileOf(file)).mtime.toISOString()}`
  } catch {
    return 'another process'
  }
}
