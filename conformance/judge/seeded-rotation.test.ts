import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SeededRotation } from './seeded-rotation.ts'

const upTo = (length: number): number[] => Array.from({ length }, (_, index) => index)
const lengths = fc.integer({ min: 1, max: 40 })
const seeds = fc.integer({ min: 0, max: 0xffff_ff00 })

it('chooses so many different items, and all of them by seeds in a row', () => {
  fc.assert(
    fc.property(lengths, lengths, seeds, fc.nat(1000), (length, count, seed, offset) => {
      const items = upTo(length)
      const runs = upTo(Math.ceil(length / count)).map((run) =>
        new SeededRotation(seed + run, true).some(items, count, offset),
      )
      for (const chosen of runs) expect(new Set(chosen).size).toBe(Math.min(count, length))
      expect(new Set(runs.flat()).size).toBe(length)
    }),
  )
})

it('chooses a different item for each offset, as far as there are any', () => {
  const rotation = new SeededRotation(7, true)
  expect(new Set(upTo(5).map((offset) => rotation.some(upTo(5), 1, offset)[0])).size).toBe(5)
})

it('chooses all in a run that is not quick', () => {
  expect(new SeededRotation(3, false).some(upTo(9), 2)).toEqual(upTo(9))
})
