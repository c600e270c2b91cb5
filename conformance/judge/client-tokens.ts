import type { Time } from '../send/time.ts'

/** An access token from the token endpoint. */
export interface IssuedToken {
  readonly token: string
  /** The lifetime in seconds; undefined if the answer does not state it. */
  readonly lifetime: number | undefined
}

interface CurrentToken {
  readonly token: string
  /** The time to ask for a new one, in milliseconds since 1970. */
  readonly until: number
  /** The number of tokens that the run had requested by then. */
  readonly count: number
  /** The time of its answer, in milliseconds since 1970. */
  readonly issuedAt: number
}

/** The part of a token's lifetime for which it is used. */
const usedPart = 0.8

/**
 * Milliseconds for which a token must have worked before a refusal can mean that it expired, unless the target states a
 * shorter lifetime. A target that refuses a newer token is at fault, not slow.
 */
const shortestLifetime = 5000

/**
 * The access tokens that a run gets for its OAuth client. Some targets keep only the latest token of a client alive.
 */
export class ClientTokens {
  #generation = 0
  #current: CurrentToken | undefined
  #asked = 0
  #pending = 0
  #worked = false
  /** True if a token was refused soon after its issue: it did not expire later. */
  #wasRefusedEarly = false
  #expiredAfter: number | undefined

  /** The seconds after which a token of unknown lifetime was refused; undefined if none was refused. */
  get expiredAfter(): number | undefined {
    return this.#expiredAfter
  }

  /** The number of tokens that all checks of the run have requested. */
  get asked(): number {
    return this.#asked
  }

  /** Returns true if no token is being requested: a new token then stays the latest for some time. */
  get isQuiet(): boolean {
    return this.#pending === 0
  }

  /** Counts a token while its request is under way. */
  async asking<T>(ask: () => Promise<T>): Promise<T> {
    this.#asked++
    this.#pending++
    try {
      return await ask()
    } finally {
      this.#pending--
    }
  }

  /** The number of the token to use now. It increases when the latest is used up. */
  generation(now: number): number {
    if (this.#current && now >= this.#current.until) this.renew()
    return this.#generation
  }

  /** Requests the token to use from now on. */
  async replace(time: Time, ask: () => Promise<IssuedToken>): Promise<string> {
    const count = this.isQuiet ? this.#asked + 1 : this.#asked
    const { token, lifetime } = await this.asking(ask)
    const until = lifetime === undefined ? Infinity : time.now() + lifetime * 1000 * usedPart
    this.#current = { token, until, count, issuedAt: time.now() }
    this.#worked = false
    this.#wasRefusedEarly = false
    return token
  }

  /** Makes the next request ask for a new token, for example after the target's clock was moved. */
  renew(): void {
    this.#generation++
    this.#current = undefined
  }

  /** Returns true if a later token may have ended a refused one. If so, the next request asks for a new token. */
  isSuperseded(token: string): boolean {
    const may = this.mayBeSuperseded(token)
    if (may && this.#current?.token === token) this.renew()
    return may
  }

  /** Whether a later token may have ended this one. */
  mayBeSuperseded(token: string): boolean {
    return this.#current?.token === token ? this.#current.count !== this.#asked : this.#generation > 0
  }

  /** Notes that a request with this token succeeded. */
  succeeded(token: string): void {
    if (this.#current?.token === token) this.#worked = true
  }

  /**
   * Returns true if a refused token was just issued and did not work yet: it may not have reached every part of the
   * target.
   */
  mayBeTooNew(token: string, at: number): boolean {
    const isEarly = this.#current?.token === token && !this.#worked && at - this.#current.issuedAt < shortestLifetime
    if (isEarly) this.#wasRefusedEarly = true
    return isEarly
  }

  /**
   * Returns true if a refused token may have expired without notice: it worked before, or was first used long after its
   * issue, as requests may wait long for their turn.
   */
  mayHaveLapsed(token: string, at: number): boolean {
    if (this.#current?.token !== token) return this.#generation > 0
    if (!this.#worked && this.#wasRefusedEarly) return false
    return at >= Math.min(this.#current.issuedAt + shortestLifetime, this.#current.until)
  }

  /** Makes the next request ask for a new token in place of this one, which has expired. */
  lapsed(token: string, at: number): void {
    if (this.#current?.token !== token) return
    this.#expiredAfter ??= Math.floor((at - this.#current.issuedAt) / 1000)
    this.renew()
  }
}
