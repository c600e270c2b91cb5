import { expect } from 'vitest'
import { resultLines, runKit } from '../../../selftest/subject.ts'
import { type Combination, openCombination } from './product.ts'
import { rulesOf, type UndecidedRule } from './undecided.ts'

/**
 * Runs every check against the server of a combination: nothing may fail, and a rule must tell why something is open.
 * @returns the rules that it took.
 */
export async function expectRight(combination: Combination): Promise<ReadonlySet<UndecidedRule>> {
  const { options = {}, close, ...subject } = await openCombination(combination)
  try {
    const result = await runKit(subject, options)
    expect(resultLines(result, 'fail', 'error')).toEqual([])
    expect(resultLines(result, 'pass').length).toBeGreaterThan(fewestPassed)
    const open = result.results.filter(({ verdict }) => verdict === 'insufficientEvidence' || verdict === 'blocked')
    const ruled = open.map((found) => ({ found, rules: rulesOf(combination, found) }))
    const unruled = ruled.filter(({ rules }) => rules.length === 0)
    expect(unruled.map(({ found: { check, cause, message } }) => `${check}, ${cause?.kind}: ${message}`)).toEqual([])
    return new Set(ruled.flatMap(({ rules }) => rules))
  } finally {
    await close?.()
  }
}

/** However few records a server has, more checks than this pass. */
const fewestPassed = 150
