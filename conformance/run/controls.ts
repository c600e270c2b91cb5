import type { Exchange } from '../wire/exchange.ts'
import type { Call, OwnCredential, WrongCredential } from './call.ts'

const ownOf = (credential: WrongCredential): OwnCredential => {
  if (credential === 'refreshToken') return 'client'
  return credential === 'stateCode' ? 'bearer' : credential
}

/** The credential that a call shows the target; undefined for none, and for tokens that a check made itself. */
function credentialOf({ as = 'bearer', wrong, path, form }: Call): OwnCredential | undefined {
  if (wrong !== undefined) return ownOf(wrong)
  if (form?.['grant_type'] === 'client_credentials' && path === '/oauth/token') return 'client'
  return typeof as === 'string' && as !== 'none' ? as : undefined
}

/** How many wrong credentials no target locks out for: everybody mistypes once. */
const harmless = 1

interface Shown {
  readonly credential: OwnCredential
  readonly isWrong: boolean
  /** Whether so few wrong ones were sent since the right one last succeeded that nothing can have been locked out. */
  readonly isSafe: boolean
}

/**
 * For each credential of the run a request that is known to be good: it succeeded before. When it is refused after
 * requests with wrong credentials, the target has locked the client out, and what was refused in between says nothing.
 */
export class Controls {
  readonly #good = new Map<OwnCredential, Call>()
  readonly #shown = new WeakMap<Exchange, Shown>()
  readonly #sound = new WeakSet<Exchange>()
  readonly #locked = new Map<OwnCredential, string>()
  /** For each credential, how many wrong ones were sent since a request with the right one last succeeded. */
  readonly #since = new Map<OwnCredential, number>()
  /** How many were sent since any request with a right one succeeded: an address may be locked out, too. */
  #sinceAny = 0
  #wrong = 0

  /** How many requests with wrong credentials were sent. */
  get wrong(): number {
    return this.#wrong
  }

  /** Why a call would be refused whatever it asks; undefined when it would not. */
  lockOf(call: Call): string | undefined {
    const credential = credentialOf(call)
    return credential === undefined ? undefined : this.#locked.get(credential)
  }

  /** Notes which credential a request carried, and whether a request with the right one succeeded. */
  note(call: Call, exchange: Exchange): void {
    const credential = credentialOf(call)
    if (credential === undefined) return
    const isWrong = call.wrong !== undefined
    const since = this.#since.get(credential) ?? Infinity
    this.#shown.set(exchange, { credential, isWrong, isSafe: Math.max(since, this.#sinceAny) <= harmless })
    if (isWrong) {
      this.#wrong++
      this.#sinceAny++
      this.#since.set(credential, since + 1)
    } else if (isServed(exchange)) {
      this.#sinceAny = 0
      this.#since.set(credential, 0)
      const mayRepeat = credential === 'client' || (call.method ?? 'GET') === 'GET'
      if (mayRepeat && !this.#good.has(credential)) this.#good.set(credential, call)
    }
  }

  /** The request that is known to be good for a credential; undefined when none succeeded yet. */
  goodCall(credential: OwnCredential): Call | undefined {
    return this.#good.get(credential)
  }

  /**
   * The credentials whose good request must be repeated before a check may conclude from these exchanges: those of
   * which a wrong form was sent, and for a failure also those that were refused.
   */
  unsure(exchanges: readonly Exchange[], failed: boolean): readonly OwnCredential[] {
    const credentials = exchanges.flatMap((exchange) => {
      const shown = this.#shown.get(exchange)
      if (!shown || this.#sound.has(exchange)) return []
      return (shown.isWrong && !shown.isSafe) || (failed && exchange.response.status >= 400) ? [shown.credential] : []
    })
    return [...new Set(credentials)]
  }

  /** Notes that the good request still succeeds after these exchanges. */
  sound(exchanges: readonly Exchange[], credential: OwnCredential): void {
    for (const exchange of exchanges)
      if (this.#shown.get(exchange)?.credential === credential) this.#sound.add(exchange)
  }

  /** Notes that the target no longer accepts a credential, and why. Only the first reason is kept. */
  lock(credential: OwnCredential, reason: string): void {
    if (!this.#locked.has(credential)) this.#locked.set(credential, reason)
  }
}

function isServed({ response: { status } }: Exchange): boolean {
  return status >= 200 && status < 300
}
