import { expect, it } from 'vitest'
import { jittering, verdictsOf } from './jitter.ts'
import { emulatorSubject } from './subject.ts'

it('gives the same verdicts in the same order when run twice', async () => {
  expect(await verdictsOf(emulatorSubject())).toBe(await verdictsOf(emulatorSubject()))
})

// repeat.long.test.ts has a hundred orders.
it('gives the same verdicts over a network that jitters', async () => {
  expect(await verdictsOf(jittering(emulatorSubject(), 1), 1)).toBe(await verdictsOf(emulatorSubject()))
})
