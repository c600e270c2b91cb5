// Records what a watched client sends, with its secrets, for the judge.
import type { Transcript } from '../../../../conformance/client/evidence/transcript.ts'
import type { PathFacts } from '../../../../conformance/client/evidence/requested-operation.ts'
import { withoutSetting } from '../../../../conformance/client/tasks/scenarios.ts'
import type { JournalDraft } from '../../../../emulator/journal/journal-draft.ts'
import type { BegunRequest, EndedRequest, RequestObserver } from '../../../../emulator/journal/journal-options.ts'
import type { World } from '../../../../emulator/world/world.ts'
import { Transcripts } from '../transcripts.ts'

/** Requests with this header are left out: they come from the console or from the setup of a test. */
const unwatchedHeader = 'x-emulator-unwatched'

/** The requests to one world between two resets. Tokens and data from before a reset are invalid after it. */
interface WatchPeriod {
  readonly key: string
  readonly journal: object
  latest: JournalDraft
}

/** The options for watching requests. */
export interface WatchedOptions {
  /** Returns true if a world is watched. Default: all worlds. */
  readonly isWatched?: (world: string) => boolean
  /** The number of requests to keep, of all worlds together. Default: 20,000. */
  readonly most?: number
}

/** Records the requests to worlds. Each period between two resets of a world is judged as a separate run. */
export class WatchedRequests implements Required<RequestObserver> {
  readonly #transcripts: Transcripts
  readonly #periods = new Map<string, WatchPeriod>()
  readonly #keys = new Map<JournalDraft, string>()
  readonly #begun: string[] = []
  readonly #scenarios = new Set<string>()
  readonly #isWatched: (world: string) => boolean
  readonly #most: number
  #requests = 0
  /** Finds a world. Set it once the emulator exists. */
  worldNamed: (name: string) => World | undefined = () => undefined

  /** @param paths Returns where the emulator serves documented operations. It is called once there are requests. */
  constructor(paths: () => PathFacts, { isWatched = () => true, most = 20_000 }: WatchedOptions = {}) {
    this.#transcripts = new Transcripts(paths)
    this.#isWatched = isWatched
    this.#most = most
  }

  /** The scenarios that were active when a request came, by name without a setting. */
  get scenarios(): ReadonlySet<string> {
    return this.#scenarios
  }

  /** The number of requests. */
  get requests(): number {
    return this.#requests
  }

  /** A counter of all changes to the recorded requests. */
  get changes(): number {
    return this.#transcripts.changes
  }

  /** The number of characters of all recorded bodies. */
  get characters(): number {
    return this.#transcripts.characters
  }

  /** For `OpenOptions.observer`. */
  readonly onBegin = ({ world, journal, draft }: BegunRequest): void => {
    if (!this.#isWatched(world)) return
    const current = this.#current(world, journal)
    if (current) current.latest = draft
    if (isLeftOut(draft)) return
    for (const name of this.worldNamed(world)?.scenarios.names ?? []) this.#scenarios.add(withoutSetting(name))
    if (++this.#requests > this.#most) return
    const { key } = current ?? this.#begin(world, journal, draft)
    this.#keys.set(draft, key)
    this.#transcripts.onBegin({ world: key, journal, draft })
  }

  /** For `OpenOptions.observer`. */
  readonly onEnd = (ended: EndedRequest): void => {
    const key = this.#keys.get(ended.draft)
    this.#keys.delete(ended.draft)
    if (key !== undefined) this.#transcripts.onEnd({ ...ended, world: key })
  }

  /** The requests so far, in the order in which they began. */
  soFar(): readonly Transcript[] {
    return this.#begun.map((key) => this.#withLoss(this.#transcripts.soFar(key)))
  }

  /** Resolves when every answer that has begun is complete. */
  async settled(): Promise<void> {
    await this.#transcripts.settled()
  }

  /** Discards the recorded requests. */
  forget(): void {
    this.#keys.clear()
    for (const key of this.#begun.splice(0)) this.#transcripts.forget(key)
  }

  /** Ends the watch and returns the requests, in the order in which they began. */
  async end(): Promise<readonly Transcript[]> {
    const all: Transcript[] = []
    for (const key of this.#begun) all.push(this.#withLoss(await this.#transcripts.end(key)))
    return all
  }

  #begin(world: string, journal: object, latest: JournalDraft): WatchPeriod {
    const period: WatchPeriod = { key: `${world} ${this.#begun.length}`, journal, latest }
    this.#periods.set(world, period)
    this.#begun.push(period.key)
    this.#transcripts.begin(period.key)
    return period
  }

  /** The period of a request; undefined if the request begins a new one. */
  #current(world: string, journal: object): WatchPeriod | undefined {
    const period = this.#periods.get(world)
    // A reset empties the journal of its world, and a world that replaces another has a new journal.
    if (period?.journal !== journal) return undefined
    const { latest } = period
    return this.worldNamed(world)?.requests.draftAt(latest.index) === latest ? period : undefined
  }

  #withLoss({ exchanges, cut }: Omit<Transcript, 'outside'>): Transcript {
    return { exchanges, cut: cut || this.#requests > this.#most, outside: [] }
  }
}

function isLeftOut(draft: JournalDraft): boolean {
  return draft.header(unwatchedHeader) !== undefined
}
