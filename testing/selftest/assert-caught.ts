import { expect } from 'vitest'
import type { Deviation } from '../../emulator/disturb/deviations/define-deviation.ts'
import type { RunResult } from '../../conformance/judge/result.ts'
import { tryDeviation } from './kill.ts'
import { failedRequirements, resultLines, type SubjectOptions } from './subject.ts'

/** Runs the check that is meant to catch a deviation, alone, and asserts that it does and blames little else. */
export async function assertCaughtAlone(deviation: Deviation, subject: SubjectOptions): Promise<RunResult> {
  const { caughtBy, requirement } = deviation
  const { result } = await tryDeviation(deviation, { only: [caughtBy] }, subject)
  expect(
    result.results.find(({ check }) => check === caughtBy),
    resultLines(result, 'fail', 'blocked', 'insufficientEvidence').join('\n'),
  ).toMatchObject({ verdict: 'fail', requirement })
  expect(failedRequirements(result).length).toBeLessThanOrEqual(2)
  expect(resultLines(result, 'error')).toEqual([])
  return result
}
