import { expect, it } from 'vitest'
import { jittering, verdictsOf } from './jitter.ts'
import { emulatorSubject, runKit } from './subject.ts'

it('gives the same verdicts in the same order when run twice', async () => {
  expect(await verdictsOf(emulatorSubject())).toBe(await verdictsOf(emulatorSubject()))
})

it.each([1, 2, 3, 4, 5])('gives the same verdicts over a network that jitters, in order %i', async (seed) => {
  expect(await verdictsOf(jittering(emulatorSubject(), seed), seed)).toBe(await verdictsOf(emulatorSubject()))
})

it('takes at most 1,500 requests', async () => {
  const result = await runKit(emulatorSubject())
  console.log(
    `${result.requests} requests, ${result.results.length} checks, ${Math.round(result.durationMs)} ms in process`,
  )
  expect(result.requests).toBeLessThanOrEqual(1500)
})
