import type { OwnCredential } from '../conclusions/cause.ts'
import type { Statement } from '../conclusions/conclusion.ts'
import { type Phrase, phrase } from '../conclusions/phrase.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { Call } from './call.ts'

/** Whose good request shows that a refusal is no lock-out: that of one credential, or of any where none was sent. */
export type Witness = OwnCredential | 'any'

/** Whose good request tells about the refusal of a call, and whether the call itself carries that credential. */
function witnessOf({ as = 'bearer', wrong, path, form }: Call): { readonly witness: Witness; readonly isOwn: boolean } {
  if (wrong === 'refreshToken') return { witness: 'client', isOwn: false }
  if (wrong !== undefined) return { witness: wrong === 'stateCode' ? 'bearer' : wrong, isOwn: false }
  const isGrant = form?.['grant_type'] === 'client_credentials' && path === '/oauth/token'
  if (isGrant || form?.['grant_type'] === 'refresh_token') return { witness: 'client', isOwn: isGrant }
  if (typeof as === 'object') return { witness: 'bearer' in as ? 'bearer' : 'any', isOwn: false }
  return as === 'none' ? { witness: 'any', isOwn: false } : { witness: as, isOwn: true }
}

const words: Readonly<Record<OwnCredential, string>> = {
  bearer: 'Bearer token',
  client: 'OAuth client',
  integrationToken: 'integration token',
  apiKey: 'API key',
  dsn: 'DSN',
}

/** A credential that is no longer accepted. */
interface Lock {
  /** What the good request got. */
  readonly refusal: Phrase
  /** The check that names the cause; undefined until one concludes. */
  namedBy?: string
}

/** Milliseconds after a wrong credential within which a control still meets the shortest lock-out that is told. */
const shortestLock = 250

/** A request under way. */
export interface Sending {
  readonly call: Call
  readonly witness: Witness
  readonly isOwn: boolean
  /** Whether nothing can be locked out: no wrong credential was sent since the right one last succeeded. */
  isSafe: boolean
  /** Whether no other wrong credential was under way, which may have arrived first. */
  isAlone: boolean
  /** How many requests had been answered by then. */
  readonly endedBefore: number
  /** How many requests that may lock somebody out had been sent by then, with itself. */
  readonly tried: number
}

/**
 * For each credential of the run a request that is known to be good: it succeeded before. What is refused after a wrong
 * credential counts only if the good request still succeeds: the target may have locked somebody out at the first one.
 */
export class Controls {
  readonly #good = new Map<OwnCredential, Call>()
  readonly #sent = new WeakMap<Exchange, Sending>()
  readonly #sound = new WeakSet<Exchange>()
  readonly #locked = new Map<OwnCredential, Lock>()
  /** What was sent since a request with the right credential last succeeded, and is not known to be sound. */
  readonly #open = new Map<Witness, { readonly exchange: Exchange; readonly endedAt: number }[]>()
  /** How many wrong ones were sent for each credential since a request with the right one last succeeded. */
  readonly #since = new Map<OwnCredential, number>()
  /** How many were sent since any request with a right one succeeded: an address may be locked out, too. */
  #sinceAny = 0
  #firstSince = 0
  #wrong = 0
  #tried = 0
  #answered = 0
  /** How many requests were sent and answered, which tells what came first. */
  #begun = 0
  #ended = 0
  #next = Promise.withResolvers<void>()

  /** How many requests with wrong credentials were sent. */
  get wrong(): number {
    return this.#wrong
  }

