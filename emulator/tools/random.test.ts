import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Random } from './random.ts'

const take = (random: Random, count: number) => Array.from({ length: count }, () => random.next())

it('gives the same numbers for the same seed on every machine', () => {
  expect(take(new Random(1), 5)).toEqual(take(new Random(1), 5))
  expect(take(new Random(1), 3)).toMatchInlineSnapshot(`
    [
      1580013426,
      350525680,
      3524174333,
    ]
  `)
})

it('differs between neighbouring seeds', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      (seed) => void expect(take(new Random(seed), 4)).not.toEqual(take(new Random(seed + 1), 4)),
    ),
  )
})

it('continues from its state, which is one 32-bit integer', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat({ max: 50 }), (seed, count) => {
      const random = new Random(seed)
      take(random, count)
      const { state } = random
      expect(state).toBe(state | 0)
      expect(take(new Random(state), 8)).toEqual(take(random, 8))
    }),
  )
})

it('stays below the bound and reaches every value under it', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 62 }), (seed, bound) => {
      const random = new Random(seed)
      const seen = new Set(Array.from({ length: bound * 40 }, () => random.below(bound)))
      expect([...seen].every((value) => Number.isInteger(value) && value >= 0 && value < bound)).toBe(true)
      expect(seen.size).toBe(bound)
    }),
    { seed: 1 },
  )
})

it('makes a text of the given length from letters and digits', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.nat({ max: 100 }),
      (seed, length) => void expect(new Random(seed).text(length)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`)),
    ),
  )
})
