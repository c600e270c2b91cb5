// What changed a world, in order. A case tells it, and earlier states of the world are made of it.
import type { FaultStep } from '../../disturb/faults/faults.ts'
import type { ScenarioName } from '../../disturb/scenarios/scenarios.ts'
import type { Journal } from '../../journal/journal.ts'
import type { CollectionName } from '../../model/contract/stored-records.ts'
import type { StoredRecord } from '../../model/contract/resource.ts'
import type { IdState } from '../../model/resources/ids.ts'
import { Queue } from '../../tools/queue.ts'
import type { WorldState } from '../world-state.ts'

/** Something that changed the world or how it answers. */
type Changing =
  | {
      readonly kind: 'record'
      readonly collection: CollectionName
      readonly id: string
      /** Undefined when the record was added. */
      readonly before: StoredRecord | undefined
      /** Undefined when the record was removed. */
      readonly after: StoredRecord | undefined
    }
  /** Ids or secrets were issued since. It stands before the first of them between two arrivals or answers. */
  | { readonly kind: 'ids'; readonly before: IdState }
  /** The world went to another state, as by a reset or a snapshot. */
  | { readonly kind: 'state'; readonly before: WorldState; readonly after: WorldState }
  | { readonly kind: 'clock'; readonly time: number; readonly frozen: boolean }
  | { readonly kind: 'faults'; readonly step: FaultStep }
  | { readonly kind: 'scenarios'; readonly names: readonly ScenarioName[] }
  /** What the control API was asked for, secrets replaced, and the moment before it was handled. */
  | { readonly kind: 'control'; readonly operation: string; readonly detail: string; readonly since: number }
  | { readonly kind: 'conventions'; readonly before: object; readonly changes: object }
  /** The names of the active deviations, in all worlds. */
  | { readonly kind: 'deviations'; readonly before: readonly string[]; readonly names: readonly string[] }

/** A change with its moment. */
export type Recorded = { readonly moment: number } & Changing

/** A change with its virtual time, in milliseconds since 1970. */
export type Kept = Recorded & {
  readonly at: number
  /** True for what every new world begins with. */
  readonly isBeginning: boolean
}

/** The number of changes that are kept. */
const mostChanges = 20_000
/** The number of secrets that are kept. */
const mostSecrets = 10_000

/** Records what changes a world. */
export class Recording {
  readonly #journal: Journal
  readonly #now: () => number
  readonly #changes = new Queue<Kept>()
  /** The states of the random numbers that secrets follow from: their texts would cost more than all else. */
  readonly #secrets = new Queue<number>()
  #made = 0
  /** The number of arrivals and answers at the last note of ids. */
  #turn = -1
  #isBeginning = false
  /** The moment of the last change that was dropped. */
  #droppedAt = 0
  #dropped = 0

  /** @param now Virtual time. */
  constructor(journal: Journal, now: () => number) {
    this.#journal = journal
    this.#now = now
  }

  /** The kept changes, oldest first. */
  get changes(): readonly Kept[] {
    return this.#changes.all
  }

  /** The number of changes that were dropped. */
  get dropped(): number {
    return this.#dropped
  }

  /** The moment from which on all changes are kept. */
  get begins(): number {
    return this.#droppedAt
  }

  /** The states of the random numbers that the kept secrets follow from, and the number of the first. */
  get secrets(): { readonly from: number; readonly made: readonly number[] } {
    return { from: this.#made - this.#secrets.size + 1, made: this.#secrets.all }
  }

  /** Runs what prepares a new world. */
  beginning(prepare: () => void): void {
    this.#isBeginning = true
    prepare()
    this.#isBeginning = false
  }

  /** Notes the state of the ids before some are issued. */
  ids(ids: { readonly mark: IdState }): void {
    const { turns } = this.#journal.moments
    if (this.#turn === turns) return
    this.#turn = turns
    this.note({ kind: 'ids', before: ids.mark })
  }

  /** Notes a secret that was made. @param random The state of the random numbers before. */
  secret(random: number): void {
    this.#made++
    this.#secrets.push(random)
    if (this.#secrets.size > mostSecrets) this.#secrets.shift()
  }

  /** Notes a change. */
  note(change: Changing): void {
    const { moments, mostEntries, dropped, oldestMoment = 0 } = this.#journal
    // The ids before the next that are issued are those of this state.
    if (change.kind === 'state') this.#turn = -1
    const moment = moments.next()
    // Without a journal, nobody can ask for an earlier state.
    if (mostEntries === 0) return
    this.#changes.push({ ...change, moment, at: this.#now(), isBeginning: this.#isBeginning })
    // What was before a request that was dropped cannot be told any more.
    const oldest = dropped > 0 ? oldestMoment : 0
    while (this.#changes.size > mostChanges || this.#changes.at(0)!.moment < oldest) this.#drop()
  }

  #drop(): void {
    this.#droppedAt = this.#changes.shift()!.moment
    this.#dropped++
  }
}
