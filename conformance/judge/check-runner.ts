import { findOmittedOffer } from '../catalogue/profiles.ts'
import { findRequirement } from '../catalogue/requirements.ts'
import { because } from '../conclusions/cause.ts'
import { Conclusion, notApplicable, type Statement, type Verdict } from '../conclusions/conclusion.ts'
import { missingDeclarations, missingMembers, omittedOffers } from '../target/declarations.ts'
import type { Target } from '../target/target-file.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { phrase } from '../conclusions/phrase.ts'
import { raceWithAbort } from '../send/time.ts'
import { checkLane } from './check-order.ts'
import { type ActiveCheck, type Check, isAtEnd, isPassive, type Observer } from './define-check.ts'
import { omittedStatement, applyDoubts } from './doubts.ts'
import { Lanes } from './lanes.ts'
import { LockOutRecovery } from './lock-out-recovery.ts'
import { type CheckResult, toResult } from './result.ts'
import type { Session } from './session.ts'

/** The circumstances that decide whether a check runs. */
export interface RunCircumstances {
  readonly target: Target
  readonly allowWrites: boolean
  readonly skipped: ReadonlySet<string>
}

export interface CheckRunnerOptions {
  /** Any session of the run. */
  readonly session: Session
  readonly checks: readonly Check[]
  readonly skipped: ReadonlySet<string>
  readonly allowWrites: boolean
  readonly signal: AbortSignal
  /** Called when a check starts to send requests, after its prerequisites. */
  readonly onBegin: (check: ActiveCheck) => void
  /** Called once for each check that ran, prerequisites first. */
  readonly onOutcome: (check: ActiveCheck, outcome: CheckResult, startedAt: number) => void
}

/** Runs each check once, after its prerequisites, even if several checks wait for it. */
export class CheckRunner {
  readonly #options: CheckRunnerOptions
  readonly #byId: ReadonlyMap<string, Check>
  readonly #outcomes = new Map<string, Promise<CheckResult>>()
  readonly #lanes = new Lanes()
  readonly #recovery: LockOutRecovery
  #begun = 0

  constructor(options: CheckRunnerOptions) {
    this.#options = options
    this.#byId = new Map(options.checks.map((check) => [check.id, check]))
    this.#recovery = new LockOutRecovery(options.session)
  }

  outcomeOf(check: ActiveCheck): Promise<CheckResult> {
    let outcome = this.#outcomes.get(check.id)
    if (!outcome) this.#outcomes.set(check.id, (outcome = this.#start(check)))
    return outcome
  }

  async #start(check: ActiveCheck): Promise<CheckResult> {
    const { session, onBegin, onOutcome } = this.#options
    const building = Promise.all(
      (check.after ?? [])
        .map((id) => this.#byId.get(id))
        .filter((found) => found !== undefined)
        .map(async (found) => ({ id: found.id, outcome: await this.outcomeOf(found as ActiveCheck) })),
    )
    // Checks that started earlier send first: otherwise a long chain of checks would be left to the end.
    const { wrongCredentials } = check
    const forked = session.fork({
      rank: this.#begun++,
      endsAtLockOut: wrongCredentials !== undefined,
      isSpare: wrongCredentials?.gentle === 0,
    })
    const before = await building
    const startedAt = session.run.time.now()
    onBegin(check)
    const outcome = this.#ruledOut(check, before) ?? (await this.#judgeOrRepeat(check, forked))
    onOutcome(check, outcome, startedAt)
    return outcome
  }

  /**
   * Runs one check. If the target locked out meanwhile, runs the check again with the fewest wrong credentials, also
   * after a second lock-out.
   */
  async #judgeOrRepeat(check: ActiveCheck, session: Session): Promise<CheckResult> {
    const { signal } = this.#options
    if (isAtEnd(check)) await this.#recovery.tryOnce()
    let { metLockOut } = session.run.controls
    const outcome = await this.#judge(check, session, signal)
    let last = outcome
    for (let repeats = 0; repeats < 2 && this.#recovery.mayBeBehind(check, last, metLockOut); repeats++) {
      metLockOut = true
      last = await this.#recovery.after(() => this.#judge(check, this.#options.session.afresh(), signal))
    }
    // The first outcome may name the lock-out.
    const isLock = outcome.cause?.kind === 'credential' || outcome.cause?.kind === 'quota'
    return last.verdict === 'blocked' && isLock ? outcome : last
  }

  /** Runs one check. Ends when the signal aborts, even if the check still waits for something. */
  async #judge(check: ActiveCheck, session: Session, signal: AbortSignal): Promise<CheckResult> {
    try {
      signal.throwIfAborted()
      const again = (other: Session) => runCheck(check, other, signal)
      const concluded = this.#lanes.take(checkLane(check), () => again(session))
      const subject = { check, session, exchanges: session.exchanges, again }
      return await raceWithAbort(
        concluded.then((outcome) => applyDoubts(outcome, subject)),
        signal,
      )
    } catch (error) {
      return endedResult(check, error, session.exchanges, signal)
    }
  }

  /** The reason not to run a check: a declaration or permission is missing, or a prerequisite did not pass. */
  #ruledOut(
    check: ActiveCheck,
    before: readonly { readonly id: string; readonly outcome: CheckResult }[],
  ): CheckResult | undefined {
    const { session, allowWrites, skipped } = this.#options
    const reason = ruleOut(check, { target: session.run.target, allowWrites, skipped })
    if (reason) return toResult(check, 'notApplicable', reason)
    const failed = before.find(
      ({ id, outcome }) =>
        outcome.verdict !== 'pass' &&
        outcome.verdict !== 'observed' &&
        !(lacksData(outcome) && check.mayBeOpen?.some((open) => open === id)),
    )
    if (!failed) return undefined
    const { verdict, cause, remark, evidence, at = evidence.slice(-1), via = [] } = failed.outcome
    if (verdict === 'notApplicable' || verdict === 'insufficientEvidence')
      return toResult(check, verdict, { cause, remark, at, via: [failed.id, ...via] })
    const why: Statement =
      verdict === 'blocked'
        ? session.run.controls.inherited({ cause, remark, at })
        : { cause: { kind: 'check', check: failed.id }, remark: phrase`${failed.id} did not pass` }
    return toResult(check, 'blocked', why)
  }
}

