import { beforeAll, expect, it } from 'vitest'
import { jittering, verdictsOf } from './jitter.ts'
import { emulatorSubject } from './subject.ts'

let expected: string
beforeAll(async () => {
  expected = await verdictsOf(emulatorSubject())
})

const seeds = Array.from({ length: 100 }, (_, index) => index + 1)

it.each(seeds)('gives the same verdicts over a network that jitters, in order %i', async (seed) => {
  expect(await verdictsOf(jittering(emulatorSubject(), seed), seed)).toBe(expected)
})
