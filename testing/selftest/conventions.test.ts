import { expect, it } from 'vitest'
import { staleMessage } from '../committed.ts'
import { combinations } from '../suite/tested-combinations.ts'
import { predictedLines, undecidedLines, undecidedPath } from './undecided.ts'
import { undecidedRules } from './undecided-rules.ts'
import { emulatorSubject, resultLines, runKit } from './subject.ts'

/** Under every combination of conventions the emulator follows the specification, so the kit must not blame it. */
for (const [index, combination] of combinations.entries()) {
  it(`blames nothing under convention combination ${index + 1}, and leaves undecided what is known to be`, async () => {
    const result = await runKit(emulatorSubject(combination))
    expect(resultLines(result, 'fail', 'error', 'blocked'), JSON.stringify(combination)).toEqual([])
    expect(result.results.some(({ verdict }) => verdict === 'pass')).toBe(true)
    expect(undecidedLines(result), staleMessage(undecidedPath, 'undecided')).toEqual(
      predictedLines(undecidedRules, combination),
    )
  })
}