/** Returns true if a check is undecided for lack of data, not because of how the target answers. */
function lacksData({ verdict, cause }: CheckResult): boolean {
  return verdict === 'insufficientEvidence' && (cause?.kind === 'data' || cause?.kind === 'declaration')
}

/** The reason why a check does not apply, before anything is sent; undefined if it applies. */
export function ruleOut(
  check: Check,
  { target, allowWrites, skipped }: RunCircumstances,
): Required<Pick<Statement, 'cause' | 'remark'>> | undefined {
  if (isPassive(check)) return undefined
  const offer = findOmittedOffer(check.requirement, target.without) ?? omittedOffers(check.needs ?? [], target)[0]
  if (offer !== undefined) return omittedStatement(offer)
  const missing = missingDeclarations(check.needs ?? [], target)
  if (missing.length > 0)
    return {
      cause: { kind: 'declaration', members: missingMembers(check.needs ?? [], target), isAll: true },
      remark: phrase`declare ${{ list: missing, between: ' and ' }} in the target file`,
    }
  if (check.effect === 'write' && !allowWrites)
    return {
      cause: because.writes,
      remark: phrase`writes; needs --allow-writes (or allowWrites: true)`,
    }
  const left = check.after?.find((id) => skipped.has(id))
  return left === undefined
    ? undefined
    : { cause: { kind: 'skipped', check: left }, remark: phrase`it builds on ${left}, which --skip leaves out` }
}

/** Tells whether a check applies to a target, as far as is known before anything is sent. */
export const checkApplies =
  (target: Target, allowWrites: boolean) =>
  (check: Check): boolean =>
    ruleOut(check, { target, allowWrites, skipped: new Set() }) === undefined

async function runCheck(check: ActiveCheck, session: Session, signal: AbortSignal): Promise<CheckResult> {
  try {
    leaveOutIfGentle(check, session)
    const remark = await check.run(session)
    const operation = session.exchanges.at(-1)?.request.operation
    return {
      ...toResult(check, 'pass', { remark: remark ?? undefined }),
      ...(operation && { operation }),
      ...(check.namesRequests && { namesRequests: true }),
    }
  } catch (error) {
    return endedResult(check, error, session.exchanges, signal)
  }
}

/** @throws Conclusion `notApplicable` for a check that another one decides with fewer wrong credentials. */
function leaveOutIfGentle({ decidedBy }: ActiveCheck, { run }: Session): void {
  if (decidedBy === undefined || !run.gentle) return
  const decided = phrase`${decidedBy} decides the same requirement`
  if (run.controls.metLockOut)
    notApplicable(
      because.limit,
      phrase`it is left out, as good credentials were refused after wrong ones, as by a lock-out or a quota, and ${decided} with fewer`,
    )
  notApplicable(because.limit, phrase`--gentle leaves it out, as ${decided}`)
}

/** The result of a passive check. */
export function judgePassive(check: Check, observer: Observer, signal: AbortSignal): CheckResult {
  try {
    const { remark, evidence = [] } = observer.conclude() ?? {}
    return toResult(check, 'pass', { remark }, evidence)
  } catch (error) {
    return endedResult(check, error, observer.evidence ?? [], signal)
  }
}

/** Makes the errors of an observer end its own check, instead of the check that sent the request. */
export function deferObserverErrors(observer: Observer): Observer {
  let fault: { readonly error: unknown } | undefined
  return {
    record: (exchange) => {
      try {
        if (!fault) observer.record(exchange)
      } catch (error) {
        fault = { error }
      }
    },
    conclude: () => {
      if (fault) throw fault.error
      return observer.conclude()
    },
    get evidence() {
      return observer.evidence ?? []
    },
  }
}

/** The result of a check that ended with an error, such as its Conclusion. */
export function endedResult(
  check: Check,
  error: unknown,
  exchanges: readonly Exchange[],
  signal: AbortSignal,
): CheckResult {
  if (error instanceof Conclusion) return toResult(check, error.verdict, error.statement, exchanges)
  if (signal.aborted) {
    const ended = { cause: because.ended, remark: phrase`the run was ended before this was decided` }
    return toResult(check, 'insufficientEvidence', ended, exchanges)
  }
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return toResult(check, 'error', { cause: because.kit, remark: phrase`the kit itself failed: ${reason}` }, exchanges)
}

/** A requirement that is not stated can only be observed. If it was not observed, the proof still has no gap. */
export function observableVerdict(requirement: string, verdict: Verdict): Verdict {
  const kind = findRequirement(requirement)?.kind ?? 'stated'
  return kind === 'stated' || verdict === 'notApplicable' || verdict === 'error' ? verdict : 'observed'
}
