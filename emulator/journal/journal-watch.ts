// Reports the news of a journal since the last look. Serving requests costs nothing extra.
import { type Static, Type } from 'typebox'
import type { DeepReadonly } from '../tools/deep-readonly.ts'
import type { JournalDraft } from './journal-draft.ts'
import type { Journal } from './journal.ts'
import { RequestLine, toRequestLine } from './request-line.ts'
import { type RequestFilter, toTest, countMarks, looksOfStep } from './request-filter.ts'

/** Requests of a journal: those before another, or those that are new or were answered since the last look. */
export const RequestBatch = Type.Object(
  {
    requests: Type.Array(RequestLine, { description: 'Oldest first.' }),
    missed: Type.Integer({
      description: 'The number of new requests that an event leaves out because there were too many.',
    }),
    oldest: Type.Integer({ description: 'The index of the oldest kept request.' }),
    totals: Type.Object(
      {
        kept: Type.Integer(),
        dropped: Type.Integer(),
        problems: Type.Integer(),
        unread: Type.Integer(),
        faulted: Type.Integer(),
      },
      { description: 'The number of requests in the whole journal, whatever the filter.', additionalProperties: false },
    ),
  },
  { title: 'RequestLines', additionalProperties: false },
)
export type RequestBatch = DeepReadonly<Static<typeof RequestBatch>>

/** The number of requests of a journal. */
export type JournalTotals = RequestBatch['totals']

/** Counts the requests of a journal, one at a time. */
function* countTotals(journal: Journal): Generator<void, JournalTotals> {
  const marks = yield* countMarks(journal)
  return { kept: journal.size, dropped: journal.dropped, ...marks }
}

/** The number of requests that one look returns: the latest. */
const most = 100

/** The latest matching requests below an index, one at a time: searching a full journal takes a second. */
export function* earlierBatch(
  journal: Journal,
  filter: RequestFilter,
  before: number,
  limit: number,
): Generator<void, RequestBatch> {
  const { oldest, latest } = journal
  const isWanted = toTest(journal, filter)
  const requests: RequestLine[] = []
  for (let index = Math.min(before - 1, latest); index >= oldest && requests.length < limit; index--) {
    const draft = journal.draftAt(index)
    // The journal has meanwhile dropped it and all earlier requests.
    if (!draft) break
    const isFound = isWanted(draft)
    if (isFound) requests.push(toRequestLine(draft, journal.redactor))
    // A step takes longer than a look at a request that does not match.
    if (isFound || index % looksOfStep === 0) yield
  }
  const totals = yield* countTotals(journal)
  return { requests: requests.reverse(), missed: 0, oldest: Math.max(oldest, journal.oldest), totals }
}

/** Reports the changes of a journal between looks. */
export class JournalWatch {
  readonly #journal: Journal
  readonly #isWanted: (draft: JournalDraft) => boolean
  /** Requests that were seen before their answer. */
  readonly #open = new Map<number, JournalDraft>()
  #seen: number
  #oldest: number

  /** @param after The index after which it begins. Default: it begins with the next request. */
  constructor(journal: Journal, filter: RequestFilter, after: number = journal.latest) {
    this.#journal = journal
    this.#isWanted = toTest(journal, filter)
    // An index of an earlier journal of this world.
    this.#seen = Math.min(after, journal.latest)
    this.#oldest = journal.oldest
  }

  /** The index to continue after. Requests that were not answered yet are reported again. */
  get position(): number {
    const [first] = this.#open.keys()
    return first === undefined ? this.#seen : first - 1
  }

  /** The changes since the last look, one request at a time; undefined if nothing changed. */
  *look(): Generator<void, RequestBatch | undefined> {
    const { oldest, latest } = this.#journal
    const before = this.#oldest
    this.#oldest = oldest
    const answered = yield* this.#answered(oldest)
    const { lines, missed } = yield* this.#arrived(oldest, latest)
    const requests = [...answered, ...lines]
    if (requests.length === 0 && missed === 0 && oldest === before) return undefined
    return { requests, missed, oldest, totals: yield* countTotals(this.#journal) }
  }

  *#answered(oldest: number): Generator<void, readonly RequestLine[]> {
    const lines: RequestLine[] = []
    for (const [index, draft] of this.#open) {
      if (index < oldest) this.#open.delete(index)
      else if (draft.status !== undefined && lines.length < most) {
        this.#open.delete(index)
        if (!this.#isWanted(draft)) continue
        lines.push(toRequestLine(draft, this.#journal.redactor))
        yield
      }
    }
    return lines
  }

  *#arrived(
    oldest: number,
    latest: number,
  ): Generator<void, { readonly lines: readonly RequestLine[]; readonly missed: number }> {
    const lines: RequestLine[] = []
    const first = Math.max(this.#seen + 1, oldest)
    let missed = first - this.#seen - 1
    const open: JournalDraft[] = []
    for (let index = latest; index >= first; index--) {
      const draft = this.#journal.draftAt(index)
      if (!draft) {
        // The journal has dropped it meanwhile, with those before it.
        missed += index - first + 1
        break
      }
      if (draft.status === undefined) open.push(draft)
      if (!this.#isWanted(draft)) continue
      if (lines.length === most) {
        missed++
        continue
      }
      lines.push(toRequestLine(draft, this.#journal.redactor))
      yield
    }
    for (const draft of open.reverse()) this.#open.set(draft.index, draft)
    this.#seen = latest
    return { lines: lines.reverse(), missed }
  }
}
