// A run against the emulator as it is: nothing is wrong or left to declare, and the requests stay within their limits.
import { expect, it } from 'vitest'
import { declareNext } from '../../conformance/report/declare-next.ts'
import { summarize } from '../../conformance/report/summary.ts'
import { defaultLimits } from '../../conformance/send/sender.ts'
import { emulatorSubject, resultLines, runKit, timelessSubject } from '../conformance/subject.ts'

const open = ['fail', 'error', 'blocked', 'insufficientEvidence', 'notApplicable'] as const

it.each([
  ['a quick', true, 405, 2],
  ['a full', false, 1540, 1.5],
] as const)(
  'finds nothing wrong with the emulator as it is in %s run, and keeps to its requests, in all and one after another',
  async (_kind, quick, most, factor) => {
    const latency = 20
    const { target, fetch, time } = timelessSubject({})
    const begin = time.now()
    const late: typeof fetch = async (request) => {
      const response = await fetch(request)
      await time.sleep(latency)
      return response
    }
    const result = await runKit({ target, fetch: late, time }, { quick })
    expect(resultLines(result, ...open)).toEqual([])
    // Asks for nothing that is declared or that would decide nothing.
    expect(declareNext(result, summarize(result).open)).toEqual({ members: [], decides: 0 })
    const { requests } = result
    expect(requests).toBeLessThanOrEqual(most)
    // A run that only waits, and never for one answer before the next request, takes requests × latency ÷ concurrency.
    expect((time.now() - begin) / latency).toBeLessThanOrEqual((factor * requests) / defaultLimits.concurrency)
  },
)

it('finds nothing wrong in a quick run where pages without limit are small', async () => {
  const result = await runKit(emulatorSubject({ defaultLimit: 9 }), { quick: true })
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
})
