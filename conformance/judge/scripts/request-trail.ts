// The requests that a run remembers, so that a script can repeat those that led to a failure.
import { type Exchange, type SentRequest, toEvidence } from '../../conclusions/exchange.ts'
import { type PlacedValue, valuesOf } from './values.ts'

/** The most answers that made something, such as tokens, records and codes: later requests carry their values. */
const mostKept = 300

/** The most characters of the body of a good answer: only its success counts. */
const goodText = 200

/** The order of the requests of a run, and the answers that made something. */
export class RequestTrail {
  readonly #numbers = new WeakMap<SentRequest, number>()
  readonly #made: Exchange[] = []
  readonly #good = new Map<string, Exchange>()
  readonly #values = new WeakMap<SentRequest, readonly PlacedValue[]>()
  #count = 0

  /** Notes an exchange. */
  record(exchange: Exchange): void {
    const { request, response } = exchange
    this.#numbers.set(request, ++this.#count)
    if (response.status >= 300) return
    if (request.method === 'POST' && this.#made.length < mostKept) this.#made.push(toEvidence(exchange))
    const key = `${pathKey(exchange)} ${request.headers['authorization'] ?? request.body ?? ''}`
    if (!this.#good.has(key) && this.#good.size < mostKept) this.#good.set(key, toEvidence(exchange, goodText))
  }

  /** The number of an exchange in the run; 0 for one of another run. */
  numberOf({ request }: Exchange): number {
    return this.#numbers.get(request) ?? 0
  }

  /** The answers that made something. */
  get made(): readonly Exchange[] {
    return this.#made
  }

  /** The texts of an answer, read once for all failures. */
  valuesOf(exchange: Exchange): readonly PlacedValue[] {
    let values = this.#values.get(exchange.request)
    if (!values) this.#values.set(exchange.request, (values = valuesOf(exchange)))
    return values
  }

  /** Requests like this one that succeeded before it, with whatever ids, credentials, query and body. */
  goodLike(exchange: Exchange): readonly Exchange[] {
    const path = pathKey(exchange)
    return [...this.#good]
      .filter(([key, good]) => key.startsWith(`${path} `) && this.numberOf(good) < this.numberOf(exchange))
      .map(([, good]) => good)
  }
}

function pathKey({ request: { method, url, operation } }: Exchange): string {
  return `${method} ${operation ?? new URL(url).pathname}`
}
