// Runs each deviation against its check alone, as --only does: a check may not need what another one finds out.
// kill-matrix.long.test.ts runs them against the whole kit.
import { expect, it } from 'vitest'
import { checks } from '../../conformance/checks/checks.ts'
import { isPassive } from '../../conformance/judge/define-check.ts'
import { everyDeviation } from '../faults/faults.ts'
import { assertCaughtAlone } from './assert-caught.ts'
import { emulatorSubject, resultLines, runKit, timelessSubject } from './subject.ts'

it('finds nothing wrong with the emulator as it is, in a default run and in a thorough one', async () => {
  for (const thorough of [false, true]) {
    const result = await runKit(emulatorSubject(), { thorough })
    expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence', 'notApplicable')).toEqual([])
  }
})

it('sends at most 500 requests in a default run, and waits for at most 160 of them one after another', async () => {
  const latency = 20
  const { target, fetch, time } = timelessSubject({})
  const begin = time.now()
  const late: typeof fetch = async (request) => {
    const response = await fetch(request)
    await time.sleep(latency)
    return response
  }
  const { requests } = await runKit({ target, fetch: late, time })
  expect(requests).toBeLessThanOrEqual(500)
  expect((time.now() - begin) / latency).toBeLessThanOrEqual(160)
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
