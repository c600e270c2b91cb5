// The log of all events in a world. The journal, cases, the data file and the console read it.
import type { FaultStep } from '../disturb/faults/faults.ts'
import type { ScenarioName } from '../disturb/scenarios/scenarios.ts'
import type { CollectionName, Collections } from '../model/contract/stored-records.ts'
import type { StoredRecord } from '../model/contract/resource.ts'
import type { IdState } from '../model/resources/ids.ts'
import { Queue } from '../tools/queue.ts'
import type { JournalDraft } from './journal-draft.ts'

/** A change of a world, or of its behaviour. */
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
  /** All records were replaced, for example by a snapshot. */
  | { readonly kind: 'records'; readonly before: Collections; readonly after: Collections }
  /** The state of ids and secrets has changed. */
  | { readonly kind: 'ids'; readonly ids: IdState }
  /** A secret was made. `random` is the state of the random numbers before it: storing the text would be expensive. */
  | { readonly kind: 'secret'; readonly random: number }
  | { readonly kind: 'clock'; readonly frozen: boolean }
  | { readonly kind: 'faults'; readonly step: FaultStep }
  | { readonly kind: 'scenarios'; readonly names: readonly ScenarioName[] }
  | { readonly kind: 'conventions'; readonly before: object; readonly changes: object }
  /** The names of the active deviations, in all worlds. */
  | { readonly kind: 'deviations'; readonly before: readonly string[]; readonly names: readonly string[] }

/** An event in a world: a request, an answer or a change. */
export type WorldEvent = (WorldChange | { readonly kind: 'request' | 'answer'; readonly draft: JournalDraft }) & {
  /** Its position among all events in the worlds of an emulator. */
  readonly moment: number
  /** Virtual time, in milliseconds since 1970. */
  readonly at: number
}

/** Numbers the events in all worlds of one emulator, to order them. */
export class Moments {
  #latest = 0

  /** The moment of the next event. */
  next(): number {
    return ++this.#latest
  }

  /** Continues after a moment of another process. */
  continueAfter(moment: number): void {
    this.#latest = Math.max(this.#latest, moment)
  }
}

/** The state of a world before the oldest event of its log. */
export interface Beginning {
  /** Its records at the beginning of the log. */
  readonly collections: Collections
  readonly ids: IdState
  /** Virtual time, in milliseconds since 1970. */
  readonly at: number
  readonly frozen: boolean
}

/** The number of events that are kept, which is also the limit of a case. */
export const mostEvents = 60_000

/** The events in a world since it was made or reset. Each event is passed to the readers, and the latest are kept. */
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

  /** Calls a reader for each event from now on. */
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

  /** Adds a change. The object itself becomes the event: copying objects of many shapes is slow. */
  note(change: WorldChange): void {
    this.#add(Object.assign(change, { moment: this.#moments.next(), at: this.#now() }))
  }

  /** Adds a request on its arrival. */
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
    // Nearly all other events are requests and answers.
    if (event.kind === 'ids' || event.kind === 'clock') this.#beginning = advanceBeginning(this.#beginning, event)
  }
}

/** The state of a world after an event, apart from its records. */
export function advanceBeginning({ collections, ids, frozen }: Beginning, event: WorldEvent): Beginning {
  return {
    collections,
    ids: event.kind === 'ids' ? event.ids : ids,
    at: event.at,
    frozen: event.kind === 'clock' ? event.frozen : frozen,
  }
}
