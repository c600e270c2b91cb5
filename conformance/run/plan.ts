import type { Target } from '../target/target-file.ts'
import { ruledOut } from './check-runner.ts'
import { type Check, isPassive } from './define-check.ts'
import { assertSound, select, type SelectOptions } from './select.ts'

/** What a run would do with a check. */
export interface PlannedCheck {
  /** The check that is planned. */
  readonly check: Check
  /** `observe` sends nothing of its own. */
  readonly effect: 'read' | 'write' | 'observe'
  /** Why it would not run; undefined when it would. */
  readonly ruledOut: string | undefined
  /** Whether it would run only because others build on it. */
  readonly prerequisite: boolean
}

/** What a planned run would be given. */
export interface PlanOptions extends SelectOptions {
  /** The service that would be checked. */
  readonly target: Target
  /** The checks to choose from. */
  readonly checks: readonly Check[]
  /** Whether checks may create, change and delete. Default: the target's `allowWrites`. */
  readonly allowWrites?: boolean | undefined
}

/** What a run with these options would send, found out without sending anything. @throws KitError `invalid_selection` */
export function planRun({
  target,
  allowWrites = target.allowWrites ?? false,
  ...options
}: PlanOptions): readonly PlannedCheck[] {
  assertSound(options.checks)
  const { selected, checks, skipped } = select(options.checks, options)
  const byId = new Map(checks.map((check) => [check.id, check]))
  const reasons = new Map<Check, string | undefined>()
  const reasonOf = (check: Check): string | undefined => {
    if (!reasons.has(check)) reasons.set(check, ruledOut(check, { target, allowWrites, skipped }) ?? inherited(check))
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
    prerequisite: !selected.includes(check),
  }))
}

/** A plan for a person to read. */
export function planText(plan: readonly PlannedCheck[], baseUrl: string): string {
  const runs = plan.filter((one) => one.ruledOut === undefined)
  const writes = runs.filter(({ effect }) => effect === 'write').length
  const head = `Against ${baseUrl}: ${runs.length} of ${plan.length} checks would run, ${writes === 0 ? 'none of which writes' : `${writes} of which write`}. Nothing was sent.`
  const lines = plan.flatMap(({ check, effect, ruledOut: reason, prerequisite }) => [
    `${reason === undefined ? '  ' : '– '}${effect === 'write' ? 'WRITE  ' : effect === 'read' ? 'read   ' : 'observe'}  ${check.id}${prerequisite ? ' (others build on it)' : ''}`,
    `             ${reason === undefined ? check.description : `does not run: ${reason}`}`,
  ])
  return `${head}\n\n${lines.join('\n')}\n`
}
