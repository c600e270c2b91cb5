import { textOf } from '../../../conformance/wording/text.ts'
import { type Phrase, phrase } from '../../../conformance/conclusions/phrase.ts'
import type { Emulator } from '../../../emulator/create-emulator.ts'
import { type FetchSemantics, fetchWith } from '../../../emulator/integrations/fetch-semantics.ts'

/** As Node's `fetch`. */
const semantics: FetchSemantics = { abortable: false, opaqueRedirects: false, type: () => 'basic' }

/** How many requests one run may send, and how many of them may be the same. Beyond that it is without an end. */
const most = { requests: 1000, same: 100 }

/** How often a closed `fetch` rejects. Then it never answers: a loop that swallows errors would block the process. */
const rejections = 20

/** The `fetch` of one run in process. It stops a client that asks without an end, and ends with the run. */
export class BoundedFetch {
  readonly #answer: Emulator['fetch']
  readonly #onActivity: () => void
  readonly #onExceeded: (why: Phrase) => void
  readonly #same = new Map<string, number>()
  #requests = 0
  #closed: Phrase | undefined
  #rejected = 0

  /**
   * @param onActivity Called when a request is sent, and when its answer begins.
   * @param onExceeded Called once, when the run sends too much.
   */
  constructor(answer: Emulator['fetch'], onActivity: () => void, onExceeded: (why: Phrase) => void) {
    this.#answer = answer
    this.#onActivity = onActivity
    this.#onExceeded = onExceeded
  }

  /**
   * Answers a request, and follows redirects as `fetch` does.
   * @throws TypeError when the run has ended or has sent too much, as `fetch` does offline.
   */
  readonly fetch: Emulator['fetch'] = async (input, init) => {
    await this.#ifClosed()
    return await fetchWith((request) => this.#send(request), new Request(input, init), semantics)
  }

  async #send(request: Request): Promise<Response> {
    this.#onActivity()
    this.#count(request)
    await this.#ifClosed()
    try {
      return await this.#answer(request)
    } finally {
      this.#onActivity()
    }
  }

  /** Answers no more requests. */
  close(why: Phrase = phrase`the run of this task has ended`): void {
    this.#closed ??= why
  }

  #ifClosed(): Promise<void> | undefined {
    if (this.#closed === undefined) return undefined
    if (++this.#rejected > rejections) return new Promise(() => {})
    throw new TypeError(`fetch failed: ${textOf(this.#closed)}.`)
  }

  #count({ method, url }: Request): void {
    const line = `${method} ${url}`
    const same = (this.#same.get(line) ?? 0) + 1
    this.#same.set(line, same)
    const why =
      ++this.#requests > most.requests
        ? phrase`it sent ${most.requests} requests and had not ended`
        : same > most.same
          ? phrase`it sent the same request ${most.same} times and had not ended: ${line.slice(0, 200)}`
          : undefined
    if (why === undefined) return
    this.close(why)
    this.#onExceeded(why)
  }
}
