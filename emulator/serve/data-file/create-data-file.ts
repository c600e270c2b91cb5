import { dirname } from 'node:path'
import { collectionNames } from '../../world/collections.ts'
import type { Seed } from '../../world/seed.ts'
import { EntryWriter, schema, seedWorld } from './entries.ts'
import { markings, open, reasonOf, unusable } from './sqlite.ts'

/**
 * Creates a data file with the seed of its worlds. It appears whole or not at all: it is made beside and then linked,
 * which fails if another process has made the file meanwhile.
 * @param origin What the seed was made from.
 * @throws EmulatorError `unusable_data_file`.
 */
export function createDataFile(file: string, seed: Seed, origin: string): void {
  const { closeSync, fsyncSync, linkSync, openSync, rmSync } = process.getBuiltinModule('node:fs')
  const draft = `${file}.${process.pid}.tmp`
  const sync = (path: string) => {
    const descriptor = openSync(path, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  }
  try {
    rmSync(draft, { force: true })
    fill(draft, seed, origin)
    sync(draft)
    linkSync(draft, file)
    sync(dirname(file))
  } catch (error) {
    // The other process has made a whole one.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw unusable(file, `cannot be made: ${reasonOf(error)}.`, error)
  } finally {
    rmSync(draft, { force: true })
  }
}

function fill(draft: string, seed: Seed, origin: string): void {
  const database = open(draft, false)
  try {
    // A draft needs no journal: it is thrown away when it is not finished.
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
