import { dirname } from 'node:path'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { collectionNames } from '../../world/collections.ts'
import type { Seed } from '../../world/seed.ts'
import { temporaryFileBeside, removeLeftTemporaryFiles } from '../temporary-files.ts'
import { EntryWriter, schema, seedWorld } from './entry-rows.ts'
import { markings, open, reasonOf, unusable } from './sqlite.ts'

/**
 * Creates a data file with the seed of its worlds. It appears whole or not at all: it is made beside and then linked,
 * which fails if another process has made the file meanwhile.
 * @param origin What the seed was made from.
 * @throws EmulatorError `unusable_data_file`.
 */
export function createDataFile(file: string, seed: Seed, origin: string): void {
  const { closeSync, fsyncSync, openSync, rmSync } = process.getBuiltinModule('node:fs')
  const temporary = temporaryFileBeside(file)
  const sync = (path: string) => {
    const descriptor = openSync(path, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  }
  try {
    removeLeftTemporaryFiles(file)
    writeSeed(temporary, seed, origin)
    sync(temporary)
    link(temporary, file)
    sync(dirname(file))
  } catch (error) {
    // The other process has made a whole one.
    if (error instanceof EmulatorError) throw error
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw unusable(file, `cannot be made: ${reasonOf(error, file)}.`, error)
  } finally {
    for (const rest of ['', '-journal', '-wal', '-shm']) rmSync(`${temporary}${rest}`, { force: true })
  }
}

function writeSeed(temporary: string, seed: Seed, origin: string): void {
  const database = open(temporary, false)
  try {
    // The temporary file needs no journal: it is thrown away when it is not finished.
    database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${markings} ${schema} BEGIN;`)
    const writer = new EntryWriter(database)
    const { seed: number, samples, ids, clock, records } = seed
    const start = clock && {
      ...(clock.start === undefined ? {} : { start: clock.start }),
      ...(clock.frozen === undefined ? {} : { frozen: clock.frozen }),
    }
    writer.putHead(seedWorld, { seed: number, samples, ids, origin, starts: 0, ...(start ? { clock: start } : {}) })
    for (const name of collectionNames)
      for (const record of records[name] ?? []) writer.put(seedWorld, name, record.id, record)
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

/** Not every file system has links. */
function link(temporary: string, file: string): void {
  const { existsSync, linkSync, renameSync } = process.getBuiltinModule('node:fs')
  try {
    linkSync(temporary, file)
  } catch (error) {
    if (existsSync(file)) throw error
    renameSync(temporary, file)
  }
}
