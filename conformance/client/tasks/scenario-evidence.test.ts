import { expect, it } from 'vitest'
import { madeRun, madeToken } from '../../../testing/clients/made-run.ts'
import { callsWithAccessToken } from './scenario-evidence.ts'
import type { OutcomeRun } from './task.ts'

it.each([
  [0, []],
  [3, [1, 2, 3]],
  [12, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
  [400, [1, 2, 3, 4, 200, 400]],
])('lets the token expire at few of %i requests with it', (count, numbers) => {
  const calls = Array.from({ length: count }, () => ({ line: 'GET /1.13/environments' }))
  expect(callsWithAccessToken(madeRun([madeToken(), ...calls]) as OutcomeRun)).toEqual(numbers)
})
