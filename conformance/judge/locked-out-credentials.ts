import { because, type RunCredential } from '../conclusions/cause.ts'
import type { Statement } from '../conclusions/conclusion.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { type Phrase, phrase } from '../conclusions/phrase.ts'

const words: Readonly<Record<RunCredential, string>> = {
  bearer: 'Bearer token',
  client: 'OAuth client',
  integrationToken: 'integration token',
  apiKey: 'API key',
  dsn: 'DSN',
}

/** The refusal of a request that succeeded before. */
export interface Refusal {
  readonly words: Phrase
  /** The refused exchange; absent if there was no answer. */
  readonly at?: readonly Exchange[] | undefined
  /** The member of the target file, for a credential that was never accepted. */
  readonly member?: string
  /** True if the target answers 429, which refuses no credential. */
  readonly isQuota?: boolean
}

/** A credential that is not accepted. */
interface Lock {
  readonly refusal: Refusal
  /** The last answer that refused it. */
  latest: readonly Exchange[]
  /** The check that names the cause; undefined until one concludes. */
  namedBy?: string
}

/** The credentials that a target never accepted, or no longer accepts after wrong ones. */
export class LockedOutCredentials {
  readonly #locked = new Map<RunCredential, Lock>()

  has(credential: RunCredential): boolean {
    return this.#locked.has(credential)
  }

  /** The credentials that are locked out, in the order in which that was noted. */
  get all(): readonly RunCredential[] {
    return [...this.#locked].flatMap(([credential, { refusal }]) => (refusal.member === undefined ? [credential] : []))
  }

  /** The last answers that refused the credentials that are locked out. */
  get refusals(): readonly Exchange[] {
    return [...this.#locked.values()].flatMap(({ refusal, latest }) => (refusal.member === undefined ? latest : []))
  }

  /** Notes that a credential is accepted again. */
  remove(credential: RunCredential): void {
    this.#locked.delete(credential)
  }

  /** The credential that was locked out first; undefined for none. */
  get first(): RunCredential | undefined {
    return this.all[0]
  }

  /** Notes that a credential is no longer accepted. The first refusal is the cause that is reported. */
  add(credential: RunCredential, refusal: Refusal): void {
    const latest = refusal.at ?? []
    const known = this.#locked.get(credential)
    if (known) known.latest = latest
    else this.#locked.set(credential, { refusal, latest })
  }

  /** The statement of a check that needs a credential; undefined if the credential is accepted. */
  statementOf(credential: RunCredential): Statement | undefined {
    const lock = this.#locked.get(credential)
    if (!lock) return undefined
    const { namedBy, refusal } = lock
    const { member } = refusal
    if (member !== undefined)
      return { cause: { kind: 'credential', credential, member }, remark: refusal.words, at: refusal.at }
    const seen = namedBy === undefined ? phrase`` : phrase` (see ${namedBy})`
    if (refusal.isQuota)
      return {
        cause: because.quota,
        remark: phrase`the target answers 429, also to the right ${words[credential]}: it has a quota, or may have locked this address out${seen}`,
      }
    return {
      cause: { kind: 'credential', credential, ...(namedBy === undefined ? {} : { namedBy }) },
      remark: phrase`the target no longer accepts the ${words[credential]}${seen}`,
    }
  }

  /**
   * Lets a check report the lock-outs that no other check has reported yet; undefined if there are none.
   * @param wrong The number of requests sent with wrong credentials.
   */
  name(check: string, wrong: number): (Statement & { readonly finding: Phrase }) | undefined {
    const unnamed = [...this.#locked].filter(
      ([
        ,
        {
          namedBy,
          refusal: { member },
        },
      ]) => namedBy === undefined && member === undefined,
    )
    const [first] = unnamed
    if (!first) return undefined
    for (const [, lock] of unnamed) lock.namedBy = check
    const [credential, { refusal }] = first
    const after = phrase`after ${wrong} requests with wrong credentials`
    if (refusal.isQuota)
      return {
        finding: phrase`429, also for the right ${words[credential]}, ${after}`,
        cause: because.quota,
        remark: phrase`${after} the target answers 429, also to the right ${words[credential]}: ${refusal.words}`,
        at: refusal.at,
      }
    return {
      finding: phrase`the ${words[credential]}, ${after}`,
      cause: { kind: 'credential', credential },
      remark: phrase`${after} the target no longer accepts the ${words[credential]}: ${refusal.words}`,
      at: refusal.at,
    }
  }
}
