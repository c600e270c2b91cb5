import { expect, it } from 'vitest'
import { SharedWaits } from './shared-waits.ts'

/** A clock that tasks wait for together, and the list of what happened. */
function scene() {
  const waits = new SharedWaits()
  const happened: string[] = []
  const until = async (moment: number, slack = 0): Promise<void> =>
    await waits.until({
      moment,
      slack,
      kept: [],
      move: async (to) => {
        await Promise.resolve()
        if (to < 0) throw new Error('no clock goes back')
        happened.push(`at ${to}`)
      },
    })
  return { waits, happened, until }
}

it('moves once for tasks that wait for nearly the same moment, when none is busy any more', async () => {
  const { waits, happened, until } = scene()
  await waits.together([
    async () => {
      await until(10, 5)
      happened.push('first')
    },
    async () => {
      await new Promise((resolve) => setImmediate(resolve))
      happened.push('busy')
      await until(12)
      happened.push('second')
      await until(30)
    },
    async () => await until(20),
  ])
  expect(happened).toEqual(['busy', 'at 12', 'first', 'second', 'at 20', 'at 30'])
})

it('counts work that tasks share as one task', async () => {
  const { waits, happened, until } = scene()
  let told: Promise<void> | undefined
  const story = () => waits.share<void>((counted) => (told ??= counted(async () => await until(5))))
  await waits.together([story, story, async () => await until(7)])
  expect(happened).toEqual(['at 5', 'at 7'])
})

it('ends the waits for a moment that cannot come, and no other', async () => {
  const { waits, happened, until } = scene()
  await waits.together([
    async () => await expect(until(-1)).rejects.toThrow('no clock goes back'),
    async () => await until(3),
  ])
  expect(happened).toEqual(['at 3'])
})

it('moves at once for a single task', async () => {
  const { happened, until } = scene()
  await until(4)
  expect(happened).toEqual(['at 4'])
})
