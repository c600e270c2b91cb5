import type { DatabaseSync } from 'node:sqlite'
import type { CollectionName } from '../../model/contract/stored-records.ts'
import type { StoredRecord } from '../../model/contract/resource.ts'
import type { Seed } from '../../world/seed.ts'
import { isHead, isWhole, type SeedHead, seedWorld, type WorldHead } from './entry-rows.ts'
import { lockHolderOf } from './lock-holder.ts'
import { assertDataFile, damaged, isBusy, isCorrupt, open, reasonOf, unusable } from './sqlite.ts'

/** The differences of a world's collection from the seed, by id. Null: the world does not have that record. */
export type Differences = Map<string, StoredRecord | null>

/** A world as a data file holds it. */
export interface StoredWorld {
  readonly number: number
  readonly head: WorldHead
  readonly differences: Map<CollectionName, Differences>
}

/** Everything that a data file holds. */
export interface DataFileContents {
  readonly seed: Seed
  readonly head: SeedHead
  readonly worlds: readonly StoredWorld[]
}

/**
 * Reads a whole data file and changes nothing in it.
 * @throws EmulatorError `unusable_data_file` for a file that is foreign, newer, damaged or in use; `missing_package`.
 */
export function readDataFile(file: string): DataFileContents {
  assertDataFile(file)
  let database: DatabaseSync | undefined
  try {
    database = open(file, true)
    const [check] = database.prepare('PRAGMA quick_check(1)').all()
    if (check?.['quick_check'] !== 'ok') throw damaged(file)
    return readContents(file, database)
  } catch (error) {
    throw toUnusable(file, error)
  } finally {
    database?.close()
  }
}

/** Says in one line why a data file cannot be used. Any other error is returned as it is. */
export function toUnusable(file: string, error: unknown): unknown {
  if (isBusy(error)) return unusable(file, `is used by ${lockHolderOf(file)}. Stop it, or name another file.`, error)
  if (isCorrupt(error)) return damaged(file, error)
  if (!(error instanceof Error) || !('errcode' in error || 'syscall' in error)) return error
  return unusable(file, `cannot be opened: ${reasonOf(error, file)}.`, error)
}

/** Reads all rows. @throws EmulatorError `unusable_data_file` for a damaged row. */
export function readContents(file: string, database: DatabaseSync): DataFileContents {
  const rows = database.prepare('SELECT * FROM entries ORDER BY world, collection, id').iterate()
  const records: Partial<Record<CollectionName, StoredRecord[]>> = {}
  const worlds: StoredWorld[] = []
  let seedHead: SeedHead | undefined
  let world: StoredWorld | undefined
  for (const row of rows) {
    if (!isWhole(row)) throw damaged(file)
    const value: unknown = row.json === null ? null : JSON.parse(row.json)
    const collection = row.collection as CollectionName
    if (isHead(row)) {
      if (row.world === seedWorld) seedHead = value as SeedHead
      else worlds.push((world = { number: row.world, head: value as WorldHead, differences: new Map() }))
    } else if (row.world === seedWorld) (records[collection] ??= []).push(value as StoredRecord)
    else if (world?.number === row.world) differencesOf(world, collection).set(row.id, value as StoredRecord | null)
    else throw damaged(file)
  }
  if (!seedHead) throw damaged(file)
  const { seed, samples, ids, clock } = seedHead
  return { seed: { seed, samples, ids, records, ...(clock ? { clock } : {}) }, head: seedHead, worlds }
}

function differencesOf({ differences }: StoredWorld, collection: CollectionName): Differences {
  let found = differences.get(collection)
  if (!found) differences.set(collection, (found = new Map()))
  return found
}
