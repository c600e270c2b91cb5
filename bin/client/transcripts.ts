import type { ReceivedRequest, Transcript } from '../../conformance/client/evidence/transcript.ts'
import type { JournalDraft } from '../../emulator/journal/draft.ts'
import type { BegunRequest, EndedRequest } from '../../emulator/journal/journal-limits.ts'
import { acceptedCredential } from '../../emulator/journal/used-credential.ts'
import { toPairs } from '../../emulator/tools/raw-headers.ts'

/** How many requests of one run are kept, and how many characters of their bodies. */
const limits = { requests: 5000, characters: 33_554_432 }

interface Kept {
  readonly draft: JournalDraft
  readonly arrived: number
  answered?: number
  /** The label of the accepted credential. */
  credential?: string | undefined
  answer?: ReceivedRequest['answer']
}

interface Run {
  readonly began: number
  readonly kept: Map<JournalDraft, Kept>
  readonly pending: Set<Promise<void>>
  moments: number
  characters: number
  cut: boolean
}

/** Keeps what clients send, with their secrets, for the judge. Each world has its own run. */
export class Transcripts {
  readonly #runs = new Map<string, Run>()
  readonly #stopwatch: () => number
  /** Called with each request that arrives, and its world. */
  onRequest: ((world: string, draft: JournalDraft) => void) | undefined

  /** @param stopwatch Real time in milliseconds. */
  constructor(stopwatch: () => number = () => performance.now()) {
    this.#stopwatch = stopwatch
  }

  /** Begins to keep the requests to a world, without those before. */
  begin(world: string): void {
    this.#runs.set(world, {
      began: this.#stopwatch(),
      kept: new Map(),
      pending: new Set(),
      moments: 0,
      characters: 0,
      cut: false,
    })
  }

  /** For `OpenOptions.onBegin`. */
  readonly onBegin = ({ world, draft }: BegunRequest): void => {
    const run = this.#runs.get(world)
    if (!run) return
    if (run.kept.size >= limits.requests || run.characters > limits.characters) run.cut = true
    else run.kept.set(draft, { draft, arrived: ++run.moments })
    this.onRequest?.(world, draft)
  }

  /** For `OpenOptions.onEnd`. */
  readonly onEnd = ({ world, draft, view, response }: EndedRequest): void => {
    const run = this.#runs.get(world)
    const kept = run?.kept.get(draft)
    if (!run || !kept) return
    kept.answered = ++run.moments
    kept.credential = acceptedCredential(draft, view.ledger)
    if (!response) return
    const reading = (async () => {
      const body = await response.clone().text()
      run.characters += body.length + (draft.body?.length ?? 0)
      kept.answer = { status: response.status, headers: Object.fromEntries(response.headers), body }
    })()
    const read = reading.catch(() => {}).finally(() => run.pending.delete(read))
    run.pending.add(read)
  }

  /** Ends the run of a world and returns what was sent. */
  async end(world: string): Promise<Omit<Transcript, 'outside'>> {
    const run = this.#runs.get(world)
    this.#runs.delete(world)
    if (!run) return { requests: [], cut: true }
    await Promise.all(run.pending)
    const requests = [...run.kept.values()].map((kept, index) => toReceived(kept, index + 1, run.began))
    return { requests, cut: run.cut }
  }
}

function toReceived(
  { draft, arrived, answered, credential, answer }: Kept,
  index: number,
  began: number,
): ReceivedRequest {
  return {
    index,
    arrived,
    answered,
    at: draft.at,
    afterMs: draft.begun - began,
    method: draft.method,
    path: draft.path,
    search: draft.search,
    headers: toPairs(draft.headers),
    body: draft.bodyLength === 0 ? emptyOrUnread(draft, answer?.status) : draft.body,
    connection: draft.connection,
    operation: draft.operation?.id,
    credential,
    answer,
  }
}

/** The body of a request of which none was read. A refusal such as 401 comes before that, so there may be one. */
function emptyOrUnread({ headers }: JournalDraft, status: number | undefined): string | undefined {
  const isRead = status !== undefined && (status < 300 || [400, 415, 422].includes(status))
  return isRead || !/^(?:content-type|transfer-encoding\n|content-length\n[1-9])/im.test(headers) ? '' : undefined
}
