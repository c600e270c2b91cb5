import type { Exchange } from '../../conclusions/exchange.ts'
import { hasSuccessStatus } from '../../reading/success.ts'

/** The known limits of a list. */
interface KnownLimits {
  /** The largest served limit, with its answer. */
  readonly accepted: number
  readonly best: Exchange
  /** The smallest refused limit. */
  readonly tooLarge: number
  /** The status of its refusal. A refusal with another status may have another cause, such as a quota. */
  readonly refusedWith: number
}

/** Common limits, which are tried before the bisection. */
const usualLimits = [100, 50, 1000, 25, 20, 10, 200, 250, 500, 10_000, 5000]

/** The numbers in a refusal that may be the limit. */
const toldLimit = /\b\d{1,6}\b/g
const readOfRefusal = 4000

/** Searches for the largest `limit` that a list serves. */
export class LimitSearch {
  readonly #ask: (limit: number) => Promise<Exchange>
  #known: KnownLimits
  readonly #mostRequests: number
  #sent = 0

  constructor(known: KnownLimits, ask: (limit: number) => Promise<Exchange>, mostRequests: number) {
    this.#known = known
    this.#mostRequests = mostRequests
    this.#ask = ask
  }

  /**
   * The answer to the largest served limit; undefined if it was not found. Numbers in the text of the refusal are tried
   * first, since it may name the limit.
   */
  async largest(refusal: string): Promise<Exchange | undefined> {
    const told = [...refusal.slice(0, readOfRefusal).matchAll(toldLimit)].map(([text]) => Number(text))
    for (const limit of new Set(told.slice(0, 3)))
      if (this.#isBetween(limit) && (await this.#isServed(limit))) await this.#isServed(limit + 1)
    for (let next = this.#next(); next !== undefined; next = this.#next()) await this.#isServed(next)
    const { accepted, tooLarge, best } = this.#known
    return tooLarge - accepted === 1 ? best : undefined
  }

  #isBetween(limit: number): boolean {
    return limit > this.#known.accepted && limit < this.#known.tooLarge
  }

  /** The next limit to try; undefined at the end. */
  #next(): number | undefined {
    const { accepted, tooLarge } = this.#known
    if (tooLarge - accepted <= 1 || this.#sent >= this.#mostRequests) return undefined
    // A common limit that is served may be the largest.
    if (usualLimits.includes(accepted)) return accepted + 1
    const usual = usualLimits.find((limit) => this.#isBetween(limit))
    // Limits are small: until a small one is refused, the search grows tenfold.
    return usual ?? (tooLarge > 10 * accepted + 10 ? accepted * 10 : Math.floor((accepted + tooLarge) / 2))
  }

  async #isServed(limit: number): Promise<boolean> {
    this.#sent++
    const exchange = await this.#ask(limit)
    const { status } = exchange.response
    const isTaken = hasSuccessStatus(exchange)
    if (isTaken && limit > this.#known.accepted) this.#known = { ...this.#known, accepted: limit, best: exchange }
    if (this.#isRefusal(status) && limit < this.#known.tooLarge) this.#known = { ...this.#known, tooLarge: limit }
    return isTaken
  }

  #isRefusal(status: number): boolean {
    return status === this.#known.refusedWith || status === 400 || status === 422
  }
}
