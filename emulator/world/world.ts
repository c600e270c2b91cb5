// A world combines records, ids and a clock with faults, scenarios and a journal, so it imports all of their rooms.
import { defaultWorldName } from '../api/auth/sent-credential.ts'
import { Clock, type ClockOptions, type ClockState } from './clock.ts'
import { dependents } from './collections.ts'
import type { CollectionName, CollectionRecords, Collections } from '../model/contract/stored-records.ts'
import type { OpenMembers } from '../model/resources/resources.ts'
import { WorldData } from './data/data.ts'
import { Faults, type FaultStep, type AddedFault } from '../disturb/faults/faults.ts'
import { IdSource } from '../model/resources/ids.ts'
import { type ChangeEvent, EventLog, Moments } from '../journal/event-log.ts'
import { Journal } from '../journal/journal.ts'
import { Scenarios, type ScenarioName } from '../disturb/scenarios/scenarios.ts'
import type { WorldState, Samples } from './seed.ts'
import type { WorldStorage } from './storage.ts'
import { emptyWorld, eventGrowth, type WorldMemory } from './world-memory.ts'
import { copySnapshotJson, parseSnapshot, type Snapshot, WorldSnapshot } from './snapshot.ts'
import type { Collection } from '../model/store/collection.ts'
import type { Credentials } from '../model/contract/credentials.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { BoundedMemo } from '../tools/bounded-memo.ts'
import { hashSecret } from '../tools/hash.ts'
import { nameSalt } from '../tools/random.ts'
import { toIso } from '../tools/time.ts'
import type { Fault } from '../disturb/faults/fault.ts'
import type { JournalOptions } from '../journal/journal-options.ts'
import { type JournalBudget, readLimits } from '../journal/journal-limits.ts'

/** The parts of a new world other than its data. */
export interface WorldEquipment {
  readonly faults?: readonly Fault[] | undefined
  /** Further faults, which functions may answer for. They follow the others. */
  readonly moreFaults?: readonly AddedFault[] | undefined
  /** The faults of the default world, some of which may name this one. */
  readonly sharedFaults?: (() => Faults) | undefined
  readonly scenarios?: readonly ScenarioName[] | undefined
  readonly journal?: JournalOptions | undefined
}

/** Access to the worlds of an emulator. */
export interface WorldReach {
  /** Sends a request to the world of this name. */
  readonly fetch: (world: string, input: Request | string | URL, init?: RequestInit) => Promise<Response>
  readonly credentials: Credentials
  readonly samples: Samples
  /** The current names of scopes. */
  readonly scopes: () => readonly string[]
}

export interface WorldOptions extends WorldEquipment {
  readonly name: string
  readonly state: WorldState
  readonly clock?: ClockOptions | undefined
  /** Runs on every new or reset world, to issue credentials that depend on its clock. */
  readonly prepare?: ((world: World) => void) | undefined
  /** Keeps the world beyond the process. Default: it ends with the process. */
  readonly storage?: WorldStorage | undefined
  /** The memory that it shares with other worlds. Default: its memory is not counted. */
  readonly memory?: WorldMemory | undefined
  /** The order of events in this world and in others. Default: a separate order. */
  readonly moments?: Moments | undefined
  /** Undefined for a world that no client reaches. */
  readonly reach?: (() => WorldReach) | undefined
}

/** The kinds of events that change what a storage keeps. */
const stored: ReadonlySet<ChangeEvent['kind']> = new Set(['record', 'records', 'ids', 'clock'])

// No `implements WorldAccess`: the published declarations leave the internal members out.
/**
 * One isolated world: data, clock, ids, credentials, journal, faults and scenarios. Every change replaces a collection,
 * so no request sees half of another request's write.
 */
export class World {
  /** The name in `/~{name}` and `x-emulator-world`. */
  readonly name: string
  /** Sends a request to this world, as `emulator.fetch` does to the default one. It names the world by a header. */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response> = (input, init) =>
    this.#reach().fetch(this.name, input, init)
  /** Faults: requests that fail on purpose. */
  readonly faults: Faults<World>
  /** Answers an operation of this world with a response of your own: `faults.stub`. */
  readonly stub: Faults<World>['stub'] = (stub) => this.faults.stub(stub)
  /** Scenarios: behaviour that the specification allows and that may trap a client. */
  readonly scenarios: Scenarios
  /** The journal of the requests that this world received. */
  readonly requests: Journal
  /** The SHA-256 of a secret in hexadecimal. @internal */
  readonly hashOf: (secret: string) => string = (secret) => this.#hashes.of(secret)
  /** The events since the world was made or reset. @internal */
  log: EventLog
  readonly #options: WorldOptions
  /** Clients repeat the same secret, and hashing is expensive. */
  readonly #hashes = new BoundedMemo(100, hashSecret)
  #clock: Clock
  #collections: Collections
  /** Each name of a world leads to different ids and secrets, so that a client that confuses two worlds is refused. */
  readonly #salt: number
  #ids: IdSource
  #openMembers: OpenMembers
  #memory: WorldMemory | undefined
  #storage: WorldStorage | undefined
  readonly #moments: Moments
  readonly #limits: ReturnType<typeof readLimits>
  #budget: JournalBudget | undefined
  #bytes = 0

