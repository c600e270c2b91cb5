import { expect, it } from 'vitest'
import { Random } from '../../conformance/run/random.ts'
import { systemTime } from '../../conformance/wire/time.ts'
import { emulatorSubject, runKit, type Subject } from './subject.ts'

const verdictsOf = async (subject: Subject, seed = 1): Promise<string> =>
  (await runKit(subject, { seed })).results.map(({ check, verdict }) => `${check} ${verdict}`).join('\n')

it('gives the same verdicts in the same order when run twice', async () => {
  expect(await verdictsOf(emulatorSubject())).toBe(await verdictsOf(emulatorSubject()))
})

/** A hundred runs in all, in tests of ten: each has its own time, however busy the machine is. */
for (const first of Array.from({ length: 10 }, (_, index) => index * 10 + 1)) {
  it(`gives the same verdicts over a network that jitters, in other orders, in runs ${first} to ${first + 9}`, async () => {
    const expected = await verdictsOf(emulatorSubject())
    for (let run = first; run < first + 10; run++) {
      const random = new Random(run)
      const subject = emulatorSubject()
      const jittering: Subject = {
        ...subject,
        fetch: async (request) =>
          (random.next() < 0.05 ? systemTime.sleep(random.next() * 4) : Promise.resolve()).then(() =>
            subject.fetch(request),
          ),
      }
      expect(await verdictsOf(jittering, run), `run ${run}`).toBe(expected)
    }
  })
}

it('takes at most 500 requests', async () => {
  const result = await runKit(emulatorSubject())
  console.log(
    `${result.requests} requests, ${result.results.length} checks, ${Math.round(result.durationMs)} ms in process`,
  )
  expect(result.requests).toBeLessThanOrEqual(500)
})
