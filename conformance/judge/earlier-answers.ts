import type { Exchange, SentRequest } from '../conclusions/exchange.ts'
import { isSafe } from '../catalogue/methods.ts'
import type { Call } from './call.ts'
import { isForAnyone } from './controls.ts'

/**
 * Answers to reads with right credentials, of a run that changes nothing. The next run takes each once, instead of
 * sending the same request again.
 */
export class EarlierAnswers {
  readonly #answers = new Map<string, Exchange>()

  /** Keeps an answer, if the next run may take it. */
  keep(call: Call, exchange: Exchange): void {
    const { status, trouble, cutShort } = exchange.response
    const isWhole = trouble === undefined && cutShort === undefined
    // A refusal or an outage may have ended since.
    if (isRightRead(call, exchange.request) && isWhole && status < 400)
      this.#answers.set(requestKey(exchange.request), exchange)
  }

  /** Takes the answer to a request; undefined if there is none. */
  take(call: Call, request: SentRequest): Exchange | undefined {
    if (!isRightRead(call, request)) return undefined
    const key = requestKey(request)
    const answer = this.#answers.get(key)
    this.#answers.delete(key)
    return answer
  }

  /** Forgets all answers, if the service now refuses a right credential, or serves nobody. */
  note(call: Call, { request, response: { status } }: Exchange): void {
    if (isRightRead(call, request) && (status === 401 || status === 403 || status === 429 || status >= 500))
      this.forget()
  }

  /** Forgets all answers: from now on, each request is sent. */
  forget(): void {
    this.#answers.clear()
  }
}

const isRightRead = (call: Call, { method }: SentRequest): boolean =>
  isSafe(method) && call.wrong === undefined && (call.as === 'none' ? isForAnyone(call) : typeof call.as !== 'object')

/** The headers hold the credential: a client may have another token each time. */
const requestKey = ({ method, url, headers }: SentRequest): string => JSON.stringify([method, url, headers])
