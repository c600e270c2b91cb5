import type { RunResult } from '../../conformance/judge/result.ts'
import type { ConformanceOptions } from '../../conformance/judge/run-conformance.ts'
import type { Deviation } from '../../emulator/disturb/deviations/deviation.ts'
import { deviatingSubject, runKit, type SubjectOptions } from '../conformance/subject.ts'

/** The run against a deviation. */
interface Trial {
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
