import { namedIn } from '../conclusions/cause.ts'
import type { Requirement } from '../catalogue/requirements.ts'
import type { Verdict } from '../conclusions/conclusion.ts'
import type { CheckResult } from '../judge/result.ts'

/** The outcome of all checks of one requirement. */
export interface RequirementOutcome {
  readonly requirement: Requirement
  readonly verdict: Verdict
  readonly results: readonly CheckResult[]
}

/**
 * The order in which one verdict speaks for several: a failure is final, and an undecided check hides others that
 * passed.
 */
const precedence: readonly Verdict[] = [
  'fail',
  'error',
  'blocked',
  'insufficientEvidence',
  'pass',
  'observed',
  'notApplicable',
]

/** The verdict of several results; undefined without any. */
export function verdictOf(results: readonly CheckResult[]): Verdict | undefined {
  return precedence.find((verdict) => results.some((result) => result.verdict === verdict))
}

/** The outcome of each requirement that has results, in the order of the requirements. */
export function outcomesOf(
  results: readonly CheckResult[],
  requirements: readonly Requirement[],
): readonly RequirementOutcome[] {
  const byRequirement = Map.groupBy(results, ({ requirement }) => requirement as string)
  return requirements.flatMap((requirement) => {
    const found = byRequirement.get(requirement.id)
    return found ? [{ requirement, verdict: verdictOf(found)!, results: found }] : []
  })
}

/** The checks and requirements that a result names as the cause that it could not be decided. */
export function causesOf({ cause, via = [] }: CheckResult): readonly string[] {
  return [...via, ...(cause ? namedIn(cause) : [])]
}

/** The checks or the requirements that a result waited for. */
export function rootCausesOf({ cause, via }: CheckResult): readonly string[] {
  return via?.slice(0, 1) ?? (cause ? namedIn(cause) : [])
}
