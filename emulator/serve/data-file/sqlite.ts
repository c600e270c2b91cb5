// Node's SQLite, and the SQLite properties of a data file.
import { dirname } from 'node:path'
import type * as Sqlite from 'node:sqlite'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { assertNoLinks } from '../write-file.ts'

/** `PDAE` in the header of every data file: SQLite keeps it for the application. */
const applicationId = 0x50_44_41_45
/** The format of the rows. It grows when an older emulator could misread a newer file. */
const format = 1

/** Marks a new database as a data file. */
export const markings: string = `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${format};`

/** The error for a file that cannot be used. The message is one line and begins with the file. */
export function unusableFileError(file: string, why: string, cause?: unknown): EmulatorError {
  return new EmulatorError('unusable_data_file', `${file} ${why}`, { cause })
}

export function damagedFileError(file: string, cause?: unknown): EmulatorError {
  return unusableFileError(
    file,
    'is damaged and was left as it is. Restore it from a copy, or name another file.',
    cause,
  )
}

/** @throws EmulatorError `missing_package` for a Node without `node:sqlite`. */
export function loadSqlite(): typeof Sqlite {
  const { emitWarning } = process
  // Node 22 warns that its SQLite is experimental. The functions used here have not changed since.
  process.emitWarning = () => {}
  try {
    const sqlite = process.getBuiltinModule('node:sqlite') as typeof Sqlite | undefined
    if (sqlite) return sqlite
  } finally {
    process.emitWarning = emitWarning
  }
  throw new EmulatorError(
    'missing_package',
    `--data needs node:sqlite, which Node has from 22.13 on; this is Node ${process.versions.node}. Use a newer Node.`,
  )
}

/**
 * Checks the header of a file without SQLite, which would change a foreign database by opening it.
 * @throws EmulatorError `unusable_data_file`.
 */
export function assertDataFile(file: string): void {
  const { closeSync, openSync, readSync } = process.getBuiltinModule('node:fs')
  const header = new Uint8Array(100)
  let length: number
  try {
    const descriptor = openSync(file, 'r')
    try {
      length = readSync(descriptor, header)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    throw unusableFileError(file, `cannot be read: ${(error as Error).message}.`, error)
  }
  const numberAt = (offset: number) => new DataView(header.buffer).getUint32(offset)
  const magic = new TextDecoder('latin1').decode(header.subarray(0, 16))
  if (length < header.length || magic !== 'SQLite format 3\0' || numberAt(68) !== applicationId) {
    const why = length === 0 ? ': it is empty' : ''
    throw unusableFileError(
      file,
      `is not a data file of this emulator${why}. Name a file that --data made, or a new one.`,
    )
  }
  const found = numberAt(60)
  if (found !== format)
    throw unusableFileError(
      file,
      `has the format ${found} of a newer emulator; this one reads the format ${format}. Use the newer emulator.`,
    )
}

/** Opens a database. @throws EmulatorError `unusable_data_file` if a link is next to it, which SQLite would follow. */
export function openDatabase(file: string, readOnly: boolean): Sqlite.DatabaseSync {
  const { DatabaseSync } = loadSqlite()
  try {
    assertNoLinks(['-wal', '-shm', '-journal'].map((end) => `${file}${end}`))
  } catch (error) {
    throw unusableFileError(file, `cannot be opened: ${(error as Error).message}.`, error)
  }
  return new DatabaseSync(file, { readOnly, timeout: readOnly ? 0 : 2000 })
}

/** SQLite's primary result code, which is the lowest byte of extended codes. */
function resultCode(error: unknown): number {
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' ? errcode & 0xff : 0
}

/** Explains in one line why a data file cannot be used. Any other error is returned unchanged. */
export function toUnusable(file: string, error: unknown): unknown {
  const code = resultCode(error)
  if (code === 5) return unusableFileError(file, 'is used by another process. Stop it, or name another file.', error)
  if (code === 11 || code === 26) return damagedFileError(file, error)
  if (!(error instanceof Error) || !('errcode' in error || 'syscall' in error)) return error
  return unusableFileError(file, `cannot be opened: ${failureReason(error, file)}.`, error)
}

/** Less free space than this is too little for a data file and its journal. */
const few = 1_048_576

/** Why SQLite or Node failed at a file, in a few words. */
export function failureReason(error: unknown, file: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  const disk = dirname(file)
  const isFull = resultCode(error) === 13 || code === 'ENOSPC' || (resultCode(error) === 10 && freeBytes(disk) < few)
  return isFull ? `the disk of ${disk} is full (ENOSPC; make room, or name a file on another disk)` : message
}

/** On a full disk, SQLite may get only an I/O error. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = process.getBuiltinModule('node:fs').statfsSync(folder)
  return bavail * bsize
}
