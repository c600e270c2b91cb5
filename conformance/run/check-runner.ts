import type { ActiveCheck, Check } from './define-check.ts'
import { judge, type Outcome } from './judge.ts'
import { ruledOut } from './ruled-out.ts'
import type { Run } from './run.ts'

export interface CheckRunnerOptions {
  readonly run: Run
  readonly checks: readonly Check[]
  readonly skipped: ReadonlySet<string>
  readonly allowWrites: boolean
  readonly signal: AbortSignal
  /** Told once for each check that ran, prerequisites before those that build on them. */
  readonly onOutcome: (check: ActiveCheck, outcome: Outcome, startedAt: number) => void
}

/** Runs each check once, behind those that it builds on, however many others wait for it. */
export class CheckRunner {
  readonly #options: CheckRunnerOptions
  readonly #byId: ReadonlyMap<string, Check>
  readonly #outcomes = new Map<string, Promise<Outcome>>()

  constructor(options: CheckRunnerOptions) {
    this.#options = options
    this.#byId = new Map(options.checks.map((check) => [check.id, check]))
  }

  outcomeOf(check: ActiveCheck): Promise<Outcome> {
    let outcome = this.#outcomes.get(check.id)
    if (!outcome) this.#outcomes.set(check.id, (outcome = this.#start(check)))
    return outcome
  }

  async #start(check: ActiveCheck): Promise<Outcome> {
    const { run, onOutcome, signal } = this.#options
    const before = await Promise.all(
      (check.after ?? [])
        .map((id) => this.#byId.get(id))
        .filter((one) => one !== undefined)
        .map(async (one) => ({ id: one.id, outcome: await this.outcomeOf(one as ActiveCheck) })),
    )
    const startedAt = run.time.now()
    const outcome = this.#ruledOut(check, before) ?? (await this.#named(check, await judge(check, run, signal)))
    onOutcome(check, outcome, startedAt)
    return outcome
  }

  /** A failure, unless another check has named the same fault: one reader of ids that is wrong shows wherever it is used. */
  async #named(check: ActiveCheck, outcome: Outcome): Promise<Outcome> {
    if (outcome.verdict !== 'fail') return outcome
    for (const id of check.sameFaultAs ?? []) {
      const other = this.#byId.get(id)
      if (other && (await this.outcomeOf(other as ActiveCheck)).verdict === 'fail')
        return {
          ...outcome,
          verdict: 'blocked',
          message: `${id} did not pass, and here it is the same: ${outcome.message}`,
        }
    }
    return outcome
  }

  /** Why a check need not run: nothing declared, nothing allowed, or something that it builds on does not work. */
  #ruledOut(
    check: ActiveCheck,
    before: readonly { readonly id: string; readonly outcome: Outcome }[],
  ): Outcome | undefined {
    const { run, allowWrites, skipped } = this.#options
    const reason = ruledOut(check, { target: run.target, allowWrites, skipped })
    if (reason !== undefined) return { verdict: 'notApplicable', message: reason, evidence: [] }
    const failed = before.find(({ outcome }) => outcome.verdict !== 'pass' && outcome.verdict !== 'observed')
    if (!failed) return undefined
    const { verdict, message } = failed.outcome
    if (verdict === 'notApplicable' || verdict === 'insufficientEvidence')
      return { verdict, message: `${failed.id}: ${message}`, evidence: [] }
    return { verdict: 'blocked', message: verdict === 'blocked' ? message : `${failed.id} did not pass`, evidence: [] }
  }
}
