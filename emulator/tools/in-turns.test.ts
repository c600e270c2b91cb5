import { setImmediate } from 'node:timers'
import { expect, it } from 'vitest'
import { inTurns } from './in-turns.ts'

/** Work in steps of some milliseconds, which notes in which round of the event loop each of them was done. */
function* work(steps: number, round: () => number, rounds: number[]): Generator<void, number> {
  for (let step = 0; step < steps; step++) {
    for (const end = performance.now() + 9; performance.now() < end;);
    rounds.push(round())
    yield
  }
  return steps
}

it('does one step of one of many in each round of the event loop, and ends them all', async () => {
  let round = 0
  let isOver = false
  const count = () => {
    round++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const rounds: number[] = []
  const done = await Promise.all(Array.from({ length: 6 }, () => inTurns(work(4, () => round, rounds))))
  isOver = true
  expect(done).toEqual([4, 4, 4, 4, 4, 4])
  // The first steps are done where the work begins.
  const later = rounds.slice(6)
  expect([later.length, new Set(later).size]).toEqual([18, 18])
})
