// The log of all events in a world. The journal, cases, the data file and the console read it.
import type { NotedAnswer } from '../api/dialect/noted-response.ts'
import type { FaultStep } from '../disturb/faults/faults.ts'
import type { ScenarioName } from '../disturb/scenarios/scenarios.ts'
import type { CollectionName, Collections } from '../model/contract/stored-records.ts'
import type { StoredRecord } from '../model/contract/resource.ts'
import type { IdState } from '../model/resources/ids.ts'
import { Queue } from '../tools/queue.ts'
import type { JournalDraft } from './journal-draft.ts'
import type { JournalBudget } from './journal-limits.ts'

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

/** The place of an event in its world. */
interface Moment {
  /** Its position among all events in the worlds of an emulator. */
  readonly moment: number
  /** Virtual time, in milliseconds since 1970. */
  readonly at: number
}

/** A change with its place. */
export type ChangeEvent = WorldChange & Moment

/** An event in a world: a request, an answer or a change. */
export type WorldEvent = ChangeEvent | ({ readonly kind: 'request' | 'answer'; readonly draft: JournalDraft } & Moment)

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
export interface InitialState {
  /** Its records at the beginning of the log. */
  readonly collections: Collections
  readonly ids: IdState
  /** Virtual time, in milliseconds since 1970. */
  readonly at: number
  readonly frozen: boolean
}

/** The number of changes that are kept, and the most events of a case. */
export const mostEvents = 60_000

/** The longest answer that is kept, in characters. */
const longestAnswer = 65_536

/** The memory of an answer without its text, in bytes. */
const answerOverhead = 200

/** The options of a log. */
export interface LogOptions {
  readonly beginning: InitialState
  /** Virtual time. */
  readonly now: () => number
  readonly moments: Moments
  /** The oldest requests beyond these limits are dropped. */
  readonly limits: { readonly entries: number; readonly bytes: number }
  /** The memory that it shares with other logs. */
  readonly budget: JournalBudget | undefined
  /** The index of the latest request before this log. */
  readonly latest: number
}

/**
 * The events in a world since it was made or reset: requests with their answers, and changes. The latest are kept. It
 * goes as far back as the oldest kept request.
 */
export class EventLog {
  readonly #moments: Moments
  readonly #now: () => number
  readonly #limits: LogOptions['limits']
  readonly #mostChanges: number
  readonly #readers: ((change: ChangeEvent) => void)[] = []
  readonly #changes = new Queue<ChangeEvent>()
  /** The requests from the index `#oldest` on, without gaps. */
  readonly #requests = new Queue<JournalDraft>()
  #budget: JournalBudget | undefined
  #beginning: InitialState
  /** The place of the last event that was dropped. */
  #dropped: Moment
  #latest: number
  #oldest: number
  #droppedRequests = 0
  #bytes = 0
  /** The bytes of the kept answers. Answers have a separate limit, so that long ones do not displace requests. */
  #answerBytes = 0
  /** No request before this index has a kept answer. */
  #firstAnswer: number

  constructor({ beginning, now, moments, limits, budget, latest }: LogOptions) {
    this.#beginning = beginning
    this.#dropped = { moment: 0, at: beginning.at }
    this.#now = now
    this.#moments = moments
    this.#limits = limits
    // Without requests, a case cannot be made.
    this.#mostChanges = limits.entries === 0 ? 0 : mostEvents
    this.#budget = budget
    this.#latest = latest
    this.#oldest = latest + 1
    this.#firstAnswer = latest + 1
  }

  /** Calls a reader for each change from now on. */
  follow(reader: (change: ChangeEvent) => void): void {
    this.#readers.push(reader)
  }

  /** The kept events, oldest first. */
  get events(): readonly WorldEvent[] {
    return inOrder(
      this.#changes.all,
      this.#requests.all.filter(({ arrived }) => arrived > this.begins),
    )
  }

  /** The kept changes, oldest first. */
  get changes(): readonly ChangeEvent[] {
    return this.#changes.all
  }

  /** The kept requests, oldest first. */
  get requests(): readonly JournalDraft[] {
    return this.#requests.all
  }

  /** The number of kept requests. */
  get size(): number {
    return this.#requests.size
  }

  /** The number of requests that were dropped because of the limits. */
  get droppedRequests(): number {
    return this.#droppedRequests
  }

  /** The index of the oldest kept request, or of the next one. */
  get oldest(): number {
    return this.#oldest
  }

  /** The index of the latest request; 0 before the first. */
  get latest(): number {
    return this.#latest
  }

  /** A kept request by its index. */
  requestAt(index: number): JournalDraft | undefined {
    return this.#requests.at(index - this.#oldest)
  }

  /** The approximate memory of the kept requests. */
  get bytes(): number {
    return this.#bytes
  }

  /** The moment after which all events are kept. */
  get begins(): number {
    return this.#dropped.moment
  }

