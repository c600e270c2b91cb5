import { eventsOf, happenedIn } from '../../../emulator/case/case-events.ts'
import { CaseTexts } from '../../../emulator/case/case-secrets.ts'
import type { Emulator } from '../../../emulator/create-emulator.ts'
import type { JournalDraft } from '../../../emulator/journal/journal-draft.ts'
import type { BegunRequest, RequestObserver } from '../../../emulator/journal/journal-limits.ts'
import type { World } from '../../../emulator/world/world.ts'
import type { WorldRun } from './compare-requests.ts'

/** What one journal received from its beginning, or from a reset on. */
interface Received {
  readonly world: string
  readonly journal: World['requests']
  readonly drafts: JournalDraft[]
}

/** Keeps what worlds receive, also those that a test resets or ends. */
export class RunRecorder implements RequestObserver {
  readonly #received: Received[] = []
  readonly #latest = new Map<object, Received>()
  readonly #worlds = new Map<object, World>()
  #emulator: Emulator | undefined

  /** Called before the first request. */
  watch(emulator: Emulator): void {
    this.#emulator = emulator
  }

  readonly onBegin = ({ world, journal, draft }: BegunRequest): void => {
    const requests = journal as World['requests']
    let latest = this.#latest.get(journal)
    // A reset empties the journal.
    if (!latest || requests.oldest === draft.index) {
      this.#latest.set(journal, (latest = { world, journal: requests, drafts: [] }))
      this.#received.push(latest)
    }
    latest.drafts.push(draft)
    const served = this.#emulator?.worlds.peek(world)
    if (served?.requests === requests) this.#worlds.set(journal, served)
  }

  /** What was received, as a case tells it. */
  runs({ credentials }: Emulator): readonly WorldRun[] {
    const ends = new Map<object, number>()
    return this.#received.flatMap(({ world: name, journal, drafts }) => {
      const world = this.#worlds.get(journal)
      if (!world?.recording) return []
      const { changes, secrets } = world.recording
      const texts = new CaseTexts(credentials, [{ name, ...secrets }])
      const { answered, arrived } = drafts.at(-1)!
      const [from, end] = [ends.get(journal) ?? 0, answered ?? arrived]
      ends.set(journal, end)
      const within = changes.filter(({ moment }) => moment > from && moment <= end)
      return [{ world: name, events: ended(eventsOf(ended(happenedIn(world, drafts, within)), texts)) }]
    })
  }
}

/** The result of work in steps. */
function ended<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
