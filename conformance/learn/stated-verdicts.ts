import { checks } from '../checks/checks.ts'
import { type ConformanceOptions, runConformance } from '../judge/run-conformance.ts'
import { type RequirementVerdicts, verdictsOf } from './requirement-verdicts.ts'

/** The verdicts of a run of the kit, and what it sent. */
export interface StatedVerdicts {
  readonly verdicts: RequirementVerdicts
  readonly requests: number
  /** Things that the run made and could not delete. */
  readonly leftovers: readonly string[]
}

/**
 * Runs the checks of the kit, so that it is known which stated requirements hold. The questions of `learn` decide only
 * a few of them: most take walks of lists and wrong values in every place.
 */
export async function statedVerdicts(options: Omit<ConformanceOptions, 'checks'>): Promise<StatedVerdicts> {
  const { results, requests, leftovers } = await runConformance({ ...options, checks })
  return { verdicts: verdictsOf(results), requests, leftovers }
}
