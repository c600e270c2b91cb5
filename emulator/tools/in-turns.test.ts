import { afterEach, expect, it, vi } from 'vitest'
import { TimeSlice } from './in-turns.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('lets long work continue under fake timers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const work = new TimeSlice()
  const until = performance.now() + 10
  while (performance.now() < until);
  await expect(work.end()).resolves.toBeUndefined()
  expect(work.end()).toBeUndefined()
})
