import { collectionNames, buildCollections } from './collections.ts'
import type { CollectionName, Collections } from '../model/contract/stored-records.ts'
import type { OpenMembers } from '../model/resources/resources.ts'
import { highestId, IdSource, type IdState, parseId } from '../model/resources/ids.ts'
import { membersOption, type MembersOption, readMembersOption, readRecords, type Records } from './read-records.ts'
import { copyJson } from '../tools/copy-json.ts'
import { deepFreeze } from '../tools/deep-freeze.ts'
import { parseTime, toIso } from '../tools/time.ts'
import type { WorldState } from './seed.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import type { StoredRecord } from '../model/contract/resource.ts'

/** A world as JSON, as `GET /_emulator/snapshot` writes it. It holds secrets only as hashes. */
export interface Snapshot {
  /** The version of this form. */
  readonly format: typeof snapshotFormat
  /** Virtual time, as RFC 3339 in UTC, and whether it is frozen. */
  readonly clock: { readonly time: string; readonly frozen: boolean }
  /** The state from which the ids continue. */
  readonly ids: IdState
  /** Members or values that records have in addition to those of their resource, as in a fixture file. */
  readonly members?: MembersOption
  /** The records, by collection. */
  readonly collections: Records
}

/** The number increases when an older emulator could misread a newer snapshot. */
export const snapshotFormat = 'platform-data-emulator/snapshot/1'

/**
 * A world at one moment: its records, ids and clock, without faults, scenarios and journal. `JSON.stringify` writes it
 * as `GET /_emulator/snapshot` does, and `restore` accepts both forms.
 */
export class WorldSnapshot {
  /** @internal */
  readonly collections: Collections
  /** @internal */
  readonly ids: IdState
  /** @internal */
  readonly openMembers: OpenMembers
  /** @internal */
  readonly clock: { readonly start: number; readonly frozen: boolean }

  /** @internal */
  constructor({ collections, ids, openMembers = false }: WorldState, clock: WorldSnapshot['clock']) {
    this.collections = collections
    this.ids = ids
    this.openMembers = openMembers
    this.clock = clock
  }

  /** The snapshot as JSON. It is frozen, since the world shares its records. */
  toJSON(): Snapshot {
    const { collections, ids, clock, openMembers } = this
    const records = Object.fromEntries(collectionNames.map((name) => [name, [...collections[name].all()]])) as Record<
      CollectionName,
      Records[CollectionName] & object
    >
    return deepFreeze({
      format: snapshotFormat,
      clock: { time: toIso(clock.start), frozen: clock.frozen },
      ids: { ...ids },
      ...membersOption(openMembers),
      collections: records,
    })
  }
}

/** Returns true if a JSON value claims to be a snapshot, of this format or another. */
export function isSnapshot(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && 'format' in json
}

/** Checks a snapshot. @throws EmulatorError `invalid_seed` when this emulator cannot read it. */
export function readSnapshot(json: unknown): Snapshot {
  if (typeof json === 'string')
    throw new EmulatorError('invalid_seed', 'a snapshot is an object; got a string. Pass it to JSON.parse first.')
  if (!isSnapshot(json) || json['format'] !== snapshotFormat) {
    const format = isSnapshot(json) ? JSON.stringify(json['format']) : 'none'
    throw new EmulatorError(
      'invalid_seed',
      `a snapshot has the member "format": "${snapshotFormat}"; got ${format}. Export it again with this emulator.`,
    )
  }
  const { clock, ids, collections } = json as Readonly<
    Record<string, Readonly<Record<string, unknown>> | null | undefined>
  >
  const openMembers = readMembersOption(json['members'])
  if (typeof clock?.['time'] !== 'string' || typeof clock['frozen'] !== 'boolean')
    throw new EmulatorError(
      'invalid_seed',
      'clock must have the members "time" (RFC 3339) and "frozen" (true or false).',
    )
  const { last, random } = ids ?? {}
  if (
    typeof last !== 'string' ||
    parseId(last)?.prefix !== '' ||
    last > highestId ||
    typeof random !== 'number' ||
    !Number.isInteger(random)
  )
    throw new EmulatorError('invalid_seed', 'ids must have the members "last" (a bare id) and "random" (an integer).')
  if (typeof collections !== 'object' || collections === null)
    throw new EmulatorError('invalid_seed', 'collections must be an object of lists.')
  try {
    parseTime(clock['time'])
  } catch (error) {
    throw new EmulatorError('invalid_seed', `clock.time: ${(error as Error).message}`)
  }
  const records = readRecords(collections, openMembers)
  return {
    format: snapshotFormat,
    clock: clock as Snapshot['clock'],
    ids: idsAbove({ last, random }, records),
    ...membersOption(openMembers),
    collections: records,
  }
}

/** A copy of the JSON of a snapshot, which its owner may change later. */
export function copySnapshotJson(snapshot: unknown): unknown {
  // A snapshot of another copy of this package, such as CommonJS next to ES modules, is not an instance of this
  // WorldSnapshot.
  return copyJson((snapshot as Partial<WorldSnapshot> | null | undefined)?.toJSON?.() ?? snapshot)
}

/**
 * Reads a snapshot from JSON, for `World.restore`. The world keeps the records of the JSON.
 * @throws EmulatorError `invalid_seed` when this emulator cannot read it.
 */
export function parseSnapshot(json: unknown): WorldSnapshot {
  const { clock, ids, members, collections } = readSnapshot(json)
  return new WorldSnapshot(
    { collections: buildCollections(collections), ids, openMembers: readMembersOption(members) },
    { start: parseTime(clock.time), frozen: clock.frozen },
  )
}

/** Raises the state of the ids above every record, since the file may have been edited. */
function idsAbove(state: IdState, records: Records): IdState {
  const source = new IdSource(state)
  for (const list of Object.values(records)) {
    const last = list.findLast(({ id }) => parseId(id)?.prefix === '')
    if (last) source.raiseTo(last.id)
  }
  return source.state
}

/** The minimum length of a piece, in characters: a write for each record would take most of the time. */
const pieceLength = 65_536

/** The text of a snapshot, in pieces. */
export function* snapshotText(snapshot: WorldSnapshot): Generator<string, void> {
  let piece = ''
  for (const text of snapshotTexts(snapshot)) {
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

function* snapshotTexts({ clock, ids, openMembers, collections }: WorldSnapshot): Generator<string, void> {
  yield `{"format":${JSON.stringify(snapshotFormat)},`
  yield `"clock":${JSON.stringify({ time: toIso(clock.start), frozen: clock.frozen })},"ids":${JSON.stringify(ids)},`
  const { members } = membersOption(openMembers)
  if (members) yield `"members":${JSON.stringify(members)},`
  yield '"collections":{'
  let separator = ''
  for (const name of collectionNames) {
    yield `${separator}${JSON.stringify(name)}:[`
    separator = ','
    let comma = ''
    for (const block of collections[name].blocks as readonly (readonly StoredRecord[])[])
      for (const record of block) {
        yield comma + JSON.stringify(record)
        comma = ','
      }
    yield ']'
  }
  yield '}}'
}
