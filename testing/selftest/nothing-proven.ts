import { expect } from 'vitest'
import type { RunResult } from '../../conformance/judge/result.ts'
import { resultLines } from './subject.ts'

/** Expects that no check passed, and that nothing is blamed on the kit. */
export function expectNothingProven(result: RunResult): void {
  expect(resultLines(result, 'pass', 'error')).toEqual([])
}
