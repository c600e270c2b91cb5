import { isSafe } from '../catalogue/methods.ts'
import { findOperation } from '../catalogue/operations.ts'
import { because, type RunCredential, see, undeclared } from '../conclusions/cause.ts'
import { blocked, Conclusion, insufficient } from '../conclusions/conclusion.ts'
import { answerPhrase, phrase } from '../conclusions/phrase.ts'
import { isKitError } from '../kit-error.ts'
import { isUndone } from '../reading/success.ts'
import { samePath } from '../reading/id-forms.ts'
import { readTime } from '../reading/times.ts'
import { readLifetime, tokenObject } from '../reading/token-answer.ts'
import { type Exchange, type ReceivedResponse, type SentRequest, toEvidence } from '../conclusions/exchange.ts'
import type { Call } from './call.ts'
import { type PendingRequest, rightCredential } from './controls.ts'
import type { IssuedToken } from './client-tokens.ts'
import type { Refusal } from './locked-out-credentials.ts'
import { Memo, type MemoEntry } from './memo.ts'
import { statementPhrase } from '../conclusions/result.ts'
import type { Run } from './run.ts'
import { clientGrantCall, refusedDeclaration } from './refused-declarations.ts'
import { hasLapsed, isSuperseded, becomesValid } from './refused-token.ts'
import { toRequest } from './to-request.ts'
import { urgent } from '../send/sender.ts'

/** The most repeats of a request with a new token. Several tokens may expire while a request waits for its turn. */
const mostRepeats = 10

/** The requests that the narrowing of a failure leaves to its check, which may have to be sure of its credentials. */
const leftByNarrowing = 20

/** The most characters of an address to follow: RFC 9110, 4.1, asks recipients for 8,000 octets. */
const longestAddress = 8000

/** The most redirects in a row that are followed. */
const mostRedirects = 3

export interface SessionOptions {
  readonly memo?: Memo
  /** Sessions of a lower rank send first if more requests wait than may be sent at a time. */
  readonly rank?: number
  /**
   * True if the session sends no wrong credential once the target has locked out. Its check is then repeated with the
   * fewest.
   */
  readonly endsAtLockOut?: boolean
  /** True if a gentle run leaves the check of the session out. */
  readonly isSpare?: boolean
  /**
   * True if its requests follow a failure and narrow it down. They send no wrong credential in a gentle run, and end
   * before the limit of the run.
   */
  readonly isNarrowing?: boolean
}

/** The requests of one check, and the evidence that it collects. */
export class Session {
  /** The run that this session is part of. */
  readonly run: Run
  /** The evidence. Bodies are truncated, as whole ones would fill the memory. */
  readonly exchanges: Exchange[] = []
  readonly #memo: Memo
  readonly #rank: number
  readonly #endsAtLockOut: boolean
  readonly #isSpare: boolean
  readonly #isNarrowing: boolean

  constructor(
    run: Run,
    { memo = new Memo(), rank = 0, endsAtLockOut = false, isSpare = false, isNarrowing = false }: SessionOptions = {},
  ) {
    this.run = run
    this.#memo = memo
    this.#rank = rank
    this.#endsAtLockOut = endsAtLockOut
    this.#isSpare = isSpare
    this.#isNarrowing = isNarrowing
  }

