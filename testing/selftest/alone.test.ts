// Runs each deviation against its check alone, as --only does: a check may not need what another one finds out.
// alone.long.test.ts has the other half; testing/product/kill-matrix.long.test.ts runs them against the whole kit.
import { expect, it } from 'vitest'
import { everyDeviation } from '../faults/faults.ts'
import { passive, registerAlone } from './register-alone.ts'
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

for (const check of passive) {
  it(`decides ${check} where nothing else was asked for, and reports nothing else`, async () => {
    const result = await runKit(emulatorSubject(), { only: [check] })
    expect(result.results.map((result) => `${result.check} ${result.verdict}`)).toEqual([`${check} pass`])
    expect(result.requests).toBeLessThanOrEqual(150)
  })
}

registerAlone(everyDeviation.filter((_, index) => index % 2 === 0))
