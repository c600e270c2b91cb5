// A run against the emulator as it is: nothing is wrong, and the requests stay within their limits.
import { expect, it } from 'vitest'
import { defaultLimits } from '../../conformance/send/sender.ts'
import { emulatorSubject, resultLines, runKit, timelessSubject } from '../conformance/subject.ts'

it('finds nothing wrong with the emulator as it is, in a full run and in a quick one', async () => {
  for (const quick of [false, true]) {
    const result = await runKit(emulatorSubject(), { quick })
    expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence', 'notApplicable')).toEqual([])
  }
})

it('finds nothing wrong in a quick run where pages without limit are small', async () => {
  const result = await runKit(emulatorSubject({ defaultLimit: 9 }), { quick: true })
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
})

it.each([
  ['a quick', true, 405, 2],
  ['a full', false, 1540, 1.5],
] as const)('keeps to the request limits of %s run, in total and in a row', async (_kind, quick, most, factor) => {
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
  // A run that only waits, and never for one answer before the next request, takes requests × latency ÷ concurrency.
  expect((time.now() - begin) / latency).toBeLessThanOrEqual((factor * requests) / defaultLimits.concurrency)
})
