// Runs each deviation against its check alone, as --only does: a check may not need what another one finds out.
import { expect, it } from 'vitest'
import { checks } from '../../conformance/rules/checks.ts'
import { isPassive } from '../../conformance/run/define-check.ts'
import { deviations } from '../../emulator/deviations/deviations.ts'
import { tryDeviation } from './kill.ts'
import { emulatorSubject, failedRequirements, resultLines, runKit } from './subject.ts'

const passive = checks.filter((check) => isPassive(check)).map(({ id }) => id)

for (const check of passive) {
  it(`decides ${check} where nothing else was asked for, and reports nothing else`, async () => {
    const result = await runKit(emulatorSubject(), { only: [check] })
    expect(result.results.map((one) => `${one.check} ${one.verdict}`)).toEqual([`${check} pass`])
    expect(result.requests).toBeLessThanOrEqual(150)
  })
}

// Concurrent, as some checks wait for time to pass.
for (const deviation of deviations) {
  const { name, caughtBy, requirement } = deviation
  it.concurrent(`catches ${name} by ${caughtBy} alone`, async () => {
    const { result } = await tryDeviation(deviation, { only: [caughtBy] }, { checkResponses: true })
    expect(
      result.results.find(({ check }) => check === caughtBy),
      resultLines(result, 'fail', 'blocked', 'insufficientEvidence').join('\n'),
    ).toMatchObject({ verdict: 'fail', requirement })
    expect(failedRequirements(result).length).toBeLessThanOrEqual(2)
    expect(resultLines(result, 'error')).toEqual([])
    if (passive.includes(caughtBy))
      expect(result.results.map(({ check, verdict }) => `${check} ${verdict}`)).toEqual([`${caughtBy} fail`])
  })
}