  /** The credentials of which a good request is known, and that are not locked out. */
  get known(): readonly OwnCredential[] {
    const known = [...this.#good.keys()].filter((credential) => !this.#locked.has(credential))
    // A good request of the client gets a token, which may end an older one.
    return known.sort((left, right) => Number(left === 'client') - Number(right === 'client'))
  }

  /** Why a call would be refused whatever it asks; undefined when it would not. */
  lockOf(call: Call): Statement | undefined {
    return this.lockedBy(witnessOf(call).witness)
  }

  /** Why a credential is no longer accepted; for `any`, why the first one is not, where no other is left. */
  lockedBy(witness: Witness): Statement | undefined {
    const [credential] = witness === 'any' ? this.#locked.keys() : [witness]
    const lock = credential && this.#locked.get(credential)
    if (!lock || (witness === 'any' && this.known.length > 0)) return undefined
    const { namedBy } = lock
    const seen = namedBy === undefined ? phrase`` : phrase` (see ${namedBy})`
    return {
      cause: { kind: 'credential', credential, ...(namedBy === undefined ? {} : { namedBy }) },
      remark: phrase`the target no longer accepts the ${words[credential]}${seen}`,
    }
  }

  /** The credential whose good request comes before a wrong one: a short lock-out may be over at the next control. */
  due(call: Call, now: number): OwnCredential | undefined {
    const { witness } = witnessOf(call)
    if (call.wrong === undefined || witness === 'any' || this.#isSafe(witness)) return undefined
    return now - this.#firstSince > shortestLock && this.#good.has(witness) ? witness : undefined
  }

  /** Notes that a call is sent. */
  begin(call: Call, now: number): Sending {
    this.#begun++
    const { witness, isOwn } = witnessOf(call)
    const isAlone = this.#tried === this.#answered
    const isSafe = isAlone && this.#isSafe(witness)
    if (mayLock(call)) {
      if (this.#sinceAny++ === 0) this.#firstSince = now
      this.#tried++
    }
    if (call.wrong !== undefined && witness !== 'any') {
      this.#since.set(witness, (this.#since.get(witness) ?? 0) + 1)
      this.#wrong++
    }
    return { call, witness, isOwn, isSafe, isAlone, tried: this.#tried, endedBefore: this.#ended }
  }

  /** Notes that a call was answered, or will not be. */
  end({ call }: Sending): void {
    if (mayLock(call)) this.#answered++
    this.#ended++
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }

  /** Notes the answer to a call, and whether a request with the right credential succeeded. */
  note(sending: Sending, exchange: Exchange): void {
    const { call, witness, isOwn } = sending
    sending.isAlone &&= sending.tried === this.#tried
    sending.isSafe &&= sending.isAlone
    this.#sent.set(exchange, sending)
    if (this.#rests(exchange)) {
      const open = this.#open.get(witness)
      const entry = { exchange, endedAt: this.#ended }
      if (open) open.push(entry)
      else this.#open.set(witness, [entry])
      return
    }
    if (!isOwn || witness === 'any') return
    const mayRepeat = witness === 'client' || (call.method ?? 'GET') === 'GET'
    if (mayRepeat && !this.#good.has(witness)) this.#good.set(witness, call)
    for (const one of [witness, 'any'] as const) {
      const open = this.#open.get(one) ?? []
      for (const { exchange: earlier, endedAt } of open) if (endedAt <= sending.endedBefore) this.#sound.add(earlier)
      const later = open.filter(({ endedAt }) => endedAt > sending.endedBefore)
      this.#open.set(one, later)
    }
    if (!sending.isAlone) return
    this.#sinceAny = 0
    this.#since.set(witness, 0)
  }

  /** Resolves when another request has ended; undefined where none is under way. */
  get next(): Promise<void> | undefined {
    return this.#begun > this.#ended ? this.#next.promise : undefined
  }

  /** The request that is known to be good for a credential; undefined when none succeeded yet. */
  goodCall(credential: OwnCredential): Call | undefined {
    return this.#good.get(credential)
  }

  /**
   * Whose good request must be repeated before a check may conclude from these exchanges: wrong credentials and none,
   * unless nothing can have been locked out, and for a failure also right ones that were refused.
   */
  unsure(exchanges: readonly Exchange[], failed: boolean): readonly Witness[] {
    const witnesses = exchanges.flatMap((exchange) => {
      const sending = this.#sent.get(exchange)
      if (!sending || this.#sound.has(exchange)) return []
      // A token that a check made is meant to be right, too.
      const isRight = sending.isOwn || (typeof sending.call.as === 'object' && sending.call.wrong === undefined)
      const isRefused = failed && isRight && exchange.response.status >= 400
      return isRefused || (!sending.isSafe && this.#rests(exchange)) ? [this.#whoTells(sending)] : []
    })
    return [...new Set(witnesses)]
  }

  /** Notes that the good request still succeeds after these exchanges. */
  sound(exchanges: readonly Exchange[], witness: Witness): void {
    for (const exchange of exchanges) {
      const sending = this.#sent.get(exchange)
      if (sending && this.#whoTells(sending) === witness) this.#sound.add(exchange)
    }
  }

  /** The calls that were refused while something may have been locked out, and that change nothing if repeated. */
  doubtful(exchanges: readonly Exchange[]): readonly Call[] {
    return exchanges.flatMap((exchange) => {
      const { call, isSafe } = this.#sent.get(exchange) ?? {}
      const isDoubtful = call && !isSafe && call.wrong === undefined && call.as !== 'none'
      return isDoubtful && (call.method ?? 'GET') === 'GET' && exchange.response.status >= 400 ? [call] : []
    })
  }

  /** Notes that the target no longer accepts a credential. Only the first refusal is kept. */
  lock(credential: OwnCredential, refusal: Phrase): void {
    if (!this.#locked.has(credential)) this.#locked.set(credential, { refusal })
  }

  /** Lets a check name what was locked out since another one did; undefined for nothing. */
  nameLocks(check: string): (Statement & { readonly finding: string }) | undefined {
    const [first] = [...this.#locked].filter(([, { namedBy }]) => namedBy === undefined)
    if (!first) return undefined
    for (const lock of this.#locked.values()) lock.namedBy ??= check
    const [credential, { refusal }] = first
    const after = `after ${this.#wrong} requests with wrong credentials`
    return {
      finding: `the ${words[credential]}, ${after}`,
      cause: { kind: 'credential', credential },
      remark: phrase`${after} the target no longer accepts the ${words[credential]}: ${refusal}`,
    }
  }

  /** What a check says that is blocked as another one is: a cause is told once. */
  inherited({ cause, remark }: Statement): Statement {
    const isLock = cause?.kind === 'credential' && this.#locked.has(cause.credential)
    return (isLock ? this.lockedBy(cause.credential) : undefined) ?? { cause, remark }
  }

  /** Any credential tells at least whether the address is locked out. */
  #whoTells({ witness }: Sending): Witness {
    return witness !== 'any' && this.#good.has(witness) ? witness : 'any'
  }

  #isSafe(witness: Witness): boolean {
    return this.#sinceAny === 0 && !(witness !== 'any' && this.#since.get(witness))
  }

  /** Whether a conclusion may rest on a refusal. A wrong credential may be refused with a status of success. */
  #rests(exchange: Exchange): boolean {
    return this.#sent.get(exchange)!.call.wrong !== undefined || !isServed(exchange)
  }
}

/** Whether a target may count a request as a failed log-in. `Bearer` without a token is no wrong credential. */
function mayLock({ as, wrong }: Call): boolean {
  return wrong !== undefined || (typeof as === 'object' && 'authorization' in as)
}

function isServed({ response: { status } }: Exchange): boolean {
  return status >= 200 && status < 300
}
