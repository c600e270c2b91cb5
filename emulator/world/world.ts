// A world is made of records, ids and a clock, and of faults, scenarios and a journal: it stands above all of them.
import { Clock, type ClockOptions } from './clock.ts'
import { type Collections, dependents } from './collections.ts'
import type { CollectionName, CollectionRecords } from '../contract/stored-records.ts'
import { WorldData } from './data/data.ts'
import type { Fault } from '../faults/fault.ts'
import { Faults } from '../faults/faults.ts'
import { IdSource } from '../resources/ids.ts'
import { Journal, type JournalOptions } from '../journal/journal.ts'
import type { StoredRecord } from '../contract/resource.ts'
import { type ScenarioName, Scenarios } from '../scenarios/scenarios.ts'
import type { WorldState } from './world-state.ts'
import { fromSnapshot, type Snapshot, WorldSnapshot } from './snapshot.ts'
import { Collection } from '../store/collection.ts'
import { toIso } from '../tools/time.ts'

/** What a new world has beside its data. */
export interface WorldEquipment {
  readonly faults?: readonly Fault[] | undefined
  readonly scenarios?: readonly ScenarioName[] | undefined
  readonly journal?: JournalOptions | undefined
}

export interface WorldOptions extends WorldEquipment {
  readonly name: string
  readonly state: WorldState
  readonly clock?: ClockOptions | undefined
  /** Run on a new or reset world: credentials that depend on its clock. */
  readonly prepare?: ((world: World) => void) | undefined
}

// No `implements WorldAccess`: the published declarations leave the internal members out.
/**
 * One isolated world: data, clock, ids, credentials, journal, faults and scenarios. Every change replaces a collection,
 * so a request that reads never sees half of another's write.
 */
export class World {
  /** The name in `/~{name}` and `x-emulator-world`. */
  readonly name: string
  /** What goes wrong on purpose. */
  readonly faults: Faults
  /** Traps for clients that the specification allows. */
  readonly scenarios: Scenarios
  /** What came in. */
  readonly requests: Journal
  readonly #options: WorldOptions
  #clock: Clock
  #collections: Collections
  #ids: IdSource

  /** @internal */
  constructor(options: WorldOptions) {
    this.name = options.name
    this.#options = options
    this.#clock = new Clock(options.clock)
    this.#collections = options.state.collections
    this.#ids = new IdSource(options.state.ids)
    this.faults = new Faults(options.faults)
    this.scenarios = new Scenarios(options.scenarios)
    this.requests = new Journal(options.journal)
    options.prepare?.(this)
  }

  /** The virtual clock of this world: it drives ids, expiry and timestamps. */
  get clock(): Clock {
    return this.#clock
  }

  /** The data, to arrange and inspect. */
  get data(): WorldData {
    return new WorldData(this)
  }

