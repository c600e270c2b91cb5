// Records the requests of a run that created something, as later requests send values of their answers.
import { type Exchange, type SentRequest, toEvidence } from '../../conclusions/exchange.ts'

/** The most answers that are kept. */
const mostKept = 300

/** The order of the requests of a run, and the answers that created tokens, records or codes. */
export class RequestTrail {
  readonly #numbers = new WeakMap<SentRequest, number>()
  readonly made: Exchange[] = []
  /** The changed credentials that the run sent, each with its original. */
  readonly nearMisses: Map<string, string> = new Map()
  #count = 0

  /** Notes an exchange. */
  record(exchange: Exchange): void {
    const { request, response } = exchange
    this.#numbers.set(request, ++this.#count)
    if (request.method === 'POST' && response.status < 300 && this.made.length < mostKept)
      this.made.push(toEvidence(exchange))
  }

  /** The number of an exchange in the run; 0 for an exchange of another run. */
  numberOf({ request }: Exchange): number {
    return this.#numbers.get(request) ?? 0
  }
}
