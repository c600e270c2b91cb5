import { expect, it } from 'vitest'
import { absent, isExplained, type Operation } from './linearizable.ts'

type Times = readonly [from: number, to: number]

const write = ([from, to]: Times, value: string): Operation => ({
  name: `writes ${value}`,
  from,
  to,
  apply: () => value,
  overwrites: true,
})
const read = ([from, to]: Times, value: string): Operation => ({
  name: `reads ${value}`,
  from,
  to,
  apply: (state) => (state === value ? state : undefined),
})

it('explains what overlaps in any order, and what does not in its own order only', () => {
  expect(isExplained([read([1, 2], absent), write([3, 6], 'a'), write([4, 5], 'b'), read([7, 8], 'a')])).toBe(true)
  expect(isExplained([read([1, 2], absent), write([3, 6], 'a'), write([4, 5], 'b'), read([7, 8], 'b')])).toBe(true)
  expect(isExplained([write([3, 4], 'a'), write([5, 6], 'b'), read([7, 8], 'a')])).toBe(false)
  expect(isExplained([write([1, 2], 'a'), read([3, 6], absent)])).toBe(false)
})

it('does not explain two orders at once', () => {
  const writes = [write([1, 10], 'a'), write([1, 10], 'b')]
  expect(isExplained([...writes, read([11, 12], 'a'), read([13, 14], 'b')])).toBe(false)
})

it('throws before it takes too long', () => {
  const writes = Array.from({ length: 24 }, (_, number) => write([1, 100], `v${number}`))
  expect(() => isExplained([...writes, read([101, 102], absent)], 1000)).toThrow('in 1000 steps')
})
