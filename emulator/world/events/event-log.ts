// What happened in a world beside its requests, in order. A case tells it.
import type { FaultStep } from '../../disturb/faults/faults.ts'
import type { ScenarioName } from '../../disturb/scenarios/scenarios.ts'
import type { Journal } from '../../journal/journal.ts'
import type { CollectionName } from '../../model/contract/stored-records.ts'
import type { StoredRecord } from '../../model/contract/resource.ts'
import type { IdState } from '../../model/resources/ids.ts'
import { Queue } from '../../tools/queue.ts'
import type { Collections } from '../collections.ts'

/** Something that changed the world or how it answers. */
type WorldEvent =
  | {
      readonly kind: 'record'
      readonly collection: CollectionName
      readonly id: string
      /** Undefined when the record was added. */
      readonly before: StoredRecord | undefined
      /** Undefined when the record was removed. */
      readonly after: StoredRecord | undefined
      /** Where the ids continue; undefined when none was issued since the last record. */
      readonly ids: IdState | undefined
    }
  /** The world went to another state, as by a snapshot. */
  | { readonly kind: 'state'; readonly before: Collections; readonly after: Collections; readonly ids: IdState }
  /** A secret was made. `random` is the state of the random numbers before: a text would cost more than all else. */
  | { readonly kind: 'secret'; readonly random: number }
  | { readonly kind: 'clock'; readonly frozen: boolean }
  | { readonly kind: 'faults'; readonly step: FaultStep }
  | { readonly kind: 'scenarios'; readonly names: readonly ScenarioName[] }
  | { readonly kind: 'conventions'; readonly before: object; readonly changes: object }
  /** The names of the active deviations, in all worlds. */
  | { readonly kind: 'deviations'; readonly before: readonly string[]; readonly names: readonly string[] }

/** An event with its moment and its virtual time, in milliseconds since 1970. */
export type LoggedEvent = WorldEvent & { readonly moment: number; readonly at: number }

/** What a world begins with. */
export interface Beginning {
  /** Its records when the log was begun. */
  readonly collections: Collections
  readonly ids: IdState
  /** Virtual time, in milliseconds since 1970. */
  readonly at: number
  readonly frozen: boolean
}

/** The number of events that are kept. */
const mostEvents = 20_000

/** The events of a world since it was made or reset. */
export class EventLog {
  readonly #journal: Journal
  readonly #now: () => number
  readonly #events = new Queue<LoggedEvent>()
  #beginning: Beginning
  /** The moment of the last event that was dropped. */
  #begins = 0
  #dropped = 0

  /** @param now Virtual time. */
  constructor(journal: Journal, now: () => number, beginning: Beginning) {
    this.#journal = journal
    this.#now = now
    this.#beginning = beginning
  }

  /** The kept events, oldest first. */
  get events(): readonly LoggedEvent[] {
    return this.#events.all
  }

  /** The number of events that were dropped. */
  get dropped(): number {
    return this.#dropped
  }

  /** The moment behind which all events are kept. */
  get begins(): number {
    return this.#begins
  }

  /** The world before the oldest kept event. */
  get beginning(): Beginning {
    return this.#beginning
  }

  /** Adds an event. */
  note(event: WorldEvent): void {
    const { moments, mostEntries, dropped, oldestMoment = 0 } = this.#journal
    const moment = moments.next()
    // Without a journal, nobody can make a case.
    if (mostEntries === 0) return
    this.#events.push({ ...event, moment, at: this.#now() })
    // What was before a request that was dropped cannot be told any more.
    const oldest = dropped > 0 ? oldestMoment : 0
    while (this.#events.size > mostEvents || this.#events.at(0)!.moment < oldest) this.#drop()
  }

  #drop(): void {
    const event = this.#events.shift()!
    this.#begins = event.moment
    this.#beginning = beginningAfter(this.#beginning, event)
    this.#dropped++
  }
}

/** What a world has after an event, beside its records. */
export function beginningAfter({ collections, ids, frozen }: Beginning, event: LoggedEvent): Beginning {
  return {
    collections,
    ids: ('ids' in event ? event.ids : undefined) ?? ids,
    at: event.at,
    frozen: event.kind === 'clock' ? event.frozen : frozen,
  }
}
