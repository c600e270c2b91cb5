import { expect } from 'vitest'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { staleMessage } from '../committed.ts'
import { combinations } from '../suite/tested-combinations.ts'
import { predictedLines, undecidedLines, undecidedPath } from './undecided.ts'
import { undecidedRules } from './undecided-rules.ts'
import { emulatorSubject, resultLines, runKit } from './subject.ts'

/** The combinations by their numbers. Every other one is run by `npm test`; `npm run test:long` runs the rest. */
export const numbered: readonly (readonly [number: number, combination: Partial<Conventions>])[] = combinations.map(
  (combination, index) => [index + 1, combination],
)

/** Under every combination of conventions the emulator follows the specification, so the kit must not blame it. */
export async function expectKnownUndecided(combination: Partial<Conventions>): Promise<void> {
  const result = await runKit(emulatorSubject(combination))
  expect(resultLines(result, 'fail', 'error', 'blocked'), JSON.stringify(combination)).toEqual([])
  expect(result.results.some(({ verdict }) => verdict === 'pass')).toBe(true)
  expect(undecidedLines(result), staleMessage(undecidedPath, 'undecided')).toEqual(
    predictedLines(undecidedRules, combination),
  )
}
