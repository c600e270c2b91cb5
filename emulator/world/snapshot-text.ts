// A snapshot as text: written in pieces and read in pieces, as it may be longer than a string.
import type { StoredRecord } from '../model/contract/resource.ts'
import { changesBetween } from '../model/store/changes.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import type { JsonPath } from '../tools/json-pieces.ts'
import { toIso } from '../tools/time.ts'
import { collectionNames, type Collections, toCollections, untyped } from './collections.ts'
import { fromSnapshot, isSnapshot, readSnapshot, type Snapshot, snapshotFormat, WorldSnapshot } from './snapshot.ts'
import type { Worlds } from './worlds.ts'
import { isObject } from '../tools/is-object.ts'

/** The format of several worlds. An older emulator would not see the named ones, so it is another one. */
const worldsFormat = 'platform-data-emulator/snapshot/2'

/** Stands for the records of a collection that are those of the default world. */
const asDefault = 'default'

/** Several worlds: the default one as a snapshot has it, and the named ones. */
export interface Snapshots {
  /** The snapshot of the default world, for `parseSeed`. */
  readonly json: Snapshot
  readonly named: NamedWorlds
}

/** Named worlds, some of whose collections are those of the default world. */
export interface NamedWorlds {
  readonly ofDefault: Collections | undefined
  readonly worlds: ReadonlyMap<string, WorldSnapshot>
}

/** No named worlds. */
export const noNamedWorlds: NamedWorlds = { ofDefault: undefined, worlds: new Map() }

/** Pieces of at least this length, in characters: a write for each record would take most of the time. */
const pieceLength = 65_536

/**
 * The text of a snapshot, in pieces.
 * @param named The named worlds, if the text is of all worlds.
 */
export function* snapshotText(
  snapshot: WorldSnapshot,
  named: ReadonlyMap<string, WorldSnapshot> = new Map(),
): Generator<string, void> {
  let piece = ''
  for (const text of texts(snapshot, named)) {
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

function* texts(snapshot: WorldSnapshot, named: ReadonlyMap<string, WorldSnapshot>): Generator<string, void> {
  yield `{"format":${JSON.stringify(named.size === 0 ? snapshotFormat : worldsFormat)},`
  yield* membersText(snapshot)
  if (named.size > 0) {
    yield ',"worlds":{'
    let separator = ''
    for (const [name, world] of named) {
      yield `${separator}${JSON.stringify(name)}:{`
      yield* membersText(world, snapshot)
      yield '}'
      separator = ','
    }
    yield '}'
  }
  yield '}'
}

function* membersText(
  { clock, ids, openMembers, collections }: WorldSnapshot,
  ofDefault?: WorldSnapshot,
): Generator<string, void> {
  yield `"clock":${JSON.stringify({ time: toIso(clock.start), frozen: clock.frozen })},"ids":${JSON.stringify(ids)},`
  // Before the records, which are checked while they come in.
  if (openMembers) yield '"members":"open",'
  yield '"collections":{'
  let separator = ''
  for (const name of collectionNames) {
    const collection = collections[name]
    yield `${separator}${JSON.stringify(name)}:`
    separator = ','
    if (collection === ofDefault?.collections[name]) {
      yield JSON.stringify(asDefault)
      continue
    }
    yield '['
    let comma = ''
    for (const block of collection.blocks as readonly (readonly StoredRecord[])[])
      for (const record of block) {
        yield comma + JSON.stringify(record)
        comma = ','
      }
    yield ']'
  }
  yield '}'
}

/** Returns true if the members at a path of a snapshot come one by one: down to the lists of records. */
export function opensInSnapshot(path: JsonPath): boolean {
  if (path[0] === 'worlds') return path.length <= 2 || opensInWorld(path.slice(2))
  return opensInWorld(path)
}

/** Returns true if the members at a path of a snapshot of one world come one by one. */
export function opensInWorld(path: JsonPath): boolean {
  return path.length === 0 || (path[0] === 'collections' && path.length <= 2)
}

/**
 * Reads the worlds of a snapshot of either format.
 * @throws EmulatorError `invalid_seed` when this emulator cannot read it.
 */
export function readSnapshots(json: unknown): Snapshots {
  if (!isSnapshot(json) || json['format'] !== worldsFormat) return { json: readSnapshot(json), named: noNamedWorlds }
  const { worlds, ...others } = json
  if (!isObject(worlds)) throw new EmulatorError('invalid_seed', 'worlds must be an object of worlds by name.')
  const ofDefault = readSnapshot({ ...others, format: snapshotFormat })
  const base = toCollections(ofDefault.collections)
  const named = new Map<string, WorldSnapshot>()
  for (const [name, world] of Object.entries(worlds as Readonly<Record<string, unknown>>)) {
    try {
      named.set(name, readNamed(world, base))
    } catch (error) {
      if (!(error instanceof EmulatorError)) throw error
      throw new EmulatorError(error.code, `worlds.${name}: ${error.message}`)
    }
  }
  return { json: ofDefault, named: { ofDefault: base, worlds: named } }
}

/** Creates named worlds. They share their collections with the default world again, where those did not change. */
export function restoreNamed(worlds: Worlds, { ofDefault, worlds: named }: NamedWorlds): void {
  if (!ofDefault) return
  const current = worlds.default.snapshot().collections
  const same = new Map<unknown, unknown>(
    collectionNames.flatMap((name) => {
      const [older, newer] = [untyped(ofDefault, name), untyped(current, name)]
      return changesBetween(older, newer).next().done ? [[older, newer]] : []
    }),
  )
  for (const [name, { collections, ids, openMembers, clock }] of named) {
    const shared = Object.fromEntries(
      collectionNames.map((collectionName) => [
        collectionName,
        same.get(collections[collectionName]) ?? collections[collectionName],
      ]),
    )
    worlds.use(name).restore(new WorldSnapshot({ collections: shared as Collections, ids, openMembers }, clock))
  }
}

function readNamed(json: unknown, base: Collections): WorldSnapshot {
  const { collections, ...others } = (json ?? {}) as Readonly<Record<string, unknown>>
  if (typeof collections !== 'object' || collections === null)
    throw new EmulatorError('invalid_seed', 'collections must be an object of lists.')
  const shared = collectionNames.filter((name) => (collections as Record<string, unknown>)[name] === asDefault)
  const ofWorld = Object.fromEntries(
    Object.entries(collections).filter(([name, list]) => list !== asDefault || !shared.includes(name as never)),
  )
  const {
    clock,
    ids,
    openMembers,
    collections: read,
  } = fromSnapshot({ ...others, format: snapshotFormat, collections: ofWorld })
  const common = Object.fromEntries(shared.map((name) => [name, base[name]]))
  return new WorldSnapshot({ collections: { ...read, ...common }, ids, openMembers }, clock)
}
