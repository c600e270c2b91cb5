import { afterEach, expect, it, vi } from 'vitest'
import { Turn } from './in-turns.ts'
import { nextTurn } from './next-turn.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('comes where there is no MessageChannel, as in jsdom', async () => {
  vi.stubGlobal('MessageChannel', undefined)
  vi.useFakeTimers()
  await expect(nextTurn()).resolves.toBeUndefined()
})

it('lets long work go on under fake timers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const work = new Turn()
  const until = performance.now() + 10
  while (performance.now() < until);
  await expect(work.end()).resolves.toBeUndefined()
  expect(work.end()).toBeUndefined()
})
