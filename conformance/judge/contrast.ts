import { answerShape } from '../reading/answer-shape.ts'
import { type Phrase, phrase } from '../conclusions/phrase.ts'
import type { Exchange } from '../conclusions/exchange.ts'

/** What tells an answer that shows something from one that a target gives to anything. */
export class Contrast {
  readonly #shapes = new WeakMap<Exchange, string>()
  /** What the answers to requests that read and to those that write are like. */
  readonly #reads = new Set<string>()
  readonly #writes = new Set<string>()
  readonly #samples = new Map<Set<string>, Exchange>()
  #asked: Promise<Exchange | undefined> | undefined
  #nowhere: Exchange | undefined

  /** Learns what an answer is like. `evidence` is what checks keep of the exchange. */
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

  /** Whether the target was never seen to answer such a request otherwise. */
  isUniform({ request }: Exchange): boolean {
    return (request.method === 'GET' ? this.#reads : this.#writes).size === 1
  }

  /** Asks, the first time that it is called, what the target answers to an address that it cannot know. */
  async once(ask: () => Promise<Exchange | undefined>): Promise<void> {
    this.#asked ??= ask()
    this.#nowhere = await this.#asked
  }

  /** Why an answer shows nothing: what does not exist is answered like it. Undefined when it may show something. */
  likeNowhere(exchange: Exchange): Phrase | undefined {
    if (!this.#nowhere || !isSuccess(this.#nowhere)) return undefined
    const { request, response } = this.#nowhere
    if (answerShape(response) !== this.#shapes.get(exchange)) return undefined
    return phrase`the target answers alike whatever it is asked: GET ${request.url}, an address that the kit made up, got ${response.status} and a body of the same shape`
  }
}

/** Whether an answer is a success. */
export const isSuccess = ({ response: { status } }: Exchange): boolean => status >= 200 && status < 300