  /** Data and ids as they are now, to `revert` to. @internal */
  get state(): WorldState {
    return { collections: this.#collections, ids: this.#ids.state }
  }

  /** Data, ids and the time as they are now, to `restore` later. Takes no time, whatever the size of the data. */
  snapshot(): WorldSnapshot {
    return new WorldSnapshot(this.state, { start: this.#clock.now(), frozen: this.#clock.frozen })
  }

  /**
   * Puts a snapshot in place of what the world holds, the time included: one that `snapshot` gave, at once, or the JSON of one.
   * @throws EmulatorError `invalid_seed` for what is no snapshot; the world is then as it was.
   */
  restore(snapshot: WorldSnapshot | Snapshot): void {
    this.revert(snapshot instanceof WorldSnapshot ? snapshot : fromSnapshot(snapshot))
  }

  /** Puts an earlier state back. The clock goes on, unless one comes with it. @internal */
  revert(state: WorldState & { readonly clock?: ClockOptions }): void {
    if (state.clock) this.#clock = new Clock({ ...this.#options.clock, ...state.clock })
    this.#collections = state.collections
    this.#ids = new IdSource(state.ids)
  }

  /** Back to the seed: data, ids, credentials, clock, faults and scenarios as they were when the world began, and no requests. */
  reset(): void {
    this.revert({ ...this.#options.state, clock: this.#options.clock ?? {} })
    this.faults.reset()
    this.scenarios.reset()
    this.requests.clear()
    this.#options.prepare?.(this)
  }

  /** An independent world that goes on from here. Its reset leads back to here. @internal */
  fork(name: string = this.name): World {
    const clock = { ...this.#options.clock, start: this.#clock.now(), frozen: this.#clock.frozen }
    return new World({ name, state: this.state, clock })
  }

  /** A new id for the present moment of this world. @internal */
  nextId(): string {
    return this.#ids.next(this.#clock.now())
  }

  /** A new secret of 40 characters: the same one in the same place of the same world, so that tests repeat. @internal */
  nextSecret(): string {
    return this.#ids.nextText(40)
  }

  /** Raises the last id, so that ids issued later stand above one that came from outside. @internal */
  raiseIds(id: string): void {
    this.#ids.raiseTo(id)
  }

  /** Virtual time as RFC 3339, to the second. @internal */
  timestamp(): string {
    return toIso(Math.floor(this.#clock.now() / 1000) * 1000)
  }

  /** A collection as it is now: a later write does not show in it. @internal */
  collection<Name extends CollectionName>(name: Name): Collection<CollectionRecords[Name]> {
    return this.#collections[name]
  }

  /** The record of a bare id; undefined when there is none. @internal */
  get<Name extends CollectionName>(name: Name, id: string): CollectionRecords[Name] | undefined {
    return this.#collections[name].get(id)
  }

  /** Adds a record. @throws Error when its id is taken. @internal */
  insert<Name extends CollectionName>(name: Name, record: CollectionRecords[Name]): CollectionRecords[Name] {
    this.#set(name, this.#collections[name].insert(record))
    return record
  }

  /** Puts a record in place of the one with its id. @throws Error when there is none. @internal */
  replace<Name extends CollectionName>(name: Name, record: CollectionRecords[Name]): CollectionRecords[Name] {
    this.#set(name, this.#collections[name].replace(record))
    return record
  }

  /**
   * Removes a record and, with it, what belongs to it: its children and theirs, its configuration, the
   * credentials that are bound to it.
   * @throws Error when there is no record of that id.
   * @internal
   */
  remove(name: CollectionName, id: string): void {
    this.removeAll(name, [id])
  }

  /** The same for several records at once. @internal */
  removeAll<Name extends CollectionName>(name: Name, ids: readonly string[]): void {
    if (ids.length === 0) return
    this.#set(name, without(this.#collections[name], ids))
    for (const { child, member } of dependents[name] ?? []) {
      const collection = this.#collections[child]
      this.removeAll(
        child,
        ids.flatMap((id) => collection.all({ where: { [member]: id } }).map((record) => record.id)),
      )
    }
  }

  /** Makes all of some changes or none: what was changed before `change` throws is put back. @internal */
  transact<Result>(change: () => Result): Result {
    const before = this.state
    try {
      return change()
    } catch (error) {
      this.revert(before)
      throw error
    }
  }

  #set<Name extends CollectionName>(name: Name, collection: Collection<CollectionRecords[Name]>): void {
    this.#collections = { ...this.#collections, [name]: collection }
  }
}

/** One by one while they are few; in one pass when that is cheaper, as for a catalog with a million products. */
function without<Kind extends StoredRecord>(collection: Collection<Kind>, ids: readonly string[]): Collection<Kind> {
  if (ids.length < 100) return ids.reduce((rest, id) => rest.remove(id), collection)
  const gone = new Set(ids)
  return Collection.from(
    collection.definition,
    collection.all().filter(({ id }) => !gone.has(id)),
  )
}
