import { dirname } from 'node:path'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { collectionNames } from '../../world/collections.ts'
import type { ChangedRecord } from '../../world/changed-records.ts'
import type { Seed } from '../../world/seed.ts'
import { temporaryFile, removeLeftTemporaryFiles } from '../temporary-files.ts'
import { syncDirectory } from '../write-file.ts'
import { Log, schema } from './log.ts'
import { markings, openDatabase, failureReason, unusableFileError } from './sqlite.ts'

/**
 * Creates a data file with the seed of its worlds. It appears completely or not at all: a temporary file is written and
 * then linked, which fails if another process has created the file meanwhile.
 * @param origin The source of the seed.
 * @throws EmulatorError `unusable_data_file`.
 */
export function createDataFile(file: string, seed: Seed, origin: string): void {
  const { rmSync } = process.getBuiltinModule('node:fs')
  const temporary = temporaryFile(file)
  try {
    removeLeftTemporaryFiles(file)
    writeSeed(temporary, seed, origin)
    linkFile(temporary, file)
    syncDirectory(dirname(file))
  } catch (error) {
    // The other process has created a complete file.
    if (error instanceof EmulatorError) throw error
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw unusableFileError(file, `cannot be made: ${failureReason(error, file)}.`, error)
  } finally {
    rmSync(temporary, { force: true })
  }
}

function writeSeed(temporary: string, seed: Seed, origin: string): void {
  const database = openDatabase(temporary, false)
  try {
    // The temporary file needs no journal: an unfinished file is discarded.
    database.exec(`PRAGMA journal_mode = OFF; ${markings} ${schema} BEGIN;`)
    const { seed: number, ids, samples, clock, openMembers } = seed
    const head = { seed: number, ids, samples, origin, ...(clock && { clock }), ...(openMembers && { openMembers }) }
    new Log(database).seed(head, seedRecords(seed))
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

function* seedRecords({ records }: Seed): Generator<ChangedRecord> {
  for (const name of collectionNames) for (const record of records[name] ?? []) yield [name, record.id, record]
}

/** Not every file system has links. */
function linkFile(temporary: string, file: string): void {
  const { existsSync, linkSync, renameSync } = process.getBuiltinModule('node:fs')
  try {
    linkSync(temporary, file)
  } catch (error) {
    if (existsSync(file)) throw error
    renameSync(temporary, file)
  }
}
