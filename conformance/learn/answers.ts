import type { Exchange } from '../conclusions/exchange.ts'
import { findList, findObject, type FoundList, itemId, type Item, addressListName } from '../reading/find-list.ts'
import { hasSuccessStatus, isRefusalStatus, serves } from '../reading/success.ts'
import { because } from '../conclusions/cause.ts'
import { isOutage } from './answer-shape.ts'
import type { UnseenCause } from './observation.ts'

/** The outcome of a question: an answer, or the reason why there is none. */
export type QuestionOutcome = { readonly exchange: Exchange } | { readonly missing: UnseenCause }

/** The answers of a service to the questions, by the ids of the questions. */
export class Answers {
  readonly #asked: Map<string, QuestionOutcome>

  /** @param earlier Outcomes to begin with. */
  constructor(earlier?: Answers) {
    this.#asked = new Map(earlier?.all())
  }

  /** Records the outcome of a question. */
  set(question: string, asked: QuestionOutcome): void {
    this.#asked.set(question, asked)
  }

  /** The outcomes of all questions, in the order of asking. */
  all(): readonly (readonly [question: string, asked: QuestionOutcome])[] {
    return [...this.#asked]
  }

  /** An answer of the service itself; undefined if there is none, or if something in front of the service gave it. */
  get(question: string): Exchange | undefined {
    return this.isForeign(question) ? undefined : this.received(question)
  }

  /** An answer as a client receives it, also if something in front of the service gave it. */
  received(question: string): Exchange | undefined {
    const asked = this.#asked.get(question)
    return asked !== undefined && 'exchange' in asked ? asked.exchange : undefined
  }

  /** Returns true if something in front of the service answered, or the service is temporarily unavailable. */
  isForeign(question: string): boolean {
    const exchange = this.received(question)
    return exchange !== undefined && this.#isForeign(exchange)
  }

  /** The reason why these questions show nothing: that of the first without an answer, or a refusal of one of them. */
  whyNot(...questions: readonly string[]): UnseenCause {
    for (const question of questions) {
      const asked = this.#asked.get(question)
      if (asked !== undefined && 'missing' in asked) return asked.missing
      if (asked !== undefined && this.#isForeign(asked.exchange)) return because.gateway
    }
    return questions.some((question) => isRefusalStatus(this.status(question))) ? because.refused : because.data
  }

  /** The status of an answer. */
  status(question: string): number | undefined {
    return this.get(question)?.response.status
  }

  /** Returns true if a question was answered with a status of success. */
  hasSuccess(question: string): boolean {
    const exchange = this.get(question)
    return exchange !== undefined && hasSuccessStatus(exchange)
  }

  /** The JSON of an answer that is a success. */
  json(question: string): unknown {
    const exchange = this.get(question)
    return exchange && hasSuccessStatus(exchange) && serves(exchange) ? exchange.response.json : undefined
  }

  /** The list in an answer that is a success. */
  list(question: string): FoundList | undefined {
    const exchange = this.get(question)
    return exchange && findAnswerList(exchange)
  }

  /** The ids of the records in an answer; empty if it is not a list. */
  ids(question: string): readonly string[] {
    return (this.list(question)?.items ?? []).flatMap((item) => itemId(item) ?? [])
  }

  /**
   * True if more records follow the page in an answer, by the answer for the page after it, or by a larger page of the
   * same list; undefined if neither has an answer.
   */
  hasMore(question: string, behind: string = `${question}.behind`): boolean | undefined {
    const page = this.ids(question)
    if (page.length === 0) return false
    const isFollowed = ['limit-huge', 'largest-limit'].some((larger) => {
      const ids = this.ids(question.replace(/list$/, larger))
      return ids.slice(0, -1).includes(page.at(-1)!)
    })
    if (isFollowed) return true
    return this.list(behind) && this.ids(behind).some((id) => !page.includes(id))
  }

  /** The record in an answer about one object. */
  record(question: string): Item | undefined {
    return findObject(this.json(question))
  }

  /**
   * Returns true if an answer appears to come from something in front of the service, such as a firewall or an
   * overloaded gateway: 429, 502 to 504, or a refusal that is not JSON, from another server than that of a good answer.
   */
  #isForeign({ response }: Exchange): boolean {
    if (isOutage(response.status)) return true
    if (response.status < 400 || response.json !== undefined) return false
    const good = [...this.#asked.values()].find(
      (asked): asked is { readonly exchange: Exchange } =>
        'exchange' in asked && hasSuccessStatus(asked.exchange) && asked.exchange.response.json !== undefined,
    )
    return good !== undefined && response.headers['server'] !== good.exchange.response.headers['server']
  }
}

/** The list in an answer that is a success. */
export function findAnswerList(exchange: Exchange): FoundList | undefined {
  if (!serves(exchange)) return undefined
  return findList(exchange.response.json, undefined, addressListName(exchange.request.url))
}
