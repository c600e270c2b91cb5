// Runs the kit against wrong servers with moods: what quiet data shows may end undecided, but never passes.
import { expect, it } from 'vitest'
import { selectPart } from '../../sample.ts'
import { failedRequirements, resultLines, runKit } from '../../conformance/subject.ts'
import { moodyServers } from './moody-servers.ts'

for (const { name, requirement, make } of selectPart(moodyServers, 5)) {
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
    expect(failedRequirements(judged)).toEqual(expect.arrayContaining([...failedRequirements(result)]))
  })
}
