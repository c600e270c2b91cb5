import { answerShape } from '../reading/answer-shape.ts'
import { type Phrase, phrase } from '../conclusions/phrase.ts'
import type { Exchange } from '../conclusions/exchange.ts'

/** Tells an answer that shows something from one that a target gives to any request. */
export class AnswerContrast {
  readonly #shapes = new WeakMap<Exchange, string>()
  /** The shapes of the answers to requests that read, and to those that write. */
  readonly #reads = new Set<string>()
  readonly #writes = new Set<string>()
  readonly #samples = new Map<Set<string>, Exchange>()
  #asked: Promise<Exchange | undefined> | undefined
  #nowhere: Exchange | undefined

  /** Learns the shape of an answer. `evidence` is the exchange as checks keep it. */
  note(evidence: Exchange, { request, response }: Exchange): void {
    const shape = answerShape(response)
    this.#shapes.set(evidence, shape)
    if (request.method === 'HEAD') return
    const shapes = request.method === 'GET' ? this.#reads : this.#writes
    shapes.add(shape)
    if (isSuccess(evidence) && !this.#samples.has(shapes)) this.#samples.set(shapes, evidence)
  }

  /** The first success of a request that reads, and of one that writes. */
  get samples(): readonly Exchange[] {
    return [...this.#samples.values()]
  }

  /** Whether every answer of the target to such requests was the same. */
  isUniform({ request }: Exchange): boolean {
    return (request.method === 'GET' ? this.#reads : this.#writes).size === 1
  }

  /** Asks once for an address that the target cannot know. */
  async once(ask: () => Promise<Exchange | undefined>): Promise<void> {
    this.#asked ??= ask()
    this.#nowhere = await this.#asked
  }

  /**
   * The reason why an answer shows nothing: the target gives the same answer for an unknown address. Otherwise
   * undefined.
   */
  likeNowhere(exchange: Exchange): Phrase | undefined {
    if (!this.#nowhere || !isSuccess(this.#nowhere)) return undefined
    const { request, response } = this.#nowhere
    if (answerShape(response) !== this.#shapes.get(exchange)) return undefined
    return phrase`the target answers alike whatever it is asked: GET ${request.url}, an address that the kit made up, got ${response.status} and a body of the same shape`
  }
}

/** Whether an answer is a success. */
export const isSuccess = ({ response: { status } }: Exchange): boolean => status >= 200 && status < 300
