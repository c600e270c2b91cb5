import { expiresIn, tokenObject } from '../reading/token-answer.ts'
import type { Session } from './session.ts'
import { blocked } from './verdict.ts'

interface Minted {
  readonly token: string
  /** When a new one is to be had, in milliseconds since 1970. */
  readonly until: number
  /** How many tokens the run had asked for then. */
  readonly count: number
}

/** A token is used for this part of the time that it is told to last. */
const usedPart = 0.8

/** The Bearer value of a run: the declared token, or access tokens by client credentials, a new one when the last is spent. */
export class RunBearer {
  #generation = 0
  #current: Minted | undefined
  #asked = 0
  #pending = 0

  /** How many tokens were asked for in this run, by any check. */
  get asked(): number {
    return this.#asked
  }

  /** Counts a token that is asked for while it is: some targets keep only the last one of a client alive. */
  async asking<T>(answer: () => Promise<T>): Promise<T> {
    this.#asked++
    this.#pending++
    try {
      return await answer()
    } finally {
      this.#pending--
    }
  }

  /** Whether a token that is asked for now will be the last one for some time. */
  get isQuiet(): boolean {
    return this.#pending === 0
  }

  /** Has a new token be had for the next request, as the target's clock was moved. */
  renew(): void {
    this.#generation++
    this.#current = undefined
  }

  /** Whether a token that was refused may have been ended by one that was asked for since. A new one is had then. */
  isSuperseded(token: string): boolean {
    if (this.#current?.token !== token) return this.#generation > 0
    if (this.#current.count === this.#asked) return false
    this.renew()
    return true
  }

  /** @throws Conclusion `blocked` when there is none. */
  async value(session: Session): Promise<string> {
    const { token } = session.run.target.credentials ?? {}
    return token ?? (await this.ofClient(session))
  }

  /** An access token by client credentials, whether or not a token is declared. @throws Conclusion `blocked` when there is none. */
  async ofClient(session: Session): Promise<string> {
    const { oauth } = session.run.target.credentials ?? {}
    if (!oauth) blocked('no Bearer token: declare credentials.token or credentials.oauth')
    if (this.#current && session.run.time.now() >= this.#current.until) this.renew()
    return await session.fact(`bearer ${this.#generation}`, async (own) => {
      const count = this.isQuiet ? this.#asked + 1 : this.#asked
      const exchange = await this.asking(() =>
        own.send({
          method: 'POST',
          path: '/oauth/token',
          as: 'none',
          repeatable: true,
          form: { grant_type: 'client_credentials', client_id: oauth.clientId, client_secret: oauth.clientSecret },
        }),
      )
      const answer = exchange.response.status < 300 ? tokenObject(exchange.response.json) : undefined
      const accessToken = answer?.['access_token']
      if (typeof accessToken !== 'string')
        blocked(`no Bearer token: ${exchange.response.status} at /oauth/token (see oauth.client-credentials)`)
      const lifetime = expiresIn(answer)
      this.#current = {
        token: accessToken,
        until: lifetime === undefined ? Infinity : own.run.time.now() + lifetime * 1000 * usedPart,
        count,
      }
      return accessToken
    })
  }
}
