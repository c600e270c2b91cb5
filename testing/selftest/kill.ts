import type { Deviation } from '../../emulator/deviations/define-deviation.ts'
import { deviatingSubject, failedRequirements, resultLines, runKit } from './subject.ts'

/** What the kit found about a server that deviates. */
export interface Kill {
  readonly name: string
  readonly requirement: string
  readonly caughtBy: string
  readonly failedChecks: readonly string[]
  readonly failedRequirements: readonly string[]
  /** Faults of the kit itself. */
  readonly errors: readonly string[]
  /** One line for each result that did not pass. */
  readonly remarks: readonly string[]
}

/** Runs the whole kit against a fresh emulator that deviates. */
export async function kill(deviation: Deviation): Promise<Kill> {
  const { name, requirement, caughtBy } = deviation
  const result = await runKit(deviatingSubject(deviation), { limits: { timeout: 2000 } })
  return {
    name,
    requirement,
    caughtBy,
    failedChecks: result.results.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check),
    failedRequirements: failedRequirements(result),
    errors: resultLines(result, 'error'),
    remarks: resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence'),
  }
}
