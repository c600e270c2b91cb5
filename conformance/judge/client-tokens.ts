import type { Time } from '../send/time.ts'

/** An access token, as the token endpoint gave it. */
export interface IssuedToken {
  readonly token: string
  /** Seconds; undefined where the answer does not tell. */
  readonly lifetime: number | undefined
}

interface CurrentToken {
  readonly token: string
  /** When to ask for a new one, in milliseconds since 1970. */
  readonly until: number
  /** How many tokens the run had asked for by then. */
  readonly count: number
  /** When the answer with it came, in milliseconds since 1970. */
  readonly issuedAt: number
}

/** A token is used for this part of its lifetime. */
const usedPart = 0.8

/**
 * Milliseconds for which a token must have worked before a refusal can mean that it expired. A target that refuses a
 * newer token than that is at fault, not slow.
 */
const shortestLifetime = 5000

/** The access tokens that a run gets for its OAuth client. Some targets keep only the last one of a client alive. */
export class ClientTokens {
  #generation = 0
  #current: CurrentToken | undefined
  #asked = 0
  #pending = 0
  #worked = false
  #lapsedAfter: number | undefined

  /** Seconds after which a token of which no lifetime was told was refused; undefined where none was. */
  get lapsedAfter(): number | undefined {
    return this.#lapsedAfter
  }

  /** How many tokens the run has asked for, by any check. */
  get asked(): number {
    return this.#asked
  }

  /** Whether no other token is being asked for: a new one then stays the last for some time. */
  get isQuiet(): boolean {
    return this.#pending === 0
  }

  /** Counts a token while it is asked for. */
  async asking<T>(ask: () => Promise<T>): Promise<T> {
    this.#asked++
    this.#pending++
    try {
      return await ask()
    } finally {
      this.#pending--
    }
  }

  /** The number of the token to use now: another one when the last is spent. */
  generation(now: number): number {
    if (this.#current && now >= this.#current.until) this.renew()
    return this.#generation
  }

  /** Asks for the token to use from now on. */
  async replace(time: Time, ask: () => Promise<IssuedToken>): Promise<string> {
    const count = this.isQuiet ? this.#asked + 1 : this.#asked
    const { token, lifetime } = await this.asking(ask)
    const until = lifetime === undefined ? Infinity : time.now() + lifetime * 1000 * usedPart
    this.#current = { token, until, count, issuedAt: time.now() }
    this.#worked = false
    return token
  }

  /** Makes the next request ask for a new token, as after the target's clock was moved. */
  renew(): void {
    this.#generation++
    this.#current = undefined
  }

  /** Whether a later token may have ended a refused one. If so, the next request asks for a new token. */
  isSuperseded(token: string): boolean {
    if (this.#current?.token !== token) return this.#generation > 0
    if (this.#current.count === this.#asked) return false
    this.renew()
    return true
  }

  /** Notes that a request with this token succeeded. */
  succeeded(token: string): void {
    if (this.#current?.token === token) this.#worked = true
  }

  /**
   * Whether a refused token is one that was just issued and did not work yet, so that it may not have reached every
   * part of the target.
   */
  mayBeTooNew(token: string, at: number): boolean {
    return this.#current?.token === token && !this.#worked && at - this.#current.issuedAt < shortestLifetime
  }

  /** Whether a refused token is one that worked before, so that it may have expired without notice. */
  mayHaveLapsed(token: string, at: number): boolean {
    if (this.#current?.token !== token) return this.#generation > 0
    return this.#worked && at - this.#current.issuedAt >= shortestLifetime
  }

  /** Makes the next request ask for a new token in place of this one, which has expired. */
  lapsed(token: string, at: number): void {
    if (this.#current?.token !== token) return
    this.#lapsedAfter ??= Math.floor((at - this.#current.issuedAt) / 1000)
    this.renew()
  }
}
