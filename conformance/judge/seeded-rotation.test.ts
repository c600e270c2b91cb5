import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SeededRotation } from './seeded-rotation.ts'

const range = (length: number): number[] => Array.from({ length }, (_, index) => index)
const lengths = fc.integer({ min: 1, max: 40 })
const seeds = fc.integer({ min: 0, max: 0xffff_ff00 })

it('chooses the requested number of different items, and all items over consecutive seeds', () => {
  fc.assert(
    fc.property(lengths, lengths, seeds, fc.nat(1000), (length, count, seed, offset) => {
      const items = range(length)
      const runs = range(Math.ceil(length / count)).map((run) =>
        new SeededRotation(seed + run, true).some(items, count, offset),
      )
      for (const chosen of runs) expect(new Set(chosen).size).toBe(Math.min(count, length))
      expect(new Set(runs.flat()).size).toBe(length)
    }),
  )
})
