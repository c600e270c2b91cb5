import { expect, it } from 'vitest'
import { selectPart } from './sample.ts'

const items = Array.from({ length: 95 }, (_, index) => index)

it('takes everything once in thirty days, a thirtieth each day', () => {
  const parts = Array.from({ length: 30 }, (_, day) => selectPart(items, 30, String(20_000 + day)))
  expect(parts.flat().toSorted((left, right) => left - right)).toEqual(items)
  expect(Math.max(...parts.map(({ length }) => length))).toBe(4)
})

it('takes the same part for the same seed, and everything for all', () => {
  expect(selectPart(items, 10, '7')).toEqual(selectPart(items, 10, '17'))
  expect(selectPart(items, 10, 'all')).toEqual(items)
})
