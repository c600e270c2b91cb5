import { expect, it } from 'vitest'
import { eachAtOnce } from './each-at-once.ts'

it('does so many at a time, and all before the next', async () => {
  const done: number[] = []
  let [underWay, most] = [0, 0]
  await eachAtOnce(
    [5, 4, 3, 2, 1],
    async (turns) => {
      most = Math.max(most, ++underWay)
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      underWay--
      done.push(turns)
    },
    2,
  )
  expect(most).toBe(2)
  expect(done).toEqual([4, 5, 2, 3, 1])
})

it('fails as the first in order does, once all of its turn have ended', async () => {
  const ended: string[] = []
  const failing = eachAtOnce(['slow', 'fast'], async (name) => {
    for (let turn = 0; turn < (name === 'slow' ? 9 : 1); turn++) await Promise.resolve()
    ended.push(name)
    throw new Error(name)
  })
  await expect(failing).rejects.toThrow('slow')
  expect(ended).toEqual(['fast', 'slow'])
})
