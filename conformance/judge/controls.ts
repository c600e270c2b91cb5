import { findOperation } from '../catalogue/operations.ts'
import type { Path } from '../catalogue/operation-paths.ts'
import type { RunCredential } from '../conclusions/cause.ts'
import type { Statement } from '../conclusions/conclusion.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { Phrase } from '../conclusions/phrase.ts'
import type { Call } from './call.ts'
import { Lane } from './lanes.ts'
import { LockedOutCredentials, type Refusal } from './locked-out-credentials.ts'
import { isSuccessStatus } from '../reading/success.ts'

/**
 * The credential whose known-good request distinguishes a refusal from a lock-out: `any` if the call sent no
 * credential.
 */
export type ControlCredential = RunCredential | 'any'

const isTokenPath = (path: Path): boolean =>
  typeof path === 'string' ? path === findOperation('oauth.token').path : path.operation === 'oauth.token'

/** The right credential for the wrong one in a call; undefined for a call without a wrong credential. */
export function rightCredential({ wrong }: Call): RunCredential | undefined {
  if (wrong === 'refreshToken') return 'client'
  return wrong === 'stateCode' ? 'bearer' : wrong
}

/**
 * The credential of the known-good request to send before and after a call, and whether the call itself carries it.
 */
function findControl(call: Call): {
  readonly control: ControlCredential
  readonly carriesControl: boolean
} {
  const right = rightCredential(call)
  if (right !== undefined) return { control: right, carriesControl: false }
  const { as = 'bearer', path, form } = call
  const isGrant = form?.['grant_type'] === 'client_credentials' && isTokenPath(path)
  if (isGrant || form?.['grant_type'] === 'refresh_token') return { control: 'client', carriesControl: isGrant }
  if (typeof as === 'object') return { control: 'bearer' in as ? 'bearer' : 'any', carriesControl: false }
  return as === 'none' ? { control: 'any', carriesControl: false } : { control: as, carriesControl: true }
}

/**
 * The most wrong credentials in a row before a good one shows that nobody was locked out. Most lock-outs count failures
 * in a row, from five. A quick run cannot spare requests for as many good ones.
 */
export const maxConsecutiveWrong = { full: 4, quick: 8 } as const

/** A request under way. */
export interface PendingRequest {
  readonly call: Call
  readonly control: ControlCredential
  readonly carriesControl: boolean
  /** Its place in the order of all requests and answers. */
  readonly beganAt: number
  /** True if no earlier or concurrent request can have locked anything out. */
  readonly beganSafe: boolean
  /** True if no concurrent request could lock anything out. */
  readonly beganAlone: boolean
  readonly ended: Promise<void>
  readonly end: () => void
}

/** A request that was answered. */
interface AnsweredRequest extends Pick<PendingRequest, 'call' | 'control' | 'carriesControl'> {
  /** Its place in the order of all that began and was answered. */
  readonly answeredAt: number
  /** True if nothing can have been locked out by then. */
  readonly isSafe: boolean
}

/** The number of answers between two waits that indicates a quota: services lock out after a few wrong credentials. */
const answersOfQuota = 60

/** Headers that announce how many requests a quota still allows. */
const remainingHeader = /^(?:x-)?rate-?limit(?:-remaining)?$/i

/**
 * Known-good requests by credential. A refusal after a wrong credential counts only if the known-good request still
 * succeeds: the target may have locked the client out at the first wrong one.
 *
 * It records the order of requests and answers, and derives from it which credentials may be locked out and which
 * answers a later success has proven sound.
 */
export class Controls {
  /** Examines one check at a time, as a request for one may serve the next. */
  readonly examining: Lane = new Lane()
  readonly #good = new Map<RunCredential, Call>()
  readonly #locks = new LockedOutCredentials()
  readonly #underWay = new Set<PendingRequest>()
  readonly #answered = new WeakMap<Exchange, AnsweredRequest>()
  /** The requests that may have locked something out, in the order in which they were sent. */
  readonly #risky: PendingRequest[] = []
  /** The start of the last successful request with each right credential; `any` for the last of all. */
  readonly #succeeded = new Map<ControlCredential, number>()
  /** The start of the last of them that began while no request was under way that could lock anything out. */
  readonly #cleared = new Map<ControlCredential, number>()
  /** The exchanges about which further requests can show nothing more. */
  readonly #settled = new WeakSet<Exchange>()
  #moment = 0
  #metLockOut = false
  #pausesBefore = 0
  #pauses = 0
  #answers = 0
  #answersAtPause = 0
  #announcesQuota = false

  /** True if the target was seen to lock out after wrong credentials, even if only for a while. */
  get metLockOut(): boolean {
    return this.#metLockOut
  }

  /**
   * Notes that the target locked out, temporarily or permanently: the run continues with the fewest wrong credentials.
   */
  meetLockOut(): void {
    this.#metLockOut = true
  }

