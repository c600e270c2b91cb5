// Runs the kit against wrong servers with moods: what quiet data shows may end undecided, but never passes.
import { expect, it } from 'vitest'
import type { RunResult } from '../../../conformance/run/result.ts'
import { failedRequirements, resultLines, runKit } from '../../selftest/subject.ts'
import { awaiting } from '../right/awaiting.ts'
import { moodyServers } from './moody-servers.ts'

const failed = ({ results }: RunResult) => results.filter(({ verdict }) => verdict === 'fail')

for (const { name, requirement, make } of moodyServers) {
  it.skipIf(name in awaiting)(`does not pass ${name}`, async () => {
    const { options = {}, ...quiet } = make(false)
    const shown = await runKit(quiet, options)
    expect(failedRequirements(shown)).toContain(requirement)
    const { options: moodyOptions = {}, ...moody } = make(true)
    const result = await runKit(moody, moodyOptions)
    const catching = failed(shown).filter((one) => one.requirement === requirement)
    const passing = resultLines(result, 'pass').filter((line) =>
      catching.some(({ check }) => line.startsWith(`${check} `)),
    )
    expect(passing).toEqual([])
    expect(resultLines(result, 'error')).toEqual([])
    expect(failedRequirements(result).filter((id) => !failedRequirements(shown).includes(id))).toEqual([])
  })
}
