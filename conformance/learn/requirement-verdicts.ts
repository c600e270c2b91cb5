import { requirements, type RequirementId } from '../catalogue/requirements.ts'
import type { CheckResult } from '../judge/result.ts'

/** The verdicts of the stated requirements that were decided. */
export type RequirementVerdicts = Readonly<Partial<Record<RequirementId, 'pass' | 'fail'>>>

/** The verdict of each requirement, from those of its checks. Only stated requirements can fail. */
export function requirementVerdicts(
  results: readonly Pick<CheckResult, 'requirement' | 'verdict'>[],
): RequirementVerdicts {
  const byRequirement = Map.groupBy(results, ({ requirement }) => requirement)
  const entries = requirements.flatMap(({ id }): readonly (readonly [RequirementId, 'pass' | 'fail'])[] => {
    const verdicts = (byRequirement.get(id) ?? []).map(({ verdict }) => verdict)
    if (verdicts.includes('fail')) return [[id, 'fail']]
    return verdicts.includes('pass') ? [[id, 'pass']] : []
  })
  return Object.fromEntries(entries)
}