  /** @internal */
  constructor(options: WorldOptions) {
    this.name = options.name
    this.#options = options
    const { journal = {}, moments = new Moments() } = options
    this.#moments = moments
    this.#limits = readLimits(journal)
    this.#budget = journal.budget
    this.requests = new Journal(
      journal,
      () => this.log,
      () => this.#collections.credentials.all(),
      () => options.reach?.().scopes() ?? [],
    )
    this.#clock = this.#newClock(options.clock)
    this.#collections = options.state.collections
    this.#openMembers = options.state.openMembers ?? false
    this.#salt = options.name === defaultWorldName ? 0 : nameSalt(options.name)
    this.#ids = new IdSource(options.state.ids, this.#salt)
    const onStep = (step: FaultStep) => this.log.note({ kind: 'faults', step })
    this.faults = new Faults(options.faults, { ...options, seed: options.state.ids.random, onStep }, options.moreFaults)
    this.scenarios = new Scenarios(options.scenarios, (names) => this.log.note({ kind: 'scenarios', names }))
    this.#memory = options.memory
    this.#memory?.grow(emptyWorld)
    this.#storage = options.storage
    this.#storage?.created(this)
    this.log = this.#newLog(0)
    this.#prepare()
  }

  /** The virtual clock of this world. It drives ids, expiry and timestamps. */
  get clock(): Clock {
    return this.#clock
  }

  /** True if the clock stood still at the start of this world. @internal */
  get startsFrozen(): boolean {
    return this.#options.clock?.frozen ?? false
  }

  /** The difference between virtual time and an undisturbed clock, in milliseconds. @internal */
  get clockAhead(): number {
    const { start } = this.#options.clock ?? {}
    if (start === undefined) return this.startsFrozen ? this.#clock.moved : this.#clock.ahead
    return this.startsFrozen ? this.#clock.now() - start : this.#clock.moved
  }

  /** The credentials of every new world. The address, or the header `x-emulator-world`, says which world is meant. */
  get credentials(): Credentials {
    return this.#reach().credentials
  }

  /** The ids and names of some records of a new world. */
  get samples(): Samples {
    return this.#reach().samples
  }

