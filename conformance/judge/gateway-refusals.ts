import type { OperationId } from '../catalogue/operations.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { type Phrase, phrase } from '../conclusions/phrase.ts'
import { isSuccessStatus } from '../reading/success.ts'

/** Statuses by which proxies and firewalls refuse. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 406, 411, 413, 414, 421, 429, 431, 494, 495, 496, 497])
/**
 * Statuses by which they refuse one method or form of an address that is served. Any other status is a fault of the
 * service.
 */
const refusalsOfServed: ReadonlySet<number> = new Set([404, 405, 501])
/** The refusal statuses for which a JSON API does not return an HTML page. */
const byPage: ReadonlySet<number> = new Set([403, 406, 414, 431, 494, 495, 496, 497])
/** The number of JSON refusals that shows the API's usual form of refusal. */
export const enough = 3

const looksLikeJson = ({ text }: Exchange['response']): boolean => /^\s*[[{"]/.test(text)

/** The usual form of the API's answers, to recognise a refusal by something in front of the API. */
export class ApiAnswerStyle {
  readonly #servers = new Set<string>()
  readonly #served = new Set<OperationId>()
  #refusals = 0

  /** Learns from an answer. An answer that is not JSON may come from elsewhere. */
  record({ request, response }: Exchange): void {
    if (response.json === undefined) return
    if (request.operation !== undefined && isSuccessStatus(response.status)) this.#served.add(request.operation)
    this.#servers.add(response.headers['server'] ?? '')
    if (response.status >= 400) this.#refusals++
  }

  /** Returns true for a refusal that cannot be attributed yet: too few other answers of the API are known. */
  isUnsure({ response }: Exchange): boolean {
    return refusals.has(response.status) && !looksLikeJson(response) && this.#refusals < enough
  }

  /**
   * The reason why a refusal must come from something in front of the API; undefined for a possible refusal by
   * the API.
   */
  gatewayReason({ request: { operation }, response }: Exchange): Phrase | undefined {
    const { status, headers, text } = response
    const isOfServed = operation !== undefined && this.#served.has(operation) && refusalsOfServed.has(status)
    if ((!isOfServed && !refusals.has(status)) || looksLikeJson(response)) return undefined
    const server = headers['server'] ?? ''
    const others = [...this.#servers].map((server) => server || 'none')
    if (others.length > 0 && !this.#servers.has(server))
      return phrase`it is not JSON, and its Server is ${server || 'none'} in place of ${{ list: others, between: ' or ' }}`
    return byPage.has(status) && this.#refusals >= enough && /<(?:!doctype|html|head|body)\b/i.test(text)
      ? phrase`it is a page, while all other refusals are JSON`
      : undefined
  }
}
