import { expect } from 'vitest'
import type { Deviation } from '../../emulator/disturb/deviations/deviation.ts'
import type { ConformanceOptions } from '../../conformance/judge/run-conformance.ts'
import type { RunResult } from '../../conformance/judge/result.ts'
import { tryDeviation } from './kill.ts'
import { failedRequirements, resultLines, type SubjectOptions } from '../conformance/subject.ts'

/** Asserts that the check that is meant to catch a deviation does, in a run that blames little else. */
export async function assertCaught(
  deviation: Deviation,
  options: Partial<ConformanceOptions>,
  subject?: SubjectOptions,
): Promise<RunResult> {
  const { caughtBy, requirement } = deviation
  const { result } = await tryDeviation(deviation, options, subject)
  const remarks = resultLines(result, 'fail', 'blocked', 'insufficientEvidence').join('\n')
  expect(
    result.results.find(({ check }) => check === caughtBy),
    remarks,
  ).toMatchObject({ verdict: 'fail', requirement })
  expect(failedRequirements(result).length, remarks).toBeLessThanOrEqual(2)
  expect(resultLines(result, 'error')).toEqual([])
  return result
}
