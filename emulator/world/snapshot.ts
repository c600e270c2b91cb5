import { collectionNames, type Collections, toCollections } from './collections.ts'
import type { CollectionName } from '../contract/stored-records.ts'
import { highestId, IdSource, type IdState, parseId } from '../resources/ids.ts'
import { readRecords, type Records } from './read-records.ts'
import { parseTime, toIso } from '../tools/time.ts'
import type { WorldState } from './world-state.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

/** A world as JSON: what `GET /_emulator/snapshot` and `--export-on-exit` write. Secrets are in it as hashes only. */
export interface Snapshot {
  /** The version of this form. */
  readonly format: typeof format
  /** Virtual time, as RFC 3339 in UTC, and whether it stands still. */
  readonly clock: { readonly time: string; readonly frozen: boolean }
  /** Where the ids continue. */
  readonly ids: IdState
  /** The records, by collection. */
  readonly collections: Records
}

/** The number grows when an older emulator could misread what a newer one wrote. */
const format = 'platform-data-emulator/snapshot/1'

/**
 * A world at one moment: its records, ids and clock. Faults, scenarios and the journal are no part of it. `JSON.stringify`
 * writes it as `GET /_emulator/snapshot` does, and `restore` takes either.
 */
export class WorldSnapshot {
  /** @internal */
  readonly collections: Collections
  /** @internal */
  readonly ids: IdState
  /** @internal */
  readonly clock: { readonly start: number; readonly frozen: boolean }

  /** @internal */
  constructor({ collections, ids }: WorldState, clock: WorldSnapshot['clock']) {
    this.collections = collections
    this.ids = ids
    this.clock = clock
  }

  /** The same as JSON. */
  toJSON(): Snapshot {
    const { collections, ids, clock } = this
    const records = Object.fromEntries(collectionNames.map((name) => [name, collections[name].all()])) as Record<
      CollectionName,
      Records[CollectionName] & object
    >
    return { format, clock: { time: toIso(clock.start), frozen: clock.frozen }, ids, collections: records }
  }
}

/** Whether a JSON value says that it is a snapshot, of this format or another. */
export function isSnapshot(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && 'format' in json
}

/** What a snapshot holds, checked. @throws EmulatorError `invalid_seed` when it is not one that this emulator can read. */
export function readSnapshot(json: unknown): Snapshot {
  if (!isSnapshot(json) || json['format'] !== format) {
    throw new EmulatorError(
      'invalid_seed',
      `a snapshot has the member "format": ${JSON.stringify(format)}; got ${JSON.stringify(isSnapshot(json) ? json['format'] : undefined) ?? 'none'}. Export it again with this emulator.`,
    )
  }
  const { clock, ids, collections } = json as Readonly<
    Record<string, Readonly<Record<string, unknown>> | null | undefined>
  >
  if (typeof clock?.['time'] !== 'string' || typeof clock['frozen'] !== 'boolean')
    throw new EmulatorError(
      'invalid_seed',
      'clock must have the members "time" (RFC 3339) and "frozen" (true or false).',
    )
  if (
    typeof ids?.['last'] !== 'string' ||
    parseId(ids['last'])?.prefix !== '' ||
    ids['last'] > highestId ||
    !Number.isInteger(ids['random'])
  )
    throw new EmulatorError('invalid_seed', 'ids must have the members "last" (a bare id) and "random" (an integer).')
  if (typeof collections !== 'object' || collections === null)
    throw new EmulatorError('invalid_seed', 'collections must be an object of lists.')
  try {
    parseTime(clock['time'])
  } catch (error) {
    throw new EmulatorError('invalid_seed', `clock.time: ${(error as Error).message}`)
  }
  const records = readRecords(collections)
  return {
    format,
    clock: clock as Snapshot['clock'],
    ids: idsAbove(ids as unknown as IdState, records),
    collections: records,
  }
}

/**
 * The world that a snapshot holds, for `World.restore`.
 * @throws EmulatorError `invalid_seed` when it is not a snapshot that this emulator can read.
 */
export function fromSnapshot(json: unknown): WorldSnapshot {
  const { clock, ids, collections } = readSnapshot(json)
  return new WorldSnapshot(
    { collections: toCollections(collections), ids },
    { start: parseTime(clock.time), frozen: clock.frozen },
  )
}

/** The state of an id source whose next id is above that of every record: a file can have been edited. */
function idsAbove(state: IdState, records: Records): IdState {
  const source = new IdSource(state)
  for (const list of Object.values(records)) {
    const last = list.findLast(({ id }) => parseId(id)?.prefix === '')
    if (last) source.raiseTo(last.id)
  }
  return source.state
}
