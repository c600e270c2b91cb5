import { RunBearer } from './bearer.ts'
import type { Exchange } from '../wire/exchange.ts'
import type { Ledger } from './ledger.ts'
import { Profile } from './findings.ts'
import { Random } from './random.ts'
import { Redactor } from '../secrets/redact.ts'
import { addTargetSecrets, learnSecrets } from '../secrets/secrets.ts'
import type { Sender } from '../wire/sender.ts'
import { Session } from './session.ts'
import type { Target } from '../target/target-file.ts'
import type { Time } from '../wire/time.ts'

interface Fact {
  readonly value: Promise<unknown>
  readonly exchanges: readonly Exchange[]
}

export interface RunOptions {
  readonly target: Target
  readonly sender: Sender
  readonly time: Time
  readonly ledger: Ledger
  readonly seed: number
  readonly maxWait: number
  /** Told of every exchange, as it comes. */
  readonly onExchange: (exchange: Exchange) => void
}

/** What all checks of one run share: the target, what was learned of it, and its secrets. */
export class Run {
  readonly target: Target
  readonly baseUrl: string
  readonly sender: Sender
  readonly time: Time
  readonly ledger: Ledger
  readonly redactor: Redactor = new Redactor()
  readonly profile: Profile
  readonly random: Random
  readonly tokens: RunBearer = new RunBearer()
  /** Stands in the name of everything that this run makes: short and in lower case, as what a name may be is not shown. */
  readonly id: string
  /** Milliseconds that a check may wait for something to expire. */
  readonly maxWait: number
  readonly #onExchange: (exchange: Exchange) => void
  readonly #facts = new Map<string, Fact>()
  #clockAhead: number | undefined

  constructor({ target, sender, time, ledger, seed, maxWait, onExchange }: RunOptions) {
    this.target = target
    this.baseUrl = target.baseUrl.replace(/\/+$/, '')
    this.sender = sender
    this.time = time
    this.ledger = ledger
    this.maxWait = maxWait
    this.random = new Random(seed)
    this.id = `conformance-${time.now().toString(36)}-${this.random.text(6).toLowerCase()}`
    this.profile = new Profile(target.profile ?? {})
    this.#onExchange = onExchange
    addTargetSecrets(target, this.redactor)
  }

  /** The version of the versioned API, as `1.13`. */
  get version(): string {
    return this.target.version ?? '1.13'
  }

  /** Milliseconds by which the first answer's `Date` is ahead of this machine's clock; 0 where none came. */
  get clockAhead(): number {
    return this.#clockAhead ?? 0
  }

  see(exchange: Exchange): void {
    const shown = Date.parse(exchange.response.headers['date'] ?? '')
    if (Number.isFinite(shown)) this.#clockAhead ??= shown - exchange.startedAt
    this.redactor.show(exchange.request.url)
    learnSecrets(exchange, this.redactor)
    this.#onExchange(exchange)
  }

  fact<T>(
    key: string,
    find: (session: Session) => Promise<T>,
  ): { readonly value: Promise<T>; readonly exchanges: readonly Exchange[] } {
    let known = this.#facts.get(key)
    if (!known) {
      const session = new Session(this)
      const value = find(session)
      // Whoever awaits it hears of the rejection; nobody may, when the run ends early.
      value.catch(() => undefined)
      this.#facts.set(key, (known = { value, exchanges: session.exchanges }))
    }
    return known as { value: Promise<T>; exchanges: readonly Exchange[] }
  }

  /** A Bearer value: the declared token, or an access token by client credentials. @throws Conclusion `blocked` when there is none. */
  async bearer(session: Session): Promise<string> {
    return await this.tokens.value(session)
  }
}
