import { type PathFacts, requestedOperation } from '../../../conformance/client/evidence/requested-operation.ts'
import type { ReceivedResponse } from '../../../conformance/conclusions/exchange.ts'
import { parseJson } from '../../../conformance/send/parse-json.ts'
import type { ClientExchange, Transcript } from '../../../conformance/client/evidence/transcript.ts'
import type { JournalDraft } from '../../../emulator/journal/journal-draft.ts'
import type { BegunRequest, EndedRequest } from '../../../emulator/journal/journal-options.ts'
import type { RefusalKind } from '../../../emulator/model/contract/refusal.ts'
import { readNote } from '../../../emulator/api/dialect/noted-response.ts'
import { acceptedCredential } from '../../../emulator/journal/used-credential.ts'
import { toHeaderRecord } from '../../../emulator/tools/raw-headers.ts'

/** The limits of one run: requests, and characters of their bodies. */
const limits = { requests: 5000, characters: 33_554_432 }

interface KeptExchange {
  readonly draft: JournalDraft
  readonly arrived: number
  answered?: number | undefined
  /** The label of the accepted credential. */
  credential?: string | undefined
  response?: ReceivedResponse | undefined
  /** True if its answer is still being read. */
  isReading?: boolean
  /** The exchange for the judge, once it no longer changes. */
  exchange?: ClientExchange
}

interface TranscribedRun {
  readonly began: number
  readonly kept: Map<JournalDraft, KeptExchange>
  readonly pending: Set<Promise<void>>
  moments: number
  characters: number
  cut: boolean
}

/** Records what clients send, with their secrets, for the judge. Each world has its own run. */
export class Transcripts {
  readonly #runs = new Map<string, TranscribedRun>()
  readonly #paths: () => PathFacts
  readonly #stopwatch: () => number
  /** Called with the world and each request that arrives. */
  onRequest: ((world: string, draft: JournalDraft) => void) | undefined
  #changes = 0
  #characters = 0

  /**
   * @param paths Returns where the emulator serves documented operations. It is called once there are requests.
   * @param stopwatch Real time in milliseconds.
   */
  constructor(paths: () => PathFacts, stopwatch: () => number = () => performance.now()) {
    this.#paths = paths
    this.#stopwatch = stopwatch
  }

  /** A counter of all changes to the recorded requests. */
  get changes(): number {
    return this.#changes
  }

  /** The number of characters of all recorded bodies. */
  get characters(): number {
    return this.#characters
  }

  /** Begins to record the requests to a world. */
  begin(world: string): void {
    this.#runs.set(world, {
      began: this.#stopwatch(),
      kept: new Map(),
      pending: new Set(),
      moments: 0,
      characters: 0,
      cut: false,
    })
    this.#changes++
  }

  /** For `OpenOptions.onBegin`. */
  readonly onBegin = ({ world, draft }: BegunRequest): void => {
    const run = this.#runs.get(world)
    if (!run) return
    if (run.kept.size >= limits.requests || run.characters > limits.characters) run.cut = true
    else run.kept.set(draft, { draft, arrived: ++run.moments })
    this.#changes++
    this.onRequest?.(world, draft)
  }

  /** For `OpenOptions.onEnd`. */
  readonly onEnd = ({ world, draft, journal, response }: EndedRequest): void => {
    const run = this.#runs.get(world)
    const kept = run?.kept.get(draft)
    if (!run || !kept) return
    kept.answered = ++run.moments
    kept.credential = acceptedCredential(draft, journal.issuedCredentials)
    this.#changes++
    if (!response) return
    kept.isReading = true
    const reading = (async () => {
      // Reading a clone takes longer than answering.
      const text = readNote(response)?.text ?? (await response.clone().text())
      const { status, headers } = response
      kept.response = { status, headers: Object.fromEntries(headers), text, json: parseJson(text) }
      const length = exchangeLength(draft, kept.response)
      run.characters += length
      this.#characters += length
    })()
    const read = reading
      .catch(() => {})
      .finally(() => {
        kept.isReading = false
        this.#changes++
        run.pending.delete(read)
      })
    run.pending.add(read)
  }

  /** The requests to a world so far. An incomplete answer counts as missing. */
  soFar(world: string): Omit<Transcript, 'outside'> {
    const run = this.#runs.get(world)
    if (!run) return { exchanges: [], cut: true }
    const exchanges = [...run.kept.values()].map((kept, index) => {
      if (kept.exchange) return kept.exchange
      const exchange = toClientExchange(kept, index + 1, run.began, this.#paths())
      if (exchange.answered !== undefined) kept.exchange = exchange
      return exchange
    })
    return { exchanges, cut: run.cut }
  }

  /** Resolves when every answer that has begun is complete. */
  async settled(): Promise<void> {
    await Promise.all([...this.#runs.values()].flatMap(({ pending }) => [...pending]))
  }

  /** Ends the run of a world and returns its requests. */
  async end(world: string): Promise<Omit<Transcript, 'outside'>> {
    const run = this.#runs.get(world)
    if (run) await Promise.all(run.pending)
    const transcript = this.soFar(world)
    this.forget(world)
    return transcript
  }

  /** Ends the run of a world and discards its requests. */
  forget(world: string): void {
    this.#characters -= this.#runs.get(world)?.characters ?? 0
    this.#runs.delete(world)
  }
}

const inputRefusals: ReadonlySet<RefusalKind> = new Set(['refused', 'malformedId', 'invalidEnum', 'mediaType'])

function exchangeLength({ body }: JournalDraft, response: ReceivedResponse | undefined): number {
  return (body?.length ?? 0) + (response?.text.length ?? 0)
}

function toClientExchange(
  { draft, arrived, answered, credential, response, isReading }: KeptExchange,
  index: number,
  began: number,
  paths: PathFacts,
): ClientExchange {
  const { method, path, search } = draft
  const servedAs = draft.operation?.id
  const isServed = servedAs !== undefined
  return {
    request: {
      operation: requestedOperation(method, { path, isServed }, paths),
      method,
      url: `${path}${search}`,
      headers: toHeaderRecord(draft.headers),
      ...transcribeBody(draft, response?.status),
    },
    response,
    startedAt: draft.at,
    durationMs: 0,
    index,
    arrived,
    answered: isReading ? undefined : answered,
    afterMs: draft.begun - began,
    path,
    search,
    connection: draft.connection,
    isServed,
    servedAs,
    credential,
  }
}

/**
 * The body of a request, as far as it was read. Refusals of credentials come before the body is read, so there may be
 * one; they are identified by their kind, because their status may vary.
 */
function transcribeBody(
  { headers, refusal, body, bodyLength }: JournalDraft,
  status: number | undefined,
): Pick<ClientExchange['request'], 'body' | 'unread'> {
  if (bodyLength > 0) return body === undefined ? { unread: 'long' } : { body }
  const isOfInput = refusal ? inputRefusals.has(refusal.kind) : [400, 415, 422].includes(status ?? 0)
  const isRead = status !== undefined && (status < 300 || isOfInput)
  const mayHaveBody = /^(?:content-type|transfer-encoding\n|content-length\n[1-9])/im.test(headers)
  return isRead || !mayHaveBody ? {} : { unread: 'refused' }
}
