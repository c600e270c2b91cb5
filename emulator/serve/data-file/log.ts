// The rows of a data file: the seed of all worlds, and a log of their changes. A row is never rewritten; a long log is
// replaced by one that begins with the current state of the worlds.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CollectionName } from '../../model/contract/stored-records.ts'
import type { StoredRecord } from '../../model/contract/resource.ts'
import type { OpenMembers } from '../../model/resources/resources.ts'
import type { IdState } from '../../model/resources/ids.ts'
import type { ChangedRecord } from '../../world/changed-records.ts'
import type { ClockState } from '../../world/clock.ts'
import type { Seed } from '../../world/seed.ts'
import { addEvicted } from '../../world/world-bounds.ts'

/** The members of the seed other than its records. */
interface SeedHead extends Pick<Seed, 'seed' | 'ids' | 'samples' | 'clock' | 'openMembers'> {
  /** The source of the data: a later start must ask for the same. */
  readonly origin: string
}

/** The members of a world other than its records. */
export interface LoggedState {
  readonly ids: IdState
  readonly clock: ClockState
  readonly openMembers: OpenMembers
}

/** A world in the log: its state, and the changes of its records since the seed. */
export interface LoggedWorld extends LoggedState {
  readonly changed: ChangedRecord[]
}

type LogRow =
  /** A dropped world, and why it was evicted if it was. */
  | { readonly dropped: string; readonly why?: string }
  | ({
      readonly world: string
      /** True if the world was equal to the seed before these changes. */
      readonly begins: boolean
    } & LoggedWorld)

/** Everything that a data file holds. */
export interface DataFileContents {
  readonly seed: Seed
  readonly origin: string
  readonly worlds: ReadonlyMap<string, LoggedWorld>
  /** The worlds that were evicted and not created again, and why. */
  readonly evicted: Map<string, string>
}

/** The first row of `seed` is the head; the others are records. */
export const schema: string = ['seed', 'log']
  .map((table) => `CREATE TABLE ${table} (seq INTEGER PRIMARY KEY, json TEXT NOT NULL, sum INTEGER NOT NULL) STRICT;`)
  .join('')

/** Records in each row: a single text of all could exceed the longest string. */
const recordsInRow = 1000

/** The characters that may follow the state of the worlds in the log before it is compacted. */
const slack = 16_000_000

/** Reads and writes the rows of a data file. */
export class Log {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  /** The characters of the log since it was compacted, and of the state that it then began with. */
  #written = 0
  #begun = 0

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#insert = database.prepare('INSERT INTO log (json, sum) VALUES (?, ?)')
  }

  /** Writes the seed of a new file. */
  seed(head: SeedHead, records: Iterable<ChangedRecord>): void {
    const insert = this.#database.prepare('INSERT INTO seed (json, sum) VALUES (?, ?)')
    for (const row of [head, ...rowParts(records)]) appendRow(insert, row)
  }

  dropped(world: string, why?: string): void {
    this.#append({ dropped: world, ...(why === undefined ? {} : { why }) })
  }

  /** @param begins True if the changes are relative to the seed. */
  world(world: string, begins: boolean, changes: Iterable<ChangedRecord>, state: LoggedState): void {
    let first = begins
    for (const changed of rowParts(changes)) {
      this.#append({ world, begins: first, changed, ...state })
      first = false
    }
  }

  /** Returns true if most of the log is outdated. */
  get isLong(): boolean {
    return this.#written > this.#begun + slack
  }

  /** Replaces the log. @param write Writes the current state of the worlds. */
  anew(write: () => void): void {
    this.#database.exec('DELETE FROM log')
    this.#written = 0
    write()
    this.#begun = this.#written
    this.#written = 0
  }

  /** Reads everything; undefined if the file is damaged. */
  read(): DataFileContents | undefined {
    const [head, ...parts] = this.#rows('seed') ?? []
    const rows = this.#rows('log')
    if (!head || !rows) return undefined
    const records: Partial<Record<CollectionName, StoredRecord[]>> = {}
    for (const [collection, , record] of (parts as readonly (readonly ChangedRecord[])[]).flat())
      (records[collection] ??= []).push(record!)
    const worlds = new Map<string, LoggedWorld>()
    const evicted = new Map<string, string>()
    for (const row of rows as readonly LogRow[])
      if ('dropped' in row) {
        worlds.delete(row.dropped)
        evicted.delete(row.dropped)
        if (row.why !== undefined) addEvicted(evicted, row.dropped, row.why)
      } else {
        evicted.delete(row.world)
        const changed = (!row.begins && worlds.get(row.world)?.changed) || []
        // In JSON, null means a removed record.
        for (const [name, id, record] of row.changed) changed.push([name, id, record ?? undefined])
        worlds.set(row.world, { ...row, changed })
      }
    const { origin, ...seed } = head as SeedHead
    return { seed: { ...seed, records }, origin, worlds, evicted }
  }

  /** The rows of a table; undefined if one is damaged. */
  #rows(table: 'seed' | 'log'): readonly unknown[] | undefined {
    const rows: unknown[] = []
    for (const row of this.#database.prepare(`SELECT json, sum FROM ${table} ORDER BY seq`).iterate()) {
      const { json, sum } = row as { json: string; sum: number }
      if (sum !== checksum(json)) return undefined
      if (table === 'log') this.#written += json.length
      rows.push(JSON.parse(json))
    }
    return rows
  }

  #append(row: LogRow): void {
    this.#written += appendRow(this.#insert, row)
  }
}

/** Returns the length of the row, in characters. */
function appendRow(insert: StatementSync, row: unknown): number {
  const json = JSON.stringify(row)
  insert.run(json, checksum(json))
  return json.length
}

/** At least one part, which may be empty. */
function* rowParts<T>(items: Iterable<T>): Generator<T[]> {
  let part: T[] = []
  for (const item of items) {
    if (part.length === recordsInRow) {
      yield part
      part = []
    }
    part.push(item)
  }
  yield part
}

/** SQLite notices a page that is out of place, but not another letter within a string. */
function checksum(json: string): number {
  return process.getBuiltinModule('node:zlib').crc32(json)
}
