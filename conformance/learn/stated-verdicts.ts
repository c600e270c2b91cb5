import { type RequirementId, requirements } from '../catalogue/requirements.ts'
import { because, type Cause } from '../conclusions/cause.ts'
import { checks } from '../checks/checks.ts'
import { type Check, isPassive } from '../judge/define-check.ts'
import { Ledger } from '../judge/ledger.ts'
import { type ConformanceOptions, openRun } from '../judge/run-conformance.ts'
import type { CheckResult } from '../judge/result.ts'
import { missingMembers } from '../target/declarations.ts'
import { askingOrder } from './asking-order.ts'
import { type RequirementVerdicts, requirementVerdicts } from './requirement-verdicts.ts'

/** The verdicts of a run of the kit within a number of requests, and what it sent. */
export interface StatedVerdicts {
  readonly verdicts: RequirementVerdicts
  /** The causes why stated requirements have no verdict. The cause is `limit` if the requests were used up. */
  readonly open: OpenRequirements
  /** The ids of the checks that passed. */
  readonly passed: readonly string[]
  /** The checks that failed. */
  readonly failed: readonly CheckResult[]
  readonly requests: number
  /** Objects that the run created and could not delete. */
  readonly leftovers: readonly string[]
}

/** The reasons why requirements have no verdict. */
export type OpenRequirements = Readonly<Partial<Record<RequirementId, Cause>>>

/** The stated requirements that were not checked because the requests were used up. */
export function unaskedRequirements({ open }: StatedVerdicts, verdicts: RequirementVerdicts): readonly RequirementId[] {
  return requirements.flatMap(({ id }) => (open[id]?.kind === 'limit' && verdicts[id] === undefined ? [id] : []))
}

/** Options of `statedVerdicts`. */
export interface StatedOptions extends Omit<ConformanceOptions, 'checks'> {
  /** The most requests in total, including those that delete created objects. */
  readonly mostRequests: number
  /** The requirements that the questions have decided, whose checks come after the first of each other requirement. */
  readonly decided?: RequirementVerdicts | undefined
}

/** The number of requests that are reserved for deleting the last created objects. */
const keptForDeleting = 16
/** Deleting may take a second request: for a list, or to repeat a delete with another credential. */
const perDelete = 2

/** The number of requests that questions and checks may use, so that enough are left for deleting. */
export function mostForAsking(mostRequests: number, allowWrites: boolean): number {
  return Math.max(0, allowWrites ? mostRequests - keptForDeleting : mostRequests)
}

/**
 * Runs checks of the kit while requests last, to find out which stated requirements hold. The questions of `learn`
 * decide only a few: most need walks through lists, and wrong values in many places.
 */
export async function statedVerdicts({
  mostRequests,
  decided = {},
  ...options
}: StatedOptions): Promise<StatedVerdicts> {
  const { target, signal, gentle = false, limits, ledger = new Ledger() } = options
  const allowWrites = options.allowWrites ?? target.allowWrites ?? false
  const most = mostForAsking(mostRequests, allowWrites)
  // They run in turn while requests last, so that no sample of them need be taken.
  const usual = checks.filter((check) => options.quick !== true || isPassive(check) || check.inQuickRun !== 'never')
  const opened = openRun({
    ...options,
    only: options.only ?? usual.map(({ id }) => id),
    ledger,
    checks,
    limits: { ...limits, maxRequests: most },
  })
  const { sender, id: runId } = opened.run
  const mayAsk = (): boolean => {
    const made = ledger.entries.filter((entry) => entry.runId === runId && entry.ends !== true).length
    return signal?.aborted !== true && sender.sent + (allowWrites ? made * perDelete : 0) < most
  }
  try {
    for (const group of askingOrder(opened.selected, { decided, gentle })) {
      if (!mayAsk()) break
      await Promise.all(group.map((check) => opened.decide(check)))
    }
    for (const check of opened.selected) if (isPassive(check)) await opened.decide(check)
  } catch (error) {
    await opened.close()
    throw error
  }
  const { results, requests, leftovers } = await opened.close()
  const verdicts = requirementVerdicts(results)
  const mayApply = (check: Check): boolean =>
    isPassive(check) ||
    ((allowWrites || check.effect === 'read') && missingMembers(check.needs ?? [], target).length === 0)
  return {
    verdicts,
    open: openRequirements(opened.selected.filter(mayApply), results, verdicts),
    passed: results.filter(({ verdict }) => verdict === 'pass').map(({ check }) => check),
    failed: results.filter(({ verdict }) => verdict === 'fail'),
    requests,
    leftovers,
  }
}

function openRequirements(
  applicable: readonly Check[],
  results: readonly CheckResult[],
  verdicts: RequirementVerdicts,
): OpenRequirements {
  const byCheck = new Map(results.map((result) => [result.check, result]))
  const byRequirement = Map.groupBy(applicable, ({ requirement }) => requirement)
  const entries = requirements.flatMap(({ id, kind }) => {
    const checks = byRequirement.get(id) ?? []
    if (kind !== 'stated' || verdicts[id] !== undefined || checks.length === 0) return []
    const causes = checks.map((check) => {
      const result = byCheck.get(check.id)
      return result ? result.cause : because.limit
    })
    const cause = causes.find((other) => other?.kind === 'limit') ?? causes.find((other) => other !== undefined)
    return [[id, cause ?? because.data] as const]
  })
  return Object.fromEntries(entries)
}
