import type { RunResult } from '../../conformance/judge/result.ts'
import type { ConformanceOptions } from '../../conformance/judge/run-conformance.ts'
import type { Deviation } from '../../emulator/disturb/deviations/define-deviation.ts'
import { deviatingSubject, failedRequirements, resultLines, runKit, type SubjectOptions } from './subject.ts'

/** The findings of the kit about a server that deviates. */
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

/** The run against a deviation. */
export interface Trial {
  readonly result: RunResult
  readonly isCaught: boolean
}

/** Runs the kit against a fresh emulator that deviates. */
export async function tryDeviation(
  deviation: Deviation,
  options: Partial<ConformanceOptions> = {},
  subject: SubjectOptions = {},
): Promise<Trial> {
  const result = await runKit(deviatingSubject(deviation, subject), options)
  const isCaught = result.results.some(({ check, verdict }) => check === deviation.caughtBy && verdict === 'fail')
  return { result, isCaught }
}

/** Runs the whole kit against a fresh emulator that deviates. */
export async function kill(deviation: Deviation): Promise<Kill> {
  return toKill(deviation, await tryDeviation(deviation))
}

/** The findings of a run about a deviation. */
export function toKill({ name, requirement, caughtBy }: Deviation, { result }: Trial): Kill {
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
