// Runs the kit against wrong servers with moods: what quiet data shows may end undecided, but never passes.
import { expect, it } from 'vitest'
import { partOf } from '../../sample.ts'
import { failedRequirements, resultLines, runKit } from '../../conformance/subject.ts'
import { moodyServers } from './moody-servers.ts'

/**
 * The checks that a wrong page breaks besides, where writers let it be seen: the record that it adds matches no
 * filter, and the one that it skips is missing from the walk by which others are known.
 */
const besides: Readonly<Record<string, readonly string[]>> = {
  'a page that skips one record, among other writers': ['cursors.ending-before'],
  'a page that repeats its cursor, among other writers': ['filters.exact'],
}

for (const { name, requirement, make } of partOf(moodyServers, 5)) {
  it(`does not pass ${name}`, async () => {
    const { options = {}, ...quiet } = make(false)
    const judged = await runKit(quiet, options)
    expect(failedRequirements(judged)).toContain(requirement)
    const { options: moodyOptions = {}, ...moody } = make(true)
    const result = await runKit(moody, moodyOptions)
    // A check of the requirement may still pass, as what it looks at is right while others write.
    const verdicts = result.results.filter((result) => result.requirement === requirement).map(({ verdict }) => verdict)
    expect(verdicts.filter((verdict) => ['fail', 'insufficientEvidence'].includes(verdict))).not.toEqual([])
    expect(resultLines(result, 'error')).toEqual([])
    const expected = [...failedRequirements(judged), ...(besides[name] ?? [])]
    expect(failedRequirements(result).filter((id) => !expected.includes(id))).toEqual([])
  })
}
