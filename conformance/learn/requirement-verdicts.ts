import { requirements, type RequirementId } from '../catalogue/requirements.ts'
import type { CheckResult } from '../judge/result.ts'

/** The stated requirements that were decided: those that hold, and those that the service breaks. */
export type RequirementVerdicts = Readonly<Partial<Record<RequirementId, 'pass' | 'fail'>>>

/** The verdict of each requirement, by those of its checks. What is not stated cannot fail. */
export function verdictsOf(results: readonly Pick<CheckResult, 'requirement' | 'verdict'>[]): RequirementVerdicts {
  const byRequirement = Map.groupBy(results, ({ requirement }) => requirement)
  const entries = requirements.flatMap(({ id }): readonly (readonly [RequirementId, 'pass' | 'fail'])[] => {
    const verdicts = (byRequirement.get(id) ?? []).map(({ verdict }) => verdict)
    if (verdicts.includes('fail')) return [[id, 'fail']]
    return verdicts.includes('pass') ? [[id, 'pass']] : []
  })
  return Object.fromEntries(entries)
}