  /** The world before the oldest kept event. */
  get beginning(): InitialState {
    return { ...this.#beginning, at: this.#dropped.at }
  }

  /** Adds a change. The object itself becomes the event: copying objects of many shapes is slow. */
  note(change: WorldChange): void {
    const event: ChangeEvent = Object.assign(change, { moment: this.#moments.next(), at: this.#now() })
    this.#changes.push(event)
    for (const reader of this.#readers) reader(event)
    while (this.#changes.size > this.#mostChanges) this.#dropChange()
  }

  /** Adds a request on its arrival. */
  noteRequest(draft: JournalDraft): void {
    draft.arrived = this.#moments.next()
    this.#add(draft)
  }

  /** Adds a request of another process, with its answer. */
  adopt(draft: JournalDraft): void {
    this.#moments.continueAfter(draft.answered ?? draft.arrived)
    this.#add(draft)
  }

  #add(draft: JournalDraft): void {
    this.#latest = draft.index
    this.#requests.push(draft)
    this.#bytes += draft.size
    this.#trim(draft.size)
  }

  /** Adds the answer to a request. */
  noteAnswer(draft: JournalDraft, answer: NotedAnswer | undefined): void {
    draft.answered = this.#moments.next()
    // The request may have been dropped while it was served, and its own size may drop it now.
    if (draft.index < this.#oldest) return
    const more = 2 * ((draft.body?.length ?? 0) + (draft.refusal?.message.length ?? 0))
    if (more > 0) {
      draft.size += more
      this.#bytes += more
      this.#trim(more)
    }
    if (answer && draft.index >= this.#oldest) this.#keepAnswer(draft, answer)
  }

  /** Forgets the requests, and keeps the changes. Indexes continue. */
  forgetRequests(): void {
    this.#requests.clear()
    this.#answerBytes = 0
    this.#oldest = this.#latest + 1
    this.#grow(-this.#bytes)
    this.#droppedRequests = 0
  }

  /** Drops the oldest requests until they take at most this many bytes. */
  shrinkTo(bytes: number): void {
    this.#shrinkAnswers(bytes / 4)
    let freed = 0
    while (this.#requests.size > 0 && this.#bytes > bytes) freed += this.#dropRequest()
    this.#budget?.spend(this, -freed)
  }

  /** Returns its share of the budget. */
  release(): void {
    this.#budget?.release(this)
    this.#budget = undefined
  }

  /** Keeps an answer. Of a long answer, only the headers are kept. */
  #keepAnswer(draft: JournalDraft, answer: NotedAnswer): void {
    const { text, headers } = answer
    draft.answer = text.length > longestAnswer ? { text: undefined, headers } : answer
    draft.answerSize = answerOverhead + 2 * (draft.answer.text?.length ?? 0)
    this.#firstAnswer = Math.min(this.#firstAnswer, draft.index)
    this.#growAnswers(draft.answerSize)
    this.#shrinkAnswers(this.#limits.bytes / 4)
  }

  #shrinkAnswers(bytes: number): void {
    while (this.#answerBytes > bytes && this.#firstAnswer <= this.#latest)
      this.#forgetAnswer(this.requestAt(this.#firstAnswer++))
  }

  #forgetAnswer(draft: JournalDraft | undefined): void {
    if (!draft?.answer) return
    draft.answer = undefined
    // The size is stored separately: reading the old text would be slow.
    this.#growAnswers(-draft.answerSize)
  }

  #growAnswers(bytes: number): void {
    this.#answerBytes += bytes
    this.#grow(bytes)
  }

  #grow(bytes: number): void {
    this.#bytes += bytes
    this.#budget?.spend(this, bytes)
  }

  /** Drops the oldest requests beyond the limits. @param grown The number of bytes that the requests have grown. */
  #trim(grown: number): void {
    const { entries, bytes } = this.#limits
    let spent = grown
    while (this.#requests.size > entries || this.#bytes - this.#answerBytes > bytes) spent -= this.#dropRequest()
    this.#budget?.spend(this, spent)
  }

  /** Drops the oldest request, and the changes before the next. Returns the dropped bytes, which the caller returns to the budget. */
  #dropRequest(): number {
    const draft = this.#requests.shift()!
    this.#forgetAnswer(draft)
    this.#oldest++
    this.#droppedRequests++
    this.#bytes -= draft.size
    const next = this.#requests.at(0)?.arrived ?? Number.POSITIVE_INFINITY
    this.#begin({ moment: draft.arrived, at: draft.at })
    while (this.#changes.size > 0 && this.#changes.at(0)!.moment < next) this.#dropChange()
    return draft.size
  }

  #dropChange(): void {
    const change = this.#changes.shift()!
    this.#begin(change)
    // Most other changes are those of records.
    if (change.kind === 'ids' || change.kind === 'clock') this.#beginning = advanceBeginning(this.#beginning, change)
  }

  /** Begins after a dropped event. */
  #begin({ moment, at }: Moment): void {
    if (moment > this.#dropped.moment) this.#dropped = { moment, at }
  }
}

/** Changes, and requests with their answers, in the order in which they happened. */
export function inOrder(changes: readonly ChangeEvent[], drafts: readonly JournalDraft[]): readonly WorldEvent[] {
  const events: WorldEvent[] = [...changes]
  for (const draft of drafts) {
    const { arrived, answered, at, served } = draft
    events.push({ kind: 'request', draft, moment: arrived, at })
    if (answered !== undefined) events.push({ kind: 'answer', draft, moment: answered, at: Math.max(at, served) })
  }
  return events.sort((left, right) => left.moment - right.moment)
}

/** The state of a world after an event, apart from its records. */
export function advanceBeginning({ collections, ids, frozen }: InitialState, event: WorldEvent): InitialState {
  return {
    collections,
    ids: event.kind === 'ids' ? event.ids : ids,
    at: event.at,
    frozen: event.kind === 'clock' ? event.frozen : frozen,
  }
}
