import type { Exchange, SentRequest } from '../conclusions/exchange.ts'
import { isSafe } from '../catalogue/methods.ts'
import type { Call } from './call.ts'

/** Answers to requests that only read. The next run takes each once, instead of sending the same request again. */
export class EarlierAnswers {
  readonly #answers = new Map<string, Exchange>()

  /** Keeps an answer, if the next run may take it. */
  keep(call: Call, exchange: Exchange): void {
    const { status, trouble, cutShort } = exchange.response
    const isWhole = trouble === undefined && cutShort === undefined
    const key = requestKey(call, exchange.request)
    // A refusal or an outage may have ended since.
    if (key !== undefined && isWhole && status < 400) this.#answers.set(key, exchange)
  }

  /** Takes the answer to a request; undefined if there is none. */
  take(call: Call, request: SentRequest): Exchange | undefined {
    const key = requestKey(call, request)
    const answer = key === undefined ? undefined : this.#answers.get(key)
    if (key !== undefined) this.#answers.delete(key)
    return answer
  }
}

/** The key of a request with a credential of the target file. A token of the client may be another one each time. */
function requestKey({ as = 'bearer', wrong, headers }: Call, { method, url }: SentRequest): string | undefined {
  if (!isSafe(method) || typeof as !== 'string' || wrong !== undefined || headers !== undefined) return undefined
  return `${method} ${as} ${url}`
}
