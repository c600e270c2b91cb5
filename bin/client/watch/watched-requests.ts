// Keeps what a watched command sends, with its secrets, for the judge.
import type { Transcript } from '../../../conformance/client/evidence/transcript.ts'
import type { JournalDraft } from '../../../emulator/journal/draft.ts'
import type { BegunRequest, EndedRequest } from '../../../emulator/journal/journal-limits.ts'
import type { World } from '../../../emulator/world/world.ts'
import { Transcripts } from '../transcripts.ts'

/** How many requests are kept of all worlds. */
const mostRequests = 20_000

/** What was sent to one world between two of its resets: tokens and data of before a reset mean nothing after it. */
interface Stretch {
  readonly key: string
  latest: number
}

/** Keeps the requests to all worlds. Each stretch of a world between two resets is judged as a run of its own. */
export class WatchedRequests {
  readonly #transcripts = new Transcripts()
  readonly #stretches = new Map<string, Stretch>()
  readonly #keys = new Map<JournalDraft, string>()
  readonly #begun: string[] = []
  readonly #scenarios = new Set<string>()
  #requests = 0
  /** Finds a world. Set it once the emulator is there. */
  worldNamed: (name: string) => World | undefined = () => undefined

  /** The scenarios that were playing when a request came, by their names without a setting. */
  get scenarios(): ReadonlySet<string> {
    return this.#scenarios
  }

  /** For `OpenOptions.onBegin`. */
  readonly onBegin = ({ world, draft }: BegunRequest): void => {
    const found = this.worldNamed(world)
    for (const name of found?.scenarios.names ?? []) this.#scenarios.add(name.replace(/=.*$/s, ''))
    if (++this.#requests > mostRequests) return
    let stretch = this.#stretches.get(world)
    // A reset empties the journal of its world.
    if (!stretch || found?.requests.draftAt(stretch.latest) === undefined) {
      stretch = { key: `${world} ${this.#begun.length}`, latest: draft.index }
      this.#stretches.set(world, stretch)
      this.#begun.push(stretch.key)
      this.#transcripts.begin(stretch.key)
    }
    stretch.latest = draft.index
    this.#keys.set(draft, stretch.key)
    this.#transcripts.onBegin({ world: stretch.key, draft })
  }

  /** For `OpenOptions.onEnd`. */
  readonly onEnd = (ended: EndedRequest): void => {
    const key = this.#keys.get(ended.draft)
    this.#keys.delete(ended.draft)
    if (key !== undefined) this.#transcripts.onEnd({ ...ended, world: key })
  }

  /** Ends the watch and returns what was sent, in the order in which it began. */
  async end(): Promise<readonly Transcript[]> {
    const all: Transcript[] = []
    for (const key of this.#begun) {
      const transcript = await this.#transcripts.end(key)
      all.push({ ...transcript, cut: transcript.cut || this.#requests > mostRequests, outside: [] })
    }
    return all
  }
}
