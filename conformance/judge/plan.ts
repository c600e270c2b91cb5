import { claimOfTarget, type Target } from '../target/target-file.ts'
import { statementText } from '../wording/text.ts'
import { checkApplies, ruleOut } from './check-runner.ts'
import { type Check, isPassive } from './define-check.ts'
import { mostWrongCredentials } from './check-order.ts'
import { assertSound, select, type SelectOptions } from './select.ts'

/** A check in the plan of a run. */
export interface PlannedCheck {
  /** The check that is planned. */
  readonly check: Check
  /** `observe` sends nothing itself. */
  readonly effect: 'read' | 'write' | 'observe'
  /** The reason why it would not run; undefined if it would. */
  readonly ruledOut: string | undefined
  /** The most requests that it would send with a wrong credential. */
  readonly wrongCredentials: number
  /** True if the check would run only because other checks build on it. */
  readonly prerequisite: boolean
}

/** The options of the run that is planned. */
export interface PlanOptions extends SelectOptions {
  /** The service to check. */
  readonly target: Target
  /** The checks to choose from. */
  readonly checks: readonly Check[]
  /** True if checks may create, change and delete. Default: the target's `allowWrites`. */
  readonly allowWrites?: boolean | undefined
  /** True if only a selection chosen by the seed would be sent. Default: false. */
  readonly quick?: boolean | undefined
  /** True if no wrong credentials would be sent beyond the fewest that decide. Default: false. */
  readonly gentle?: boolean | undefined
}

/**
 * Returns the plan of a run with these options, without sending anything.
 *
 * @throws KitError `invalid_selection`, `invalid_target_file`
 */
export function planRun({
  target,
  allowWrites = target.allowWrites ?? false,
  ...options
}: PlanOptions): readonly PlannedCheck[] {
  claimOfTarget(target)
  assertSound(options.checks)
  const { selected, checks, skipped } = select(options.checks, options, checkApplies(target, allowWrites))
  const byId = new Map(checks.map((check) => [check.id, check]))
  const reasons = new Map<Check, string | undefined>()
  const reasonOf = (check: Check): string | undefined => {
    if (!reasons.has(check)) {
      const cause = ruleOut(check, { target, allowWrites, skipped })
      reasons.set(check, cause ? statementText(cause) : inherited(check))
    }
    return reasons.get(check)
  }
  const inherited = (check: Check): string | undefined => {
    for (const id of isPassive(check) ? [] : (check.after ?? [])) {
      const before = byId.get(id)
      const reason = before && reasonOf(before)
      if (reason !== undefined) return `${id}: ${reason}`
    }
    return undefined
  }
  return checks.map((check) => ({
    check,
    effect: isPassive(check) ? 'observe' : check.effect,
    ruledOut: reasonOf(check),
    wrongCredentials: mostWrongCredentials(check, options),
    prerequisite: !selected.includes(check),
  }))
}
