import { expect, it } from 'vitest'
import { timeShares } from './time-shares.ts'

it('gives whole shares in proportion that add up to the whole', () => {
  expect(timeShares([1, 2, 1], 400)).toEqual([100, 200, 100])
  expect(timeShares([0, 0, 0], 300)).toEqual([100, 100, 100])
  expect(timeShares([5, 0, 5], 1)).toEqual([1, 0, 0])
  expect(timeShares([], 7)).toEqual([])
  for (const whole of [0, 1, 7, 1503]) {
    const shares = timeShares([3, 0, 1.5, 8, 1 / 3], whole)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole)
    expect(shares.every((share) => share >= 0 && Number.isInteger(share))).toBe(true)
  }
})
