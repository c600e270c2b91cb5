// The answers in a journal. They have a limit of their own, so that long answers do not push requests out.
import type { NotedAnswer } from '../api/dialect/noted-response.ts'
import type { JournalDraft, KeptAnswer } from './journal-draft.ts'
import { Queue } from '../tools/queue.ts'

/** The longest text that is kept, in characters. */
const longestText = 65_536

/** The memory of the headers of an answer, in bytes. */
const ofHeaders = 200

/** Keeps the latest answers of the requests in a journal. */
export class KeptAnswers {
  readonly #grow: (bytes: number) => void
  readonly #mostBytes: number
  /** The requests whose answers are kept, oldest first, and some whose answers are forgotten. */
  readonly #drafts = new Queue<JournalDraft>()
  #bytes = 0

  /**
   * @param mostBytes How much the answers may take, in bytes.
   * @param grow Called with the number of bytes by which the answers grow, or shrink.
   */
  constructor(mostBytes: number, grow: (bytes: number) => void) {
    this.#mostBytes = mostBytes
    this.#grow = grow
  }

  /** The approximate memory of the answers. */
  get bytes(): number {
    return this.#bytes
  }

  /** Keeps the answer of a request. Of a long one only the headers are kept. */
  keep(draft: JournalDraft, answer: NotedAnswer): void {
    draft.answer = answer.text.length > longestText ? { ...answer, text: undefined } : answer
    draft.answerSize = sizeOf(draft.answer)
    this.#drafts.push(draft)
    this.#change(draft.answerSize)
    this.shrinkTo(this.#mostBytes)
  }

  /** Forgets the answer of a request that is dropped. */
  forget(draft: JournalDraft): void {
    if (!draft.answer) return
    // Noted beside it: a look at an old text would have to fetch it into the cache.
    this.#change(-draft.answerSize)
    draft.answer = undefined
    while (this.#drafts.at(0)?.answer === undefined && this.#drafts.size > 0) this.#drafts.shift()
  }

  /** Forgets the oldest answers until they have at most so many bytes. */
  shrinkTo(bytes: number): void {
    while (this.#bytes > bytes && this.#drafts.size > 0) this.forget(this.#drafts.at(0)!)
  }

  /** Forgets all answers without a word about it: the journal has counted them. */
  clear(): void {
    this.#drafts.clear()
    this.#bytes = 0
  }

  #change(bytes: number): void {
    this.#bytes += bytes
    this.#grow(bytes)
  }
}

function sizeOf({ text }: KeptAnswer): number {
  return ofHeaders + 2 * (text?.length ?? 0)
}
