import { hasSuccessStatus } from '../reading/success.ts'
import { type Phrase, phrase } from '../conclusions/phrase.ts'
import type { Exchange, ReceivedResponse } from '../conclusions/exchange.ts'
import { isObject } from '../reading/find-list.ts'

/** Distinguishes an answer that shows something from one that a target gives to any request. */
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
    if (hasSuccessStatus(evidence) && !this.#samples.has(shapes)) this.#samples.set(shapes, evidence)
  }

  /** The first success of a request that reads, and of one that writes. */
  get samples(): readonly Exchange[] {
    return [...this.#samples.values()]
  }

  /** Returns true if every answer of the target to such requests was the same. */
  isUniform({ request }: Exchange): boolean {
    return (request.method === 'GET' ? this.#reads : this.#writes).size === 1
  }

  /** True if the run got a single answer, a refusal, to all of its requests. */
  get isConstant(): boolean {
    return this.#samples.size === 0 && new Set([...this.#reads, ...this.#writes]).size === 1
  }

  /** Requests an address that the target cannot know, once. */
  async probeOnce(ask: () => Promise<Exchange | undefined>): Promise<void> {
    this.#asked ??= ask()
    this.#nowhere = await this.#asked
  }

  /**
   * The reason why an answer shows nothing: an unknown address gets the same answer. Undefined if the answers differ.
   */
  sameAsUnknownAddress(exchange: Exchange): Phrase | undefined {
    if (!this.#nowhere || !hasSuccessStatus(this.#nowhere)) return undefined
    const { request, response } = this.#nowhere
    if (answerShape(response) !== this.#shapes.get(exchange)) return undefined
    return phrase`the target answers every request alike: GET ${request.url}, an address that the kit made up, got ${response.status} and a body of the same shape`
  }
}

const maxDepth = 3
const maxMembers = 30
const maxText = 4000
const maxType = 200

/**
 * The shape of an answer, regardless of its values: the status, the media type and the members of the JSON. Two answers
 * with the same shape may differ only in a time or a number.
 */
function answerShape({ status, headers, json, text }: ReceivedResponse): string {
  const [type = ''] = (headers['content-type'] ?? '').slice(0, maxType).toLowerCase().split(';')
  return `${status} ${type.trim()} ${json === undefined ? text.slice(0, maxText) : valueShape(json, maxDepth)}`
}

function valueShape(value: unknown, depth: number): string {
  if (Array.isArray(value)) {
    const [first] = value as unknown[]
    return value.length === 0 ? '[]' : depth === 0 ? '[…]' : `[${valueShape(first, depth - 1)}]`
  }
  if (!isObject(value)) return value === null ? 'null' : typeof value
  if (depth === 0) return '{…}'
  const members = Object.keys(value).slice(0, maxMembers).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${valueShape(value[name], depth - 1)}`).join()}}`
}
