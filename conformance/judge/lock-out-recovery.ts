import { retryAfterDelay } from '../send/waiting.ts'
import type { ActiveCheck } from './define-check.ts'
import { Lane } from './lanes.ts'
import type { CheckResult } from './result.ts'
import type { Session } from './session.ts'

/** Milliseconds before each try of a locked-out credential, within the wait budget of the run. */
const pauses = [1000, 2000, 4000, 8000, 15_000]

/** Milliseconds by which a timer may fire early. */
const imprecision = 5

const isOfLock = (verdict: CheckResult['verdict'], cause: CheckResult['cause']): boolean =>
  (cause?.kind === 'credential' && cause.member === undefined) || (verdict === 'blocked' && cause?.kind === 'quota')

/** Waits until a target that locked out accepts good credentials again. */
export class LockOutRecovery {
  readonly #session: Session
  readonly #lane = new Lane()
  #waited = 0

  constructor(session: Session) {
    this.#session = session
  }

  /**
   * Returns true if a lock-out may be the reason why a check could not be decided.
   * @param metBefore Whether the target had locked out before the check.
   */
  mayBeBehind({ wrongCredentials }: ActiveCheck, { verdict, cause }: CheckResult, metBefore: boolean): boolean {
    const isOpen = verdict === 'blocked' || verdict === 'insufficientEvidence'
    if (!isOpen || !this.#session.run.controls.metLockOut) return false
    return !metBefore || wrongCredentials !== undefined || isOfLock(verdict, cause)
  }

  /**
   * Runs a task once credentials work again or the wait budget is spent. Tasks run one at a time; one that waits for its
   * turn does not keep the shared clock from moving.
   */
  after<T>(work: () => Promise<T>): Promise<T> {
    const run = async () => {
      await this.#wait()
      return await work()
    }
    return this.#session.run.waits.share((counted) => this.#lane.take(() => counted(run)))
  }

  /** Tries the locked-out credentials again. */
  async tryOnce(): Promise<boolean> {
    const { controls } = this.#session.run
    for (const credential of controls.locked) await this.#session.fork().regain(credential)
    return controls.locked.length === 0
  }

  async #wait(): Promise<void> {
    const { time, maxWait, controls } = this.#session.run
    if (controls.locked.length === 0) return
    for (const usual of pauses) {
      // Requests of other checks during a lock-out may restart it, so Retry-After counts from the last refusal.
      for (let pause = Math.max(usual, this.#untilRetry()); pause > imprecision; pause = this.#untilRetry()) {
        if (this.#waited + pause > maxWait) return
        this.#waited += pause
        await time.sleep(pause)
      }
      if (await this.tryOnce()) return
    }
  }

  /** Milliseconds until the last refusal permits a retry; 0 if none says when. */
  #untilRetry(): number {
    const { time, controls } = this.#session.run
    const left = controls.lockRefusals.map(
      ({ response, startedAt }) => startedAt + (retryAfterDelay(response, startedAt) ?? 0) - time.now(),
    )
    return Math.max(0, ...left)
  }
}
