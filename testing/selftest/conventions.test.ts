import { expect, it } from 'vitest'
import { conventionCombinations } from '../suite/combinations.ts'
import { emulatorSubject, resultLines, runKit } from './subject.ts'

/** Every combination of conventions is a right server that answers in its own way: not one may be blamed. */
for (const [index, combination] of conventionCombinations(60).entries()) {
  it(`blames nothing under convention combination ${index + 1}`, async () => {
    const result = await runKit(emulatorSubject(combination))
    expect(resultLines(result, 'fail', 'error', 'blocked'), JSON.stringify(combination)).toEqual([])
    expect(result.results.some(({ verdict }) => verdict === 'pass')).toBe(true)
  })
}
