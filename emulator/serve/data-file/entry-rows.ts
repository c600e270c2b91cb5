// The rows of a data file: one for each record, and one for what a world has beside its records.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CollectionName } from '../../model/contract/stored-records.ts'
import type { IdState } from '../../model/resources/ids.ts'
import type { Samples } from '../../world/seed.ts'

/** The world of the seed. Named worlds hold what differs from it, so that a fork of a million products is one row. */
export const seedWorld = 0

/** The collection of the row that holds what a world has beside its records. */
const headCollection = ''

/** The contents of the seed's row. */
export interface SeedHead {
  readonly seed: number
  readonly samples: Samples
  readonly ids: IdState
  readonly clock?: { readonly start?: number; readonly frozen?: boolean }
  /** The source of the data: a later start must ask for the same. */
  readonly origin: string
  /** Grows with each start, so that a start notices another one between its reading and its locking. */
  readonly starts: number
}

/** The contents of a world's row. */
export interface WorldHead {
  readonly name: string
  readonly ids: IdState
  readonly clock: { readonly start: number; readonly since: number; readonly frozen: boolean }
}

/** One row as it is stored. `json` is null where a world does not have a record of the seed. */
export interface EntryRow {
  readonly world: number
  readonly collection: string
  readonly id: string
  readonly json: string | null
  readonly sum: number
}

export const schema = `
  CREATE TABLE entries (
    world INTEGER NOT NULL,
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    json TEXT,
    sum INTEGER NOT NULL,
    PRIMARY KEY (world, collection, id)
  ) WITHOUT ROWID, STRICT;`

/** SQLite notices a page that is out of place, but not another letter within a text. */
function sumOf(world: number, collection: string, id: string, json: string | null): number {
  const { crc32 } = process.getBuiltinModule('node:zlib')
  return crc32(`${world} ${collection} ${id} ${json}`)
}

/** Returns true if a row is as it was written. */
export function isWhole(row: Readonly<Record<string, unknown>> | EntryRow): row is EntryRow {
  const { world, collection, id, json, sum } = row
  if (typeof world !== 'number' || typeof collection !== 'string' || typeof id !== 'string') return false
  return (json === null || typeof json === 'string') && sum === sumOf(world, collection, id, json)
}

/** Returns true if a row holds what a world has beside its records. */
export function isHead({ collection }: EntryRow): boolean {
  return collection === headCollection
}

/** Writes rows with prepared statements. */
export class EntryWriter {
  readonly #put: StatementSync
  readonly #delete: StatementSync
  readonly #deleteWorld: StatementSync

  constructor(database: DatabaseSync) {
    this.#put = database.prepare('INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?)')
    this.#delete = database.prepare('DELETE FROM entries WHERE world = ? AND collection = ? AND id = ?')
    this.#deleteWorld = database.prepare('DELETE FROM entries WHERE world = ?')
  }

  putHead(world: number, head: SeedHead | WorldHead): void {
    this.#write(world, headCollection, '', JSON.stringify(head))
  }

  put(world: number, collection: CollectionName, id: string, record: object): void {
    this.#write(world, collection, id, JSON.stringify(record))
  }

  /** Says that a world does not have a record of the seed. */
  putAbsence(world: number, collection: CollectionName, id: string): void {
    this.#write(world, collection, id, null)
  }

  delete(world: number, collection: CollectionName, id: string): void {
    this.#delete.run(world, collection, id)
  }

  deleteWorld(world: number): void {
    this.#deleteWorld.run(world)
  }

  #write(world: number, collection: string, id: string, json: string | null): void {
    this.#put.run(world, collection, id, json, sumOf(world, collection, id, json))
  }
}
