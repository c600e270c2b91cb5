import type { Collections } from '../../model/contract/stored-records.ts'
import type { DatabaseSync } from 'node:sqlite'
import { EmulatorError } from '../../tools/emulator-error.ts'
import type { ClockState } from '../../world/clock.ts'
import { type ChangedRecord, differences, applyRecords } from '../../world/changed-records.ts'
import type { StorableWorld, StoredWorlds, WorldStorage } from '../../world/storage.ts'
import { addEvicted } from '../../world/world-bounds.ts'
import type { WorldState, Seed } from '../../world/seed.ts'
import { type DataFileContents, Log } from './log.ts'
import { assertDataFile, damagedFileError, openDatabase, failureReason, toUnusable } from './sqlite.ts'

/** A world as the file holds it. */
interface KeptWorld {
  readonly state: WorldState
  readonly clock: ClockState
}

/**
 * The worlds of an emulator in an SQLite file. All changes before an answer are one transaction, so a killed process
 * loses nothing that was acknowledged, and no change is stored in part. After a power failure the file is whole, but
 * may lack the last moments: waiting for the disk would make a write two hundred times as slow.
 */
export class DataFile implements WorldStorage {
  /** The initial state of its worlds. */
  readonly seed: Seed
  /** The source of the seed. */
  readonly origin: string
  /** The contents of the file when it was opened, until an emulator has taken them. */
  #contents: DataFileContents | undefined
  readonly #file: string
  readonly #database: DatabaseSync
  readonly #log: Log
  /** The worlds that the file holds, unless they were dropped or replaced since. */
  readonly #kept = new Map<string, KeptWorld>()
  /** The worlds that have changed since they were stored. Undefined: the world with that name was dropped. */
  readonly #pending = new Map<string, StorableWorld | undefined>()
  /** The worlds that were evicted and not created again, and why. */
  readonly #evicted: Map<string, string>
  /** The records of the seed, from which every world starts. */
  #seed: Collections | undefined

  /**
   * Opens a data file and locks it for this process.
   * @throws EmulatorError `unusable_data_file` for a file that is foreign, newer, damaged or in use; `missing_package`.
   */
  constructor(file: string) {
    assertWhole(file)
    const database = openDatabase(file, false)
    try {
      database.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 67108864; BEGIN IMMEDIATE',
      )
      this.#log = new Log(database)
      const contents = this.#log.read()
      if (!contents) throw damagedFileError(file)
      this.#contents = contents
      this.#evicted = contents.evicted
      this.seed = contents.seed
      this.origin = contents.origin
      database.exec('COMMIT')
    } catch (error) {
      database.close()
      throw toUnusable(file, error)
    }
    this.#file = file
    this.#database = database
  }

  restore(worlds: StoredWorlds, seed: Collections): void {
    for (const [name, why] of this.#evicted) worlds.rememberEvicted(name, why)
    for (const [name, { changed, ids, clock, openMembers }] of this.#contents?.worlds ?? []) {
      const world = worlds.use(name)
      world.revert({ collections: applyRecords(seed, changed), ids, openMembers, clock })
      this.#kept.set(name, { state: world.state, clock })
      this.#pending.delete(name)
    }
    this.#contents = undefined
    this.#seed = seed
    this.store()
  }

  created(world: StorableWorld): void {
    this.#kept.delete(world.name)
    this.#evicted.delete(world.name)
    this.changed(world)
  }

  changed(world: StorableWorld): void {
    this.#pending.set(world.name, world)
  }

  dropped(name: string, why?: string): void {
    this.#kept.delete(name)
    if (why === undefined) this.#evicted.delete(name)
    else addEvicted(this.#evicted, name, why)
    this.#pending.set(name, undefined)
  }

  store(name?: string): void {
    if (this.#pending.size === 0 || !this.#seed) return
    const seed = this.#seed
    const concerned = name === undefined || this.#pending.has(name)
    try {
      this.#storePending(seed)
    } catch (error) {
      this.#undo()
      if (!concerned) return
      throw new EmulatorError(
        'not_stored',
        `The change cannot be stored in ${this.#file}: ${failureReason(error, this.#file)}. It was undone; try again later.`,
        { cause: error },
      )
    }
    try {
      if (this.#log.isLong) this.#transact(() => this.#log.anew(() => this.#storeAll(seed)))
    } catch {
      // The log stays unchanged until it is long again.
    }
  }

  /** Stores pending changes and releases the file. */
  close(): void {
    if (!this.#database.isOpen) return
    try {
      this.store()
    } finally {
      this.#database.close()
    }
  }

  #transact(write: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      write()
      this.#database.exec('COMMIT')
    } catch (error) {
      // SQLite rolls back by itself if the disk is full.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  #storePending(seed: Collections): void {
    const stored = new Map<string, KeptWorld>()
    this.#transact(() => {
      for (const [name, world] of this.#pending) {
        if (!world) {
          this.#log.dropped(name, this.#evicted.get(name))
          continue
        }
        const now = { state: world.state, clock: world.clock.state }
        this.#storeWorld(name, this.#kept.get(name), now, seed)
        stored.set(name, now)
      }
    })
    for (const [name, now] of stored) this.#kept.set(name, now)
    this.#pending.clear()
  }

  /** Writes the current state of the worlds, as the beginning of a new log. */
  #storeAll(seed: Collections): void {
    for (const [name, why] of this.#evicted) this.#log.dropped(name, why)
    for (const [name, now] of this.#kept) this.#storeWorld(name, undefined, now, seed)
  }

  /** @param before The state of this world in the log. Undefined: it begins as the seed. */
  #storeWorld(name: string, before: KeptWorld | undefined, { state, clock }: KeptWorld, seed: Collections): void {
    const { collections, ids, openMembers = false } = state
    const changes = changedRecords(before?.state.collections ?? seed, collections)
    this.#log.world(name, !before, changes, { ids, clock, openMembers })
  }

  /** Reverts changed worlds to their state in the file. Created and dropped worlds wait for the next attempt. */
  #undo(): void {
    for (const [name, world] of this.#pending) {
      const kept = this.#kept.get(name)
      if (!kept) continue
      world?.revert({ ...kept.state, clock: kept.clock })
      this.#pending.delete(name)
    }
  }
}

function* changedRecords(before: Collections, now: Collections): Generator<ChangedRecord> {
  for (const change of differences(before, now)) if (change) yield change
}

/** @throws EmulatorError `unusable_data_file`, and changes nothing in the file; `missing_package`. */
function assertWhole(file: string): void {
  assertDataFile(file)
  let database: DatabaseSync | undefined
  try {
    database = openDatabase(file, true)
    const [check] = database.prepare('PRAGMA quick_check(1)').all()
    if (check?.['quick_check'] !== 'ok') throw damagedFileError(file)
  } catch (error) {
    throw toUnusable(file, error)
  } finally {
    database?.close()
  }
}
