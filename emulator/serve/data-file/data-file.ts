import type { DatabaseSync } from 'node:sqlite'
import type { CollectionName } from '../../model/contract/stored-records.ts'
import { changesBetween } from '../../model/store/changes.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import type { ClockState } from '../../world/clock.ts'
import { collectionNames, type Collections, untyped } from '../../world/collections.ts'
import type { StorableWorld, WorldStorage } from '../../world/storage.ts'
import type { WorldState } from '../../world/world-state.ts'
import type { Seed } from '../../world/seed.ts'
import { collectionsOf } from './collections-of.ts'
import { EntryWriter, type SeedHead, seedWorld } from './entry-rows.ts'
import { removeLockHolder, writeLockHolder } from './lock-holder.ts'
import { type DataFileContents, readContents, readDataFile, toUnusable } from './read-data-file.ts'
import { open, reasonOf } from './sqlite.ts'

/** A world as the file holds it. */
interface KeptWorld {
  readonly number: number
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
  readonly #writer: EntryWriter
  readonly #worlds = new Map<string, StorableWorld>()
  readonly #kept = new Map<string, KeptWorld>()
  /** Names of worlds that were changed or dropped since they were stored. */
  readonly #pending = new Set<string>()
  /** Names of worlds that were created since they were stored: what the file has under these names is another world. */
  readonly #created = new Set<string>()
  /** The records of the seed, from which every world starts. */
  #seed: Collections | undefined
  #lastNumber: number

  /**
   * Opens a data file for this process alone.
   * @throws EmulatorError `unusable_data_file` for a file that is foreign, newer, damaged or in use; `missing_package`.
   */
  constructor(file: string) {
    const before = readDataFile(file)
    const database = open(file, false)
    try {
      database.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 67108864; BEGIN IMMEDIATE',
      )
      this.#writer = new EntryWriter(database)
      // Another process may have used the file between the reading and the locking.
      this.#contents = startsOf(database) === before.head.starts ? before : readContents(file, database)
      const { head, worlds, seed } = this.#contents
      this.seed = seed
      this.origin = head.origin
      this.#writer.putHead(seedWorld, { ...head, starts: head.starts + 1 })
      database.exec('COMMIT')
      writeLockHolder(file)
      this.#lastNumber = worlds.at(-1)?.number ?? seedWorld
    } catch (error) {
      database.close()
      throw toUnusable(file, error)
    }
    this.#file = file
    this.#database = database
  }

  restore(worlds: { use(name: string): StorableWorld }, seed: Collections): void {
    for (const stored of this.#contents?.worlds ?? []) {
      const { name, ids, clock } = stored.head
      const world = worlds.use(name)
      world.revert({ collections: collectionsOf(seed, stored), ids, clock })
      this.#kept.set(name, { number: stored.number, state: world.state, clock })
      this.#pending.delete(name)
      this.#created.delete(name)
    }
    this.#contents = undefined
    this.#seed = seed
    this.store()
  }

  created(world: StorableWorld): void {
    this.#worlds.set(world.name, world)
    this.#created.add(world.name)
    this.#pending.add(world.name)
  }

  changed(world: StorableWorld): void {
    // A request may still hold a world that was dropped or replaced.
    if (this.#worlds.get(world.name) === world) this.#pending.add(world.name)
  }

  dropped(name: string): void {
    this.#worlds.delete(name)
    this.#created.delete(name)
    this.#pending.add(name)
  }

  store(name?: string): void {
    if (this.#pending.size === 0 || !this.#seed) return
    const concerned = name === undefined || this.#pending.has(name)
    try {
      this.#storePending(this.#seed)
    } catch (error) {
      this.#undo()
      if (!concerned) return
      throw new EmulatorError(
        'not_stored',
        `The change cannot be stored in ${this.#file}: ${reasonOf(error, this.#file)}. It was undone; try again later.`,
        { cause: error },
      )
    }
  }

  /** Stores what is pending and gives the file free. */
  close(): void {
    if (!this.#database.isOpen) return
    try {
      this.store()
    } finally {
      this.#database.close()
      removeLockHolder(this.#file)
    }
  }

  #storePending(seed: Collections): void {
    const stored: [string, KeptWorld | undefined][] = []
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      for (const name of this.#pending) stored.push([name, this.#storeWorld(name, seed)])
      this.#database.exec('COMMIT')
    } catch (error) {
      // SQLite rolls back by itself where the disk is full.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
    for (const [name, kept] of stored) {
      if (kept) this.#kept.set(name, kept)
      else this.#kept.delete(name)
    }
    this.#pending.clear()
    this.#created.clear()
  }

  /** Writes what has changed in a world, and returns its new state; undefined for a dropped one. */
  #storeWorld(name: string, seed: Collections): KeptWorld | undefined {
    const world = this.#worlds.get(name)
    const kept = this.#kept.get(name)
    if (kept && (!world || this.#created.has(name))) this.#writer.deleteWorld(kept.number)
    if (!world) return undefined
    const number = kept?.number ?? this.#nextNumber()
    const older = this.#created.has(name) ? seed : (kept?.state.collections ?? seed)
    const { state } = world
    const clock = world.clock.state
    for (const collection of collectionNames) this.#storeCollection(number, collection, older, state.collections, seed)
    this.#writer.putHead(number, { name, ids: state.ids, clock })
    return { number, state, clock }
  }

  #storeCollection(world: number, name: CollectionName, old: Collections, now: Collections, seed: Collections): void {
    const ofSeed = untyped(seed, name)
    for (const change of changesBetween(untyped(old, name), untyped(now, name))) {
      if ('put' in change) {
        const { id } = change.put
        if (ofSeed.get(id) === change.put) this.#writer.delete(world, name, id)
        else this.#writer.put(world, name, id, change.put)
      } else if (ofSeed.get(change.removed)) this.#writer.putAbsence(world, name, change.removed)
      else this.#writer.delete(world, name, change.removed)
    }
  }

  /** A number that is used up even where the transaction fails. */
  #nextNumber(): number {
    return ++this.#lastNumber
  }

  /** Takes changed worlds back to what the file holds. Created and dropped ones wait for the next attempt. */
  #undo(): void {
    for (const name of this.#pending) {
      const world = this.#worlds.get(name)
      const kept = this.#kept.get(name)
      if (!world || !kept || this.#created.has(name)) continue
      world.revert({ ...kept.state, clock: kept.clock })
      this.#pending.delete(name)
    }
  }
}

function startsOf(database: DatabaseSync): number {
  const row = database.prepare('SELECT json FROM entries WHERE world = ? ORDER BY collection LIMIT 1').get(seedWorld)
  return (JSON.parse(String(row?.['json'])) as SeedHead).starts
}
