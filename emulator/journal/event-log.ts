// What happens in a world, in one log: the journal, cases, the data file and the console read it.
import type { FaultStep } from '../disturb/faults/faults.ts'
import type { ScenarioName } from '../disturb/scenarios/scenarios.ts'
import type { CollectionName, Collections } from '../model/contract/stored-records.ts'
import type { StoredRecord } from '../model/contract/resource.ts'
import type { IdState } from '../model/resources/ids.ts'
import { Queue } from '../tools/queue.ts'
import type { JournalDraft } from './journal-draft.ts'

/** Something that changed a world, or how it answers. */
type WorldChange =
  | {
      readonly kind: 'record'
      readonly collection: CollectionName
      readonly id: string
      /** Undefined when the record was added. */
      readonly before: StoredRecord | undefined
      /** Undefined when the record was removed. */
      readonly after: StoredRecord | undefined
    }
  /** All records are others, as by a snapshot. */
  | { readonly kind: 'records'; readonly before: Collections; readonly after: Collections }
  /** Ids or secrets were made, and continue elsewhere. */
  | { readonly kind: 'ids'; readonly ids: IdState }
  /** A secret is made. `random` is the state of the random numbers before: a text would cost more than all else. */
  | { readonly kind: 'secret'; readonly random: number }
  | { readonly kind: 'clock'; readonly frozen: boolean }
  | { readonly kind: 'faults'; readonly step: FaultStep }
  | { readonly kind: 'scenarios'; readonly names: readonly ScenarioName[] }
  | { readonly kind: 'conventions'; readonly before: object; readonly changes: object }
  /** The names of the active deviations, in all worlds. */
  | { readonly kind: 'deviations'; readonly before: readonly string[]; readonly names: readonly string[] }

/** Something that happened in a world: a request that came or was answered, or a change. */
export type WorldEvent = (WorldChange | { readonly kind: 'request' | 'answer'; readonly draft: JournalDraft }) & {
  /** Its place among everything that happened in the worlds of an emulator. */
  readonly moment: number
  /** Virtual time, in milliseconds since 1970. */
  readonly at: number
}

/** Numbers everything that happens in the worlds of one emulator, so that it has an order. */
export class Moments {
  #latest = 0

  /** The moment of what happens now. */
  next(): number {
    return ++this.#latest
  }

  /** Continues after a moment of another process. */
  continueAfter(moment: number): void {
    this.#latest = Math.max(this.#latest, moment)
  }
}

/** A world before the oldest event of its log. */
export interface Beginning {
  /** Its records when the log was begun. */
  readonly collections: Collections
  readonly ids: IdState
  /** Virtual time, in milliseconds since 1970. */
  readonly at: number
  readonly frozen: boolean
}

/** The number of events that are kept: no case holds more. */
export const mostEvents = 60_000

/** What happened in a world since it was made or reset. Readers are told of each event, and the latest are kept. */
export class EventLog {
  readonly #moments: Moments
  readonly #now: () => number
  readonly #most: number
  readonly #readers: ((event: WorldEvent) => void)[] = []
  readonly #events = new Queue<WorldEvent>()
  #beginning: Beginning
  /** The virtual time of the last event that was dropped. */
  #at: number
  /** The moment of the last event that was dropped. */
  #begins = 0

  /**
   * @param now Virtual time.
   * @param most How many events to keep.
   */
  constructor(beginning: Beginning, now: () => number, moments: Moments = new Moments(), most: number = mostEvents) {
    this.#beginning = beginning
    this.#at = beginning.at
    this.#now = now
    this.#moments = moments
    this.#most = most
  }

  /** Tells a reader of each event from now on. */
  follow(reader: (event: WorldEvent) => void): void {
    this.#readers.push(reader)
  }

  /** The kept events, oldest first. */
  get events(): readonly WorldEvent[] {
    return this.#events.all
  }

  /** The moment after which all events are kept. */
  get begins(): number {
    return this.#begins
  }

  /** The world before the oldest kept event. */
  get beginning(): Beginning {
    return { ...this.#beginning, at: this.#at }
  }

  /** Adds a change, which becomes the event: a copy of objects of many shapes takes longer than all else. */
  note(change: WorldChange): void {
    this.#add(Object.assign(change, { moment: this.#moments.next(), at: this.#now() }))
  }

  /** Adds a request that has come. */
  noteRequest(draft: JournalDraft): void {
    draft.arrived = this.#moments.next()
    this.#add({ kind: 'request', draft, moment: draft.arrived, at: draft.at })
  }

  /** Adds the answer to a request. */
  noteAnswer(draft: JournalDraft): void {
    draft.answered = this.#moments.next()
    this.#add({ kind: 'answer', draft, moment: draft.answered, at: this.#now() })
  }

  /** Adds a request of another process, with its answer. */
  adopt(draft: JournalDraft): void {
    const { arrived, answered, at } = draft
    this.#moments.continueAfter(answered ?? arrived)
    this.#add({ kind: 'request', draft, moment: arrived, at })
    if (answered !== undefined) this.#add({ kind: 'answer', draft, moment: answered, at })
  }

  /** Drops the events before a moment. */
  dropBefore(moment: number): void {
    while (this.#events.size > 0 && this.#events.at(0)!.moment < moment) this.#drop()
  }

  /** Forgets the requests, and keeps the changes. */
  forgetRequests(): void {
    const changes = this.events.filter((event) => !('draft' in event))
    this.#events.clear()
    for (const event of changes) this.#events.push(event)
  }

  #add(event: WorldEvent): void {
    this.#events.push(event)
    for (const reader of this.#readers) reader(event)
    while (this.#events.size > this.#most) this.#drop()
  }

  #drop(): void {
    const event = this.#events.shift()!
    this.#begins = event.moment
    this.#at = event.at
    // Nearly all others are requests and answers.
    if (event.kind === 'ids' || event.kind === 'clock') this.#beginning = beginningAfter(this.#beginning, event)
  }
}

/** What a world has after an event, beside its records. */
export function beginningAfter({ collections, ids, frozen }: Beginning, event: WorldEvent): Beginning {
  return {
    collections,
    ids: event.kind === 'ids' ? event.ids : ids,
    at: event.at,
    frozen: event.kind === 'clock' ? event.frozen : frozen,
  }
}
