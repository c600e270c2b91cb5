// A world combines records, ids and a clock with faults, scenarios and a journal, so it imports all of their rooms.
import { defaultWorldName } from '../auth/world-suffix.ts'
import { Clock, type ClockOptions, type ClockState } from './clock.ts'
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
import type { WorldStorage } from './storage.ts'
import { fromSnapshot, type Snapshot, WorldSnapshot } from './snapshot.ts'
import { Collection } from '../store/collection.ts'
import { saltOf } from '../tools/random.ts'
import { toIso } from '../tools/time.ts'

/** The parts of a new world other than its data. */
export interface WorldEquipment {
  readonly faults?: readonly Fault[] | undefined
  readonly scenarios?: readonly ScenarioName[] | undefined
  readonly journal?: JournalOptions | undefined
}

export interface WorldOptions extends WorldEquipment {
  readonly name: string
  readonly state: WorldState
  readonly clock?: ClockOptions | undefined
  /** Runs on every new or reset world, to issue credentials that depend on its clock. */
  readonly prepare?: ((world: World) => void) | undefined
  /** Keeps the world beyond the process. Default: it ends with the process. */
  readonly storage?: WorldStorage | undefined
}

// No `implements WorldAccess`: the published declarations leave the internal members out.
/**
 * One isolated world: data, clock, ids, credentials, journal, faults and scenarios. Every change replaces a collection,
 * so no request sees half of another request's write.
 */
export class World {
  /** The name in `/~{name}` and `x-emulator-world`. */
  readonly name: string
  /** Faults: requests that fail on purpose. */
  readonly faults: Faults
  /** Scenarios: behaviour that the specification allows and that may trap a client. */
  readonly scenarios: Scenarios
  /** The journal of the requests that this world received. */
  readonly requests: Journal
  readonly #options: WorldOptions
  #clock: Clock
  #collections: Collections
  /** Worlds of other names issue other ids and secrets, so that a client that mixes two worlds up is refused. */
  readonly #salt: number
  #ids: IdSource

  /** @internal */
  constructor(options: WorldOptions) {
    this.name = options.name
    this.#options = options
    this.#clock = this.#newClock(options.clock)
    this.#collections = options.state.collections
    this.#salt = options.name === defaultWorldName ? 0 : saltOf(options.name)
    this.#ids = new IdSource(options.state.ids, this.#salt)
    this.faults = new Faults(options.faults)
    this.scenarios = new Scenarios(options.scenarios)
    this.requests = new Journal(options.journal)
    options.storage?.created(this)
    options.prepare?.(this)
  }

  /** The virtual clock of this world. It drives ids, expiry and timestamps. */
  get clock(): Clock {
    return this.#clock
  }

  /** The data, to arrange and inspect. */
  get data(): WorldData {
    return new WorldData(this)
  }

  /** The current data and ids, for `revert`. @internal */
  get state(): WorldState {
    return { collections: this.#collections, ids: this.#ids.state }
  }

  /** A snapshot of data, ids and time, for `restore`. It is instant, whatever the size of the data. */
  snapshot(): WorldSnapshot {
    return new WorldSnapshot(this.state, { start: this.#clock.now(), frozen: this.#clock.frozen })
  }

  /**
   * Replaces the data, ids and time of the world with those of a snapshot, or of its JSON.
   * @throws EmulatorError `invalid_seed` for an invalid snapshot; the world is then unchanged.
   */
  restore(snapshot: WorldSnapshot | Snapshot): void {
    this.revert(snapshot instanceof WorldSnapshot ? snapshot : fromSnapshot(snapshot))
  }

  /** Goes back to an earlier state. The clock is kept unless the state has one. @internal */
  revert(state: WorldState & { readonly clock?: ClockState }): void {
    if (state.clock) this.#clock = this.#newClock({ ...this.#options.clock, ...state.clock })
    this.#collections = state.collections
    this.#ids = new IdSource(state.ids, this.#salt)
    this.#changed()
  }

  /** Resets data, ids, credentials, clock, faults and scenarios to the start of the world, and empties the journal. */
  reset(): void {
    this.revert({ ...this.#options.state, clock: this.#options.clock ?? {} })
    this.faults.reset()
    this.scenarios.reset()
    this.requests.clear()
    this.#options.prepare?.(this)
  }

  /** An independent world with the current state. `reset` takes it back to this state. @internal */
  fork(name: string = this.name): World {
    const clock = { ...this.#options.clock, start: this.#clock.now(), frozen: this.#clock.frozen }
    return new World({ name, state: this.state, clock })
  }

  /** Issues an id for the current time of this world. @internal */
  nextId(): string {
    this.#changed()
    return this.#ids.next(this.#clock.now())
  }

  /** Makes a secret of 40 characters. It is seeded, so that a repeated test gets the same one. @internal */
  nextSecret(): string {
    this.#changed()
    const secret = this.#ids.nextText(40)
    this.requests.noteSecret(secret)
    return secret
  }

  /** Raises the last issued id, so that later ids are above `id`, which came from outside. @internal */
  raiseIds(id: string): void {
    this.#ids.raiseTo(id)
    this.#changed()
  }

  /** Virtual time as RFC 3339, to the second. @internal */
  timestamp(): string {
    return toIso(Math.floor(this.#clock.now() / 1000) * 1000)
  }

  /** A collection as it is now. Later writes do not change it. @internal */
  collection<Name extends CollectionName>(name: Name): Collection<CollectionRecords[Name]> {
    return this.#collections[name]
  }

  /** The record with a bare id; undefined when there is none. @internal */
  get<Name extends CollectionName>(name: Name, id: string): CollectionRecords[Name] | undefined {
    return this.#collections[name].get(id)
  }

  /** Adds a record. @throws Error when its id is taken. @internal */
  insert<Name extends CollectionName>(name: Name, record: CollectionRecords[Name]): CollectionRecords[Name] {
    this.#set(name, this.#collections[name].insert(record))
    return record
  }

  /** Replaces the record with the same id. @throws Error when there is none. @internal */
  replace<Name extends CollectionName>(name: Name, record: CollectionRecords[Name]): CollectionRecords[Name] {
    this.#set(name, this.#collections[name].replace(record))
    return record
  }

  /**
   * Removes a record and everything that belongs to it: its descendants, its configuration and the credentials that
   * are bound to it.
   * @throws Error when no record has that id.
   * @internal
   */
  remove(name: CollectionName, id: string): void {
    this.removeAll(name, [id])
  }

  /** Removes several records at once, and everything that belongs to them. @internal */
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

  /** Runs `change`, and undoes its changes when it throws. @internal */
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
    this.#changed()
  }

  #changed(): void {
    this.#options.storage?.changed(this)
  }

  #newClock(options: ClockState | undefined): Clock {
    return new Clock(options, this.#options.storage && (() => this.#changed()))
  }
}

/** Removes records one by one while they are few, otherwise in one pass, as for a catalog with a million products. */
function without<Kind extends StoredRecord>(collection: Collection<Kind>, ids: readonly string[]): Collection<Kind> {
  if (ids.length < 100) return ids.reduce((rest, id) => rest.remove(id), collection)
  const gone = new Set(ids)
  return Collection.from(
    collection.definition,
    collection.all().filter(({ id }) => !gone.has(id)),
  )
}
