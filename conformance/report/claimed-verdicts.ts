import { findOperation, operations } from '../catalogue/operations.ts'
import { isClaimed } from '../catalogue/profiles.ts'
import type { Verdict } from '../conclusions/conclusion.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import { type RequirementOutcome, rootCausesOf, verdictOf } from './outcomes.ts'

/**
 * The verdicts of the requirements that a claim covers, by id. A requirement may apply in several places. If a target
 * claims only some paths, undecided places at other paths do not count.
 */
export function claimedVerdicts(
  { claim, results }: RunResult,
  outcomes: readonly RequirementOutcome[],
): ReadonlyMap<string, Verdict> {
  const covered = new Set(
    outcomes.filter(({ requirement }) => isClaimed(requirement, claim)).map(({ requirement }) => requirement.id),
  )
  const requirementOf = new Map<string, string>(results.map(({ check, requirement }) => [check, requirement]))
  const isPart = operations.some(({ part }) => part === claim.profile)
  const isElsewhere = (result: CheckResult): boolean => {
    if (result.verdict !== 'blocked' && result.verdict !== 'insufficientEvidence') return false
    // A check also inherits the causes of the undecided checks that it builds on.
    const causes = [...rootCausesOf(result), ...(result.via ?? [])]
    if (causes.some((cause) => !covered.has(requirementOf.get(cause) ?? cause))) return true
    const operation = result.evidence.at(-1)?.request.operation
    const part = operation && findOperation(operation).part
    return part !== undefined && part !== claim.profile
  }
  return new Map(
    outcomes
      .filter(({ requirement }) => covered.has(requirement.id))
      .map(({ requirement, verdict, results: found }) => {
        const here = isPart ? verdictOf(found.filter((result) => !isElsewhere(result))) : verdict
        return [requirement.id, here === undefined || here === 'notApplicable' ? verdict : here]
      }),
  )
}
