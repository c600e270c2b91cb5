// Runs each deviation against its check alone, as --only does: a check may not need what another one finds out.
// testing/product/kill-matrix.long.test.ts runs them against the whole kit.
import { expect, it } from 'vitest'
import { checks } from '../../conformance/checks/checks.ts'
import { isPassive } from '../../conformance/judge/define-check.ts'
import { everyDeviation } from '../faults/faults.ts'
import { assertCaughtAlone } from './assert-caught.ts'
import { emulatorSubject, resultLines, runKit, timelessSubject } from './subject.ts'

it('finds nothing wrong with the emulator as it is, in a full run and in a quick one', async () => {
  for (const quick of [false, true]) {
    const result = await runKit(emulatorSubject(), { quick })
    expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence', 'notApplicable')).toEqual([])
  }
})

it.each([
  ['a quick', true, 500, 165],
  ['a full', false, 1500, 650],
] as const)('keeps to the requests of %s run, in all and one after another', async (_kind, quick, most, inARow) => {
  const latency = 20
  const { target, fetch, time } = timelessSubject({})
  const begin = time.now()
  const late: typeof fetch = async (request) => {
    const response = await fetch(request)
    await time.sleep(latency)
    return response
  }
  const { requests } = await runKit({ target, fetch: late, time }, { quick })
  expect(requests).toBeLessThanOrEqual(most)
  expect((time.now() - begin) / latency).toBeLessThanOrEqual(inARow)
})

const passive = checks.filter((check) => isPassive(check)).map(({ id }) => id)

for (const check of passive) {
  it(`decides ${check} where nothing else was asked for, and reports nothing else`, async () => {
    const result = await runKit(emulatorSubject(), { only: [check] })
    expect(result.results.map((result) => `${result.check} ${result.verdict}`)).toEqual([`${check} pass`])
    expect(result.requests).toBeLessThanOrEqual(150)
  })
}

// Concurrent, as some checks wait for time to pass.
for (const deviation of everyDeviation) {
  const { name, caughtBy } = deviation
  it.concurrent(`catches ${name} by ${caughtBy} alone`, async () => {
    const result = await assertCaughtAlone(deviation, { checkResponses: true })
    if (passive.includes(caughtBy))
      expect(result.results.map(({ check, verdict }) => `${check} ${verdict}`)).toEqual([`${caughtBy} fail`])
  })
}