  /**
   * Notes an answer, and how often all requests had to wait after a 429. If the waits began with wrong credentials and
   * recurred after few requests, the wrong credentials are the cause. If they recurred after many requests, or if
   * answers to good requests announce how many are left, the cause is a quota, which counts all requests.
   */
  notePauses(count: number, { status, headers }: Exchange['response']): void {
    this.#answers++
    this.#announcesQuota ||= status < 300 && Object.keys(headers).some((name) => remainingHeader.test(name))
    if (count === this.#pauses) return
    const between = this.#answers - this.#answersAtPause
    this.#pauses = count
    this.#answersAtPause = this.#answers
    if (this.#risky.length === 0 || this.#announcesQuota) this.#pausesBefore = count
    else if (this.#pausesBefore === 0 && count > 1 && between < answersOfQuota) this.#metLockOut = true
  }

  /** The credentials that are locked out now. */
  get locked(): readonly RunCredential[] {
    return this.#locks.all
  }

  /** The last answers that refused the credentials that are locked out now. */
  get lockRefusals(): readonly Exchange[] {
    return this.#locks.refusals
  }

  /** The number of requests sent with wrong credentials. */
  get wrong(): number {
    return this.#risky.filter(({ call, control }) => call.wrong !== undefined && control !== 'any').length
  }

  /** The credentials that have a known-good request and are not locked out. */
  get known(): readonly RunCredential[] {
    const known = [...this.#good.keys()].filter((credential) => !this.#locks.has(credential))
    // The known-good request of the client gets a token, which may end an older one.
    return known.sort((left, right) => Number(left === 'client') - Number(right === 'client'))
  }

  /** The reason why any call with this credential would be refused; undefined if it would not be. */
  lockOf(call: Call): Statement | undefined {
    return this.lockedBy(findControl(call).control)
  }

  /**
   * The reason why a credential is no longer accepted. For `any`, the reason for the first one, if no other is left.
   */
  lockedBy(control: ControlCredential): Statement | undefined {
    if (control !== 'any') return this.#locks.statementOf(control)
    const { first } = this.#locks
    return first && this.known.length === 0 ? this.#locks.statementOf(first) : undefined
  }

  /** The right credential that a call carries, unless it is known to work. */
  unprovenIn(call: Call): RunCredential | undefined {
    const { control, carriesControl } = findControl(call)
    return carriesControl && control !== 'any' && !this.#good.has(control) ? control : undefined
  }

  /** Notes that a call begins. */
  begin(call: Call): PendingRequest {
    const { control, carriesControl } = findControl(call)
    const beganAlone = ![...this.#underWay].some((other) => mayLock(other.call))
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const sending: PendingRequest = {
      call,
      control,
      carriesControl,
      beganAt: ++this.#moment,
      beganAlone,
      beganSafe: beganAlone && this.#suspects(control).length === 0,
      ended,
      end,
    }
    this.#underWay.add(sending)
    if (mayLock(call)) this.#risky.push(sending)
    return sending
  }

  /** Notes that a call was answered, or will not be. */
  end(sending: PendingRequest): void {
    this.#underWay.delete(sending)
    sending.end()
  }

  /** Notes the answer to a call, and whether a request with the right credential succeeded. */
  note({ call, control, carriesControl, beganAt, beganAlone, beganSafe }: PendingRequest, exchange: Exchange): void {
    const answeredAt = ++this.#moment
    const isAlone = beganAlone && (this.#risky.at(-1)?.beganAt ?? 0) <= beganAt
    const answered = { call, control, carriesControl, answeredAt, isSafe: beganSafe && isAlone }
    this.#answered.set(exchange, answered)
    if (mustBeProven(answered, exchange) || !carriesControl || control === 'any' || isForAnyone(call)) return
    const mayRepeat = control === 'client' || (call.method ?? 'GET') === 'GET'
    if (mayRepeat && !this.#good.has(control)) this.#good.set(control, call)
    for (const whose of [control, 'any'] as const) {
      this.#succeeded.set(whose, Math.max(beganAt, this.#succeeded.get(whose) ?? 0))
      if (beganAlone) this.#cleared.set(whose, Math.max(beganAt, this.#cleared.get(whose) ?? 0))
    }
  }

  /** Resolves when another request has ended; undefined if none is under way. */
  get next(): Promise<void> | undefined {
    return this.#underWay.size > 0 ? Promise.race([...this.#underWay].map(({ ended }) => ended)) : undefined
  }

  /** The known-good request of a credential; undefined if none has succeeded yet. */
  goodCall(credential: RunCredential): Call | undefined {
    return this.#good.get(credential)
  }

  /**
   * The known-good requests to repeat before a check may conclude from these exchanges. Requests with wrong credentials
   * or none need that, unless nothing can have been locked out. For a failure, refused requests with right credentials
   * need it too.
   */
  unproven(exchanges: readonly Exchange[], failed: boolean): readonly ControlCredential[] {
    const controls = exchanges.flatMap((exchange) => {
      const answered = this.#answered.get(exchange)
      if (!answered || this.#isProven(answered, exchange)) return []
      const { call, carriesControl, isSafe } = answered
      // A token that a check created is meant to be right too.
      const isRight = carriesControl || (typeof call.as === 'object' && call.wrong === undefined)
      const isRefused = failed && isRight && exchange.response.status >= 400
      return isRefused || (!isSafe && mustBeProven(answered, exchange)) ? [this.#controlFor(answered)] : []
    })
    return [...new Set(controls)]
  }

  /** Notes that the good request still succeeds after these exchanges. */
  markProven(exchanges: readonly Exchange[], control: ControlCredential): void {
    for (const exchange of exchanges) {
      const answered = this.#answered.get(exchange)
      if (answered && this.#controlFor(answered) === control) this.#settled.add(exchange)
    }
  }

  /** The calls that were refused while something may have been locked out, and that change nothing if repeated. */
  doubtful(exchanges: readonly Exchange[]): readonly Call[] {
    return exchanges.flatMap((exchange) => {
      const { call, isSafe } = this.#answered.get(exchange) ?? {}
      const isDoubtful = call && !isSafe && call.wrong === undefined && call.as !== 'none'
      return isDoubtful && (call.method ?? 'GET') === 'GET' && exchange.response.status >= 400 ? [call] : []
    })
  }

  /** Notes that the target no longer accepts a credential. The first refusal is the one that is reported. */
  lock(credential: RunCredential, refusal: Refusal): void {
    this.#metLockOut = true
    this.#locks.add(credential, refusal)
  }

  /** Notes that the target never accepted a credential of the target file. */
  refuse(credential: RunCredential, refused: Refusal & { readonly member: string }): void {
    this.#locks.add(credential, refused)
  }

  /** Notes that the target accepts a credential again that was locked out. */
  unlock(credential: RunCredential): void {
    this.#locks.remove(credential)
  }

  /** Lets a check report the lock-outs that no other check has reported yet; undefined if there are none. */
  nameLocks(check: string): (Statement & { readonly finding: Phrase }) | undefined {
    return this.#locks.name(check, this.wrong)
  }

  /** The statement of a check that is blocked for the same reason as another one: a cause is reported once. */
  inherited({ cause, remark, at }: Statement): Statement {
    return (
      (cause?.kind === 'credential' ? this.#locks.statementOf(cause.credential) : undefined) ?? { cause, remark, at }
    )
  }

  /**
   * The requests that may have locked a credential out: those with a wrong form of it since its last good request, and
   * all that may lock an address out since the last good request with any credential.
   */
  #suspects(control: ControlCredential): readonly PendingRequest[] {
    const clearedAt = this.#cleared.get('any') ?? 0
    const controlClearedAt = this.#cleared.get(control) ?? 0
    // The requests are ordered by their start, so only the last ones can be suspects.
    const last = this.#risky.findLastIndex(({ beganAt }) => beganAt <= Math.min(clearedAt, controlClearedAt))
    return this.#risky
      .slice(last + 1)
      .filter(
        (sending) =>
          sending.beganAt > clearedAt ||
          (sending.call.wrong !== undefined && sending.control === control && sending.beganAt > controlClearedAt),
      )
  }

  /** Returns true if a good request that began later has succeeded, or if no request can show more. */
  #isProven({ control, answeredAt }: AnsweredRequest, exchange: Exchange): boolean {
    return this.#settled.has(exchange) || (this.#succeeded.get(control) ?? 0) > answeredAt
  }

  /** Any credential shows at least whether the address is locked out. */
  #controlFor({ control }: AnsweredRequest): ControlCredential {
    return control !== 'any' && this.#good.has(control) ? control : 'any'
  }
}

/** Returns true if a conclusion may depend on a refusal. A wrong credential may be refused with a status of success. */
function mustBeProven({ call }: AnsweredRequest, { response: { status } }: Exchange): boolean {
  return call.wrong !== undefined || !isSuccessStatus(status)
}

/** Returns true if a request needs no credential, so that its success does not show that one is accepted. */
export function isForAnyone({ path, method }: Call): boolean {
  const operation = typeof path === 'string' ? undefined : path.operation
  return method === 'OPTIONS' || (operation !== undefined && findOperation(operation).credentials === 'none')
}

/**
 * Returns true if a target may count a request as a failed log-in. `Bearer` without a token is not a wrong credential.
 */
function mayLock({ as, wrong }: Call): boolean {
  return wrong !== undefined || (typeof as === 'object' && 'authorization' in as)
}
