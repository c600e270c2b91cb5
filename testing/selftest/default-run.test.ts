// A run against the emulator as it is: nothing is wrong or left to declare, and the requests stay within their limits.
import { expect, it } from 'vitest'
import { declareNext } from '../../conformance/report/declare-next.ts'
import { summarize } from '../../conformance/report/summary.ts'
import { emulatorSubject, resultLines, runKit, timelessSubject } from '../conformance/subject.ts'

/** Milliseconds that a run waits if each answer takes a while. Nothing else takes time. */
async function runWithLatency(latency: number, { quick = false, seed = 1 }) {
  const { target, fetch, time } = timelessSubject({})
  const begin = time.now()
  const late: typeof fetch = async (request) => {
    const response = await fetch(request)
    await time.sleep(latency)
    return response
  }
  const result = await runKit({ target, fetch: late, time }, { quick, seed })
  return { result, waited: time.now() - begin }
}

const open = ['fail', 'error', 'blocked', 'insufficientEvidence', 'notApplicable'] as const

it.each([
  ['a quick', true, 300, 72],
  ['a full', false, 1494, 243],
] as const)(
  'finds nothing wrong with the emulator as it is in %s run, and keeps to its requests, in all and one after another',
  async (_kind, quick, most, mostInTurn) => {
    const latency = 20
    // Quick runs by these seeds send the most requests.
    for (const seed of quick ? [1, 7, 15] : [1]) {
      const { result, waited } = await runWithLatency(latency, { quick, seed })
      expect(resultLines(result, ...open)).toEqual([])
      // Asks for nothing that is declared or that would decide nothing.
      expect(declareNext(result, summarize(result).open)).toEqual({ members: [], decides: 0 })
      expect(result.requests).toBeLessThanOrEqual(most)
      // A run that never waited for one answer before the next request would take requests ÷ concurrency.
      expect(waited / latency).toBeLessThanOrEqual(mostInTurn)
    }
  },
)

it('takes at most 22.5 s where an answer takes 100 ms, and 45 s where it takes 200 ms', async () => {
  expect((await runWithLatency(100, {})).waited).toBeLessThanOrEqual(22_500)
  for (const seed of [1, 3, 6]) expect((await runWithLatency(200, { seed })).waited).toBeLessThanOrEqual(45_000)
})

it('finds nothing wrong in a quick run where pages without limit are small', async () => {
  const result = await runKit(emulatorSubject({ defaultLimit: 9 }), { quick: true })
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
})
