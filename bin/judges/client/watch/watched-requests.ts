// Keeps what a watched client sends, with its secrets, for the judge.
import type { Transcript } from '../../../../conformance/client/evidence/transcript.ts'
import type { PathFacts } from '../../../../conformance/client/evidence/requested-operation.ts'
import { withoutSetting } from '../../../../conformance/client/tasks/scenarios.ts'
import type { JournalDraft } from '../../../../emulator/journal/journal-draft.ts'
import type { BegunRequest, EndedRequest, RequestObserver } from '../../../../emulator/journal/journal-limits.ts'
import type { World } from '../../../../emulator/world/world.ts'
import { type EarlierRequests, earlierRequests } from '../earlier-requests.ts'
import { Transcripts } from '../transcripts.ts'

/** A request with this header is left out: it is of the console, or of a test that arranges something. */
const unwatchedHeader = 'x-emulator-unwatched'

/** The requests to one world between two of its resets: tokens and data of before a reset mean nothing after it. */
interface Stretch {
  readonly key: string
  readonly journal: object
  latest: JournalDraft | undefined
}

/** How requests are watched. */
export interface WatchedOptions {
  /** True if the requests to a world are watched. Default: those to all worlds. */
  readonly isWatched?: (world: string) => boolean
  /** How many requests are kept of all worlds. Default: 20,000. */
  readonly most?: number
}

/** Keeps the requests to worlds. Each stretch of a world between two resets is judged as a run of its own. */
export class WatchedRequests implements Required<RequestObserver> {
  readonly #transcripts: Transcripts
  readonly #stretches = new Map<string, Stretch>()
  readonly #keys = new Map<JournalDraft, string>()
  readonly #begun: string[] = []
  readonly #scenarios = new Set<string>()
  readonly #isWatched: (world: string) => boolean
  readonly #most: number
  #requests = 0
  /** Finds a world. Set it once the emulator is there. */
  worldNamed: (name: string) => World | undefined = () => undefined

  /** @param paths Where the emulator serves what is documented. It is asked once requests are there. */
  constructor(paths: () => PathFacts, { isWatched = () => true, most = 20_000 }: WatchedOptions = {}) {
    this.#transcripts = new Transcripts(paths)
    this.#isWatched = isWatched
    this.#most = most
  }

  /** The scenarios that were playing when a request came, by their names without a setting. */
  get scenarios(): ReadonlySet<string> {
    return this.#scenarios
  }

  /** How many requests came. */
  get requests(): number {
    return this.#requests
  }

  /** Grows with everything that is learned. */
  get changes(): number {
    return this.#transcripts.changes
  }

  /** The characters of all bodies that are kept. */
  get characters(): number {
    return this.#transcripts.characters
  }

  /** Takes over what the journal of a world holds. */
  adopt(world: World): void {
    const earlier = earlierRequests(world.requests)
    if (earlier.drafts.length === 0 && earlier.dropped === 0) return
    const drafts = earlier.drafts.filter((draft) => !isLeftOut(draft))
    const { key } = this.#begin(world.name, world.requests, earlier.drafts.at(-1), { ...earlier, drafts })
    this.#requests += drafts.length
    for (const draft of drafts) if (draft.status === undefined) this.#keys.set(draft, key)
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

  /** Forgets what was sent. */
  forget(): void {
    this.#keys.clear()
    for (const key of this.#begun.splice(0)) this.#transcripts.forget(key)
  }

  /** Ends the watch and returns what was sent, in the order in which it began. */
  async end(): Promise<readonly Transcript[]> {
    const all: Transcript[] = []
    for (const key of this.#begun) all.push(this.#withLoss(await this.#transcripts.end(key)))
    return all
  }

  #begin(world: string, journal: object, latest: JournalDraft | undefined, earlier?: EarlierRequests): Stretch {
    const stretch: Stretch = { key: `${world} ${this.#begun.length}`, journal, latest }
    this.#stretches.set(world, stretch)
    this.#begun.push(stretch.key)
    this.#transcripts.begin(stretch.key, earlier)
    return stretch
  }

  /** The stretch that a request belongs to; undefined where it begins another one. */
  #current(world: string, journal: object): Stretch | undefined {
    const stretch = this.#stretches.get(world)
    // A reset empties the journal of its world, and a world in the place of another has a journal of its own.
    if (stretch?.journal !== journal) return undefined
    const { latest } = stretch
    return !latest || this.worldNamed(world)?.requests.draftAt(latest.index) === latest ? stretch : undefined
  }

  #withLoss({ exchanges, cut }: Omit<Transcript, 'outside'>): Transcript {
    return { exchanges, cut: cut || this.#requests > this.#most, outside: [] }
  }
}

function isLeftOut(draft: JournalDraft): boolean {
  return draft.header(unwatchedHeader) !== undefined
}