  #reach(): WorldReach {
    const { reach } = this.#options
    if (!reach) throw new EmulatorError('unknown_world', `The world ${this.name} is not served by an emulator.`)
    return reach()
  }

  /** The data, to arrange and inspect. */
  get data(): WorldData {
    return new WorldData(this)
  }

  /** The current data and ids, for `revert`. @internal */
  get state(): WorldState {
    return {
      collections: this.#collections,
      ids: this.#ids.state,
      openMembers: this.#openMembers,
    }
  }

  /** Members and values that records have in addition to those of their resource. @internal */
  get openMembers(): OpenMembers {
    return this.#openMembers
  }

  /** A snapshot of data, ids and time, for `restore`. It is instant, whatever the size of the data. */
  snapshot(): WorldSnapshot {
    return new WorldSnapshot(this.state, this.#clock.moment)
  }

  /**
   * Replaces the data, ids and time of the world with those of a snapshot, or of its JSON.
   * @throws EmulatorError `invalid_seed` for an invalid snapshot; the world is then unchanged.
   */
  restore(snapshot: WorldSnapshot | Snapshot): void {
    this.#memory?.assertRoom()
    this.revert(snapshot instanceof WorldSnapshot ? snapshot : parseSnapshot(copySnapshotJson(snapshot)))
    this.requests.issuedCredentials.clear()
  }

  /** Goes back to an earlier state. The clock is kept unless the state has one. @internal */
  revert(state: WorldState & { readonly clock?: ClockState }): void {
    const { collections, ids } = state
    this.log.note({ kind: 'records', before: this.#collections, after: collections })
    this.log.note({ kind: 'ids', ids })
    if (state.clock) {
      this.#clock = this.#newClock({ ...this.#options.clock, ...state.clock })
      this.log.note({ kind: 'clock', frozen: this.#clock.frozen })
    }
    this.#collections = collections
    this.#openMembers = state.openMembers ?? this.#openMembers
    this.#ids = new IdSource(ids, this.#salt)
  }

  /** Resets data, ids, credentials, clock, faults and scenarios to the start of the world, and empties the journal. */
  reset(): void {
    this.revert({ ...this.#options.state, clock: this.#options.clock ?? {} })
    this.faults.reset()
    this.scenarios.reset()
    this.requests.issuedCredentials.clear()
    this.#prepare()
  }

  #prepare(): void {
    this.#options.prepare?.(this)
    this.beginLog()
  }

  /** Begins to log all further events. @internal */
  beginLog(): void {
    this.log.release()
    this.log = this.#newLog(this.log.latest)
  }

  /** @param latest The index of the latest request before it. */
  #newLog(latest: number): EventLog {
    const at = this.#clock.now()
    const log = new EventLog({
      beginning: { collections: this.#collections, ids: this.#ids.mark, at, frozen: this.#clock.frozen },
      now: () => this.#clock.now(),
      moments: this.#moments,
      limits: this.#limits,
      budget: this.#budget,
      latest,
    })
    log.follow((change) => this.#follow(change))
    return log
  }

  /** Passes a change on to those who keep account of it. */
  #follow(event: ChangeEvent): void {
    this.requests.issuedCredentials.read(event)
    if (this.#memory) this.#weigh(event, this.#memory)
    if (stored.has(event.kind)) this.#storage?.changed(this)
  }

  /** An independent world with the current state. `reset` takes it back to this state. @internal */
  fork(name: string = this.name): World {
    const forked = new World({ name, state: this.state, clock: { ...this.#options.clock, ...this.#clock.moment } })
    forked.clock.follow(this.#clock)
    return forked
  }

  /** Issues an id for the current time of this world. @internal */
  nextId(): string {
    const id = this.#ids.next(this.#clock.now())
    this.log.note({ kind: 'ids', ids: this.#ids.mark })
    return id
  }

  /** Makes a secret of 40 characters. It is seeded, so that a repeated test gets the same one. @internal */
  nextSecret(): string {
    this.log.note({ kind: 'secret', random: this.#ids.random })
    const secret = this.#ids.nextText(40)
    this.log.note({ kind: 'ids', ids: this.#ids.mark })
    this.requests.noteSecret(secret)
    return secret
  }

  /** Raises the last issued id, so that later ids are above `id`, which came from outside. @internal */
  raiseIds(id: string): void {
    this.#ids.raiseTo(id)
    this.log.note({ kind: 'ids', ids: this.#ids.mark })
  }

  /** Virtual time as RFC 3339, to the second. @internal */
  timestamp(): string {
    return toIso(Math.floor(this.#clock.now() / 1000) * 1000)
  }

  /** The current state of a collection. Later writes do not change it. @internal */
  collection<Name extends CollectionName>(name: Name): Collection<CollectionRecords[Name]> {
    return this.#collections[name]
  }

  /** The record with a bare id, or undefined. @internal */
  get<Name extends CollectionName>(name: Name, id: string): CollectionRecords[Name] | undefined {
    return this.#collections[name].get(id)
  }

  /** Adds a record. @throws Error when its id is taken. @internal */
  insert<Name extends CollectionName>(name: Name, record: CollectionRecords[Name]): CollectionRecords[Name] {
    const changed = this.#collections[name].insert(record)
    this.log.note({ kind: 'record', collection: name, id: record.id, before: undefined, after: record })
    this.#set(name, changed)
    return record
  }

  /** Replaces the record with the same id. @throws Error when no record has it. @internal */
  replace<Name extends CollectionName>(name: Name, record: CollectionRecords[Name]): CollectionRecords[Name] {
    const changed = this.#collections[name].replace(record)
    this.log.note({ kind: 'record', collection: name, id: record.id, before: this.get(name, record.id), after: record })
    this.#set(name, changed)
    return record
  }

  /** Removes a record with its descendants, configuration and credentials. @internal */
  remove(name: CollectionName, id: string): void {
    this.removeAll(name, [id])
  }

  /** Removes several records at once, and everything that belongs to them. @internal */
  removeAll<Name extends CollectionName>(name: Name, ids: readonly string[]): void {
    if (ids.length === 0) return
    const rest = this.#collections[name].changed(new Map(ids.map((id) => [id, undefined])))
    for (const id of ids)
      this.log.note({ kind: 'record', collection: name, id, before: this.get(name, id), after: undefined })
    this.#set(name, rest)
    for (const { child, member } of dependents[name] ?? []) {
      this.removeAll(
        child,
        ids.flatMap((id) => this.#collections[child].all({ where: { [member]: id } }).map((record) => record.id)),
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
  }

  /** The memory of all worlds; undefined when it is not counted. @internal */
  get memory(): WorldMemory | undefined {
    return this.#memory
  }

  /** Releases its memory and stops storage, when the world is dropped or replaced. @internal */
  release(): void {
    this.log.release()
    this.#budget = undefined
    this.#memory?.grow(-emptyWorld - this.#bytes)
    this.#memory = undefined
    this.#storage = undefined
  }

  /** Counts the memory of the differences from the seed. */
  #weigh(event: ChangeEvent, memory: WorldMemory): void {
    const growth = eventGrowth(event, this.#options.state.collections)
    this.#bytes += growth
    memory.grow(growth)
  }

  #newClock(options: ClockState | undefined): Clock {
    const clock: Clock = new Clock(options, () => this.log.note({ kind: 'clock', frozen: clock.frozen }))
    return clock
  }
}
