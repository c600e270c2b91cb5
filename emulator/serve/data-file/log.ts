// The log of a data file: first the seed of all worlds, then each change, in order. A change is never rewritten; a long
// log is replaced by one that begins with what the worlds are now.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CollectionName } from '../../model/contract/stored-records.ts'
import type { StoredRecord } from '../../model/contract/resource.ts'
import type { OpenMembers } from '../../model/resources/resources.ts'
import type { IdState } from '../../model/resources/ids.ts'
import type { ClockState } from '../../world/clock.ts'
import type { ChangedRecord } from '../../world/changed-records.ts'
import type { Seed } from '../../world/seed.ts'

/** The members of the seed beside its records. */
interface SeedHead extends Pick<Seed, 'seed' | 'ids' | 'samples' | 'clock' | 'openMembers'> {
  /** The source of the data: a later start must ask for the same. */
  readonly origin: string
}

/** A record that was put into a collection, or the id of one that was removed. */
export type LoggedChange = readonly [collection: CollectionName, recordOrId: StoredRecord | string]

/** The members of a world beside its records. */
export interface LoggedState {
  readonly ids: IdState
  readonly clock: ClockState
  readonly openMembers: OpenMembers
}

type LogEvent =
  | { readonly kind: 'seed'; readonly head: SeedHead }
  | { readonly kind: 'records'; readonly records: readonly LoggedChange[] }
  | { readonly kind: 'dropped'; readonly world: string }
  | ({
      readonly kind: 'world'
      readonly world: string
      /** True: the world was as the seed before these changes. */
      readonly begins: boolean
      readonly changes: readonly LoggedChange[]
    } & LoggedState)

/** A world as the log has it: its state, and the changes of its records since the seed. */
export interface LoggedWorld extends LoggedState {
  readonly changed: ChangedRecord[]
}

/** Everything that a data file holds. */
export interface DataFileContents {
  readonly seed: Seed
  readonly origin: string
  readonly worlds: ReadonlyMap<string, LoggedWorld>
  readonly position: LogPosition
}

/** Where a log is to be continued. */
export interface LogPosition {
  /** The numbers of the last row of the seed and of the last row. */
  readonly seedEnd: number
  readonly end: number
  /** The characters of the changes since the seed. */
  readonly written: number
}

/** Changes in each chunk of text: a single text of all could exceed the longest string. */
const changesInRow = 1000

/** The characters of changes that may follow the state of the worlds in the log before it is compacted. */
const slack = 16_000_000

/** Writes a log. What is written in a transaction that fails leaves a gap in the numbers. */
export class Log {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  #end: number
  readonly #seedEnd: number
  /** The characters of the changes since the log was compacted, and of the state that it then began with. */
  #written: number
  #begun = 0

  /** @param position Default: the beginning. */
  constructor(database: DatabaseSync, position: LogPosition = { seedEnd: 0, end: 0, written: 0 }) {
    this.#database = database
    this.#insert = database.prepare('INSERT INTO log VALUES (?, ?, ?)')
    this.#end = position.end
    this.#seedEnd = position.seedEnd
    this.#written = position.written
  }

  seed(head: SeedHead, records: Iterable<LoggedChange>): void {
    this.#append({ kind: 'seed', head })
    for (const part of inParts(records)) this.#append({ kind: 'records', records: part })
  }

  dropped(world: string): void {
    this.#append({ kind: 'dropped', world })
  }

  /** @param begins True where the changes are those from the seed. */
  world(world: string, begins: boolean, changes: Iterable<LoggedChange>, state: LoggedState): void {
    let first = begins
    for (const part of inParts(changes)) {
      this.#append({ kind: 'world', world, begins: first, changes: part, ...state })
      first = false
    }
  }

  /** Returns true if most of the log is no longer what the worlds are. */
  get isLong(): boolean {
    return this.#written > this.#begun + slack
  }

  /** Replaces everything since the seed. @param write Writes what the worlds are. */
  anew(write: () => void): void {
    const before = this.#end
    this.#written = 0
    write()
    this.#database.prepare('DELETE FROM log WHERE seq > ? AND seq <= ?').run(this.#seedEnd, before)
    this.#begun = this.#written
    this.#written = 0
  }

  #append(event: LogEvent): void {
    const json = JSON.stringify(event)
    this.#written += json.length
    const seq = ++this.#end
    this.#insert.run(seq, json, sumOf(seq, json))
  }
}

/** At least one part, which may be empty. */
function* inParts<T>(items: Iterable<T>): Generator<T[]> {
  let part: T[] = []
  for (const item of items) {
    if (part.length === changesInRow) {
      yield part
      part = []
    }
    part.push(item)
  }
  yield part
}

export const schema = 'CREATE TABLE log (seq INTEGER PRIMARY KEY, json TEXT NOT NULL, sum INTEGER NOT NULL) STRICT;'

/** SQLite notices a page that is out of place, but not another letter within a text. */
function sumOf(seq: number, json: string): number {
  return process.getBuiltinModule('node:zlib').crc32(`${seq} ${json}`)
}

/** Reads a log; undefined where it is damaged. */
export function readLog(database: DatabaseSync): DataFileContents | undefined {
  let head: SeedHead | undefined
  let seedEnd = 0
  let end = 0
  let written = 0
  const records: Partial<Record<CollectionName, StoredRecord[]>> = {}
  const worlds = new Map<string, LoggedWorld>()
  for (const row of database.prepare('SELECT seq, json, sum FROM log ORDER BY seq').iterate()) {
    const { seq, json, sum } = row as { seq: number; json: string; sum: number }
    if (sum !== sumOf(seq, json)) return undefined
    end = seq
    written += json.length
    const event = JSON.parse(json) as LogEvent
    if (event.kind === 'world') {
      const { world, begins, changes, ids, clock, openMembers } = event
      const changed = (!begins && worlds.get(world)?.changed) || []
      for (const [collection, change] of changes)
        changed.push(typeof change === 'string' ? [collection, change, undefined] : [collection, change.id, change])
      worlds.set(world, { changed, ids, clock, openMembers })
    } else if (event.kind === 'dropped') worlds.delete(event.world)
    else {
      seedEnd = seq
      written = 0
      if (event.kind === 'seed') ({ head } = event)
      else for (const [collection, record] of event.records) (records[collection] ??= []).push(record as StoredRecord)
    }
  }
  if (!head) return undefined
  const { origin, ...rest } = head
  return { seed: { ...rest, records }, origin, worlds, position: { seedEnd, end, written } }
}