  /** Returns another session of the same run, which shares remembered values and collects its own evidence. */
  fork({
    rank = this.#rank,
    endsAtLockOut = this.#endsAtLockOut,
    isSpare = this.#isSpare,
    isNarrowing = this.#isNarrowing,
  }: Omit<SessionOptions, 'memo'> = {}): Session {
    return new Session(this.run, { memo: this.#memo, rank, endsAtLockOut, isSpare, isNarrowing })
  }

  /** Returns another session of the same run, which shares no remembered values except the access tokens. */
  afresh(): Session {
    return new Session(this.run, { memo: this.#memo.keeping(this.run.tokens), rank: this.#rank })
  }

  /**
   * Sends a request and keeps the exchange as evidence.
   * @throws Conclusion `insufficientEvidence` at a limit of the run, `blocked` if there is no token or no complete
   * response.
   */
  send(call: Call): Promise<Exchange> {
    return ignoreRejection(this.#send(call))
  }

  /** The value that belongs to a finder and its parameters: see `once`. */
  remember<T>(finder: object, parameters: string, find: (session: Session) => Promise<T>): Promise<T> {
    const remembered = this.#memo.get(finder, parameters, (): MemoEntry<T> => {
      const forked = this.fork()
      return { value: ignoreRejection(find(forked)), exchanges: forked.exchanges }
    })
    return ignoreRejection(this.#withEvidence(remembered))
  }

  /**
   * The Bearer value of the run: the declared token, or one of the OAuth client.
   *
   * @throws Conclusion `blocked`
   */
  async bearer(): Promise<string> {
    return this.run.target.credentials?.token ?? (await this.clientToken())
  }

  /** An access token by client credentials, even when a token is declared. @throws Conclusion `blocked` */
  async clientToken(): Promise<string> {
    const { tokens, target, time } = this.run
    if (!target.credentials?.oauth)
      blocked(
        undeclared(['credentials.token', 'credentials.oauth']),
        phrase`no Bearer token: declare credentials.token or credentials.oauth`,
      )
    return await this.remember(tokens, String(tokens.generation(time.now())), (forked) =>
      tokens.replace(time, () => forked.#askForToken()),
    )
  }

  /**
   * Repeats a request that succeeded before with a credential of the run, and notes if it is refused now.
   *
   * @returns whether the credential is still accepted, as far as is known.
   */
  async confirm(credential: RunCredential): Promise<boolean> {
    const { controls, tokens } = this.run
    const call = controls.goodCall(credential)
    if (!call) return true
    const asked = credential === 'client' ? tokens.asking(() => this.send(call)) : this.send(call)
    const refusal = await asked.then(laterRefusal, (error: unknown) => {
      // A limit of the run and an outage say nothing about the credential.
      if (error instanceof Conclusion && error.cause?.kind !== 'limit' && error.cause?.kind !== 'outage')
        return {
          words: statementPhrase(error.statement),
          at: error.statement.at,
          isQuota: error.cause?.kind === 'quota',
        }
      throw error
    })
    if (refusal !== undefined) controls.lock(credential, refusal)
    return refusal === undefined
  }

  /** Resolves to true if a locked-out credential is accepted again, and notes that. */
  async regain(credential: RunCredential): Promise<boolean> {
    const { baseUrl, target, controls, tokens } = this.run
    const call = controls.goodCall(credential)
    if (!call) return false
    const ask = async () => {
      const request = await toRequest(call, { baseUrl, target, bearer: () => this.bearer() })
      const refusal = laterRefusal(await this.#follow(await this.#exchange(request, call), call))
      if (refusal) controls.lock(credential, refusal)
      return refusal === undefined
    }
    const isAccepted = await (credential === 'client' ? tokens.asking(ask) : ask()).catch((error: unknown) => {
      if (error instanceof Conclusion) return false
      throw error
    })
    if (isAccepted) controls.unlock(credential)
    return isAccepted
  }

  async #askForToken(): Promise<IssuedToken> {
    const { response } = await this.send(clientGrantCall(this.run.target))
    const answer = response.status < 300 ? tokenObject(response.json) : undefined
    const token = answer?.['access_token']
    if (typeof token !== 'string')
      blocked(
        response.status < 400
          ? see('oauth.client-credentials')
          : { kind: 'credential', credential: 'client', namedBy: 'oauth.client-credentials' },
        phrase`no Bearer token: ${response.status} at ${findOperation('oauth.token').path} (see oauth.client-credentials)`,
      )
    return { token, lifetime: readLifetime(answer) ?? statedLifetime(answer?.['expires_at'], response) }
  }

  async #send(call: Call, repeats = 0): Promise<Exchange> {
    if (this.#isNarrowing && call.wrong !== undefined && this.run.gentle)
      insufficient(because.limit, phrase`a gentle run sends no wrong credential to narrow a failure down`)
    const { request, exchange } = await this.#inTurn(call, () => this.#sendNow(call))
    const { cutShort } = exchange.response
    const token = this.#clientTokenOf(call, request)
    if (token !== undefined) {
      const { tokens } = this.run
      if (exchange.response.status < 300) {
        // A hook may accept any token.
        if (typeof call.path !== 'string') tokens.succeeded(token)
      } else if (await isSuperseded(this, token, exchange)) return await this.#send(call)
      else if (
        repeats < mostRepeats &&
        ((await becomesValid(this, token, exchange)) ||
          // Another one may have been issued while this one was settling.
          (await isSuperseded(this, token, exchange)) ||
          (await hasLapsed(this, token, exchange)))
      )
        return await this.#send(call, repeats + 1)
    }
    await this.#assertKnown(call, exchange)
    if (cutShort !== undefined)
      insufficient(
        because.limit,
        phrase`${request.method} ${request.url} answered ${exchange.response.status}, but ${cutShort}`,
      )
    return exchange
  }

  async #sendNow(call: Call): Promise<{ readonly request: SentRequest; readonly exchange: Exchange }> {
    const { baseUrl, target, controls, made, names } = this.run
    const lock = controls.lockOf(call)
    if (lock) throw new Conclusion('blocked', lock)
    if (this.#endsAtLockOut && call.wrong !== undefined && controls.metLockOut)
      blocked(because.refused, phrase`good credentials were refused after wrong ones, as by a lock-out or a quota`)
    await made.assertMade(call, names)
    const request = await toRequest(call, { baseUrl, target, bearer: () => this.bearer() })
    return { request, exchange: await this.#follow(await this.#exchange(request, call), call) }
  }

  /** Queues requests with wrong credentials, and sends any other request at once. */
  #inTurn<T>(call: Call, send: () => Promise<T>): Promise<T> {
    const credential = rightCredential(call)
    if (credential === undefined) return send()
    return this.run.turnstile.pass(
      { credential, rank: this.#rank, isSpare: this.#isSpare },
      (all) => this.#control(all),
      send,
    )
  }

  /**
   * Tests once whether each credential still works. Another one replaces a credential without a known-good request.
   */
  async #control(credentials: readonly RunCredential[]): Promise<void> {
    const { controls, target } = this.run
    const asked = new Set(
      credentials.flatMap((right) => (controls.goodCall(right) ? [right] : controls.known.slice(0, 1))),
    )
    // The known-good request of the client gets a token, which may end the token of the run.
    const isLast = target.credentials?.token === undefined && asked.delete('client')
    await Promise.all([...asked].map((right) => this.fork({ rank: urgent }).confirm(right)))
    if (isLast) await this.fork({ rank: urgent }).confirm('client')
  }

  /** @throws Conclusion `blocked` if the target never accepts the credential that the target file declares. */
  async #assertKnown(call: Call, exchange: Exchange): Promise<void> {
    const { controls, target } = this.run
    const credential = call.refusalStands ? undefined : controls.unprovenIn(call)
    // The target must accept a token that it issued.
    if (credential === undefined || (credential === 'bearer' && target.credentials?.token === undefined)) return
    const refused = await refusedDeclaration(this, credential, exchange)
    if (!refused) return
    // If another credential that worked before is refused too, the target has locked this address out.
    const [other] = controls.known
    if (other !== undefined && !(await this.fork().confirm(other))) return
    controls.refuse(credential, refused)
    throw new Conclusion('blocked', controls.lockOf(call)!)
  }

  async #withEvidence<T>({ value, exchanges }: MemoEntry<T>): Promise<T> {
    try {
      return await value
    } finally {
      this.exchanges.push(...exchanges)
    }
  }

  /** The token of the run's OAuth client that a request carried; undefined for another credential. */
  #clientTokenOf({ as = 'bearer' }: Call, { headers }: SentRequest): string | undefined {
    const isIssued = as === 'bearer' && this.run.target.credentials?.token === undefined
    return isIssued ? headers['authorization']?.slice('Bearer '.length) : undefined
  }

  /** Sends one request and keeps the exchange as evidence. */
  async #exchange(request: SentRequest, call: Call): Promise<Exchange> {
    const { controls, contrast, writes, earlier } = this.run
    const known = earlier?.take(call, request)
    if (known) {
      // The answer is older than this run, so it does not count as a control.
      const evidence = toEvidence(known)
      this.exchanges.push(evidence)
      contrast.note(evidence, known)
      this.run.record(known)
      return known
    }
    const answered = call.entry || call.leavesNothing ? undefined : writes.begin(request, this.run)
    let sending: PendingRequest | undefined
    const exchange = await this.#deliver(request, call, {
      begin: () => {
        const pending = (sending = controls.begin(call))
        return () => controls.end(pending)
      },
      onUndone: () => {
        answered?.(undefined)
        // A hook request that was not carried out has created nothing.
        if (call.entry?.hook !== undefined && call.entry.id === undefined) this.run.ledger.close(call.entry)
      },
    })
    answered?.(exchange.response.status)
    // A hook that refuses has created nothing.
    if (call.entry?.hook !== undefined && isUndone(exchange)) this.run.ledger.close(call.entry)
    const evidence = toEvidence(exchange)
    this.exchanges.push(evidence)
    controls.note(sending!, evidence)
    controls.notePauses(this.run.sender.pausesFor429, exchange.response)
    contrast.note(evidence, exchange)
    this.run.record(exchange)
    this.run.keepFor?.keep(call, exchange)
    earlier?.note(call, exchange)
    return exchange
  }

  /**
   * The answer at the end of redirects that keep method and body (RFC 9110, 15.4.8 and 15.4.9) and the origin, so that
   * no credential leaves it: services redirect this way to add or remove a trailing slash.
   */
  async #follow(first: Exchange, call: Call): Promise<Exchange> {
    let exchange = first
    for (let hop = 0; hop < mostRedirects; hop++) {
      const url = methodKeepingRedirect(exchange)
      if (url === undefined || url.origin !== new URL(this.run.baseUrl).origin) return exchange
      if (url.href.length > longestAddress) return exchange
      // A request that changes something must not be redirected to another resource.
      const { pathname } = new URL(exchange.request.url)
      if (!isSafe(exchange.request.method) && !samePath(url.pathname, pathname)) return exchange
      this.run.findings.describe('redirects', phrase`${pathname} to ${url.pathname}`)
      exchange = await this.#exchange({ ...exchange.request, url: url.href }, call)
    }
    return exchange
  }

  /**
   * @param begin See `SendOptions`.
   * @param onUndone Called before an error is thrown for a request that was not carried out.
   */
  async #deliver(
    request: SentRequest,
    call: Call,
    { begin, onUndone }: { readonly begin: () => () => void; readonly onUndone: () => void },
  ): Promise<Exchange> {
    const { enough, repeatable } = call
    try {
      // The turnstile waits for the requests that it admits, and a new token of the client may end an older one.
      const isAwaited = rightCredential(call) !== undefined || call.form !== undefined || call.escapedForm !== undefined
      const rank = isAwaited ? urgent : this.#rank
      const left = this.#isNarrowing ? leftByNarrowing : 0
      return await this.run.sender.send(request, { enough, repeatable, rank, left, begin })
    } catch (error) {
      this.run.earlier?.forget()
      if (this.run.sender.isUndone(error)) onUndone()
      if (isKitError(error, 'unreachable')) blocked(because.outage, phrase`${error.message}`)
      const { controls } = this.run
      if (error instanceof Conclusion && controls.wrong > 0 && error.cause?.kind === 'quota') {
        controls.meetLockOut()
        insufficient(
          error.cause,
          phrase`${statementPhrase(error.statement)}; ${controls.wrong === 1 ? phrase`1 request` : phrase`${controls.wrong} requests`} with wrong credentials came before: besides a quota, the target may have locked this address out, and --gentle sends fewer`,
        )
      }
      throw error
    }
  }
}

/** The caller may have stopped awaiting the promise; an unhandled rejection would end the process. */
function ignoreRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

function laterRefusal(exchange: Exchange): Refusal | undefined {
  const { method, url } = exchange.request
  return exchange.response.status < 300
    ? undefined
    : { words: phrase`${method} ${url}, which succeeded before, got ${answerPhrase(exchange)}`, at: [exchange] }
}

/** Seconds from the `Date` of an answer to the stated expiry; undefined if it is missing or past. */
function statedLifetime(expiresAt: unknown, { headers }: ReceivedResponse): number | undefined {
  const seconds = ((readTime(expiresAt) ?? Number.NaN) - Date.parse(headers['date'] ?? '')) / 1000
  return seconds > 0 ? seconds : undefined
}

/** The target of a redirect that keeps method and body; undefined for any other answer. */
function methodKeepingRedirect({ request, response: { status, headers } }: Exchange): URL | undefined {
  const { location } = headers
  if ((status !== 307 && status !== 308) || location === undefined) return undefined
  return URL.canParse(location, request.url) ? new URL(location, request.url) : undefined
}
