import { setTimeout } from 'node:timers'
import { afterEach, expect, it, vi } from 'vitest'
import { afterRunning, systemTime } from './time.ts'

afterEach(() => void vi.useRealTimers())

it('counts whole milliseconds since 1970', () => {
  expect(Number.isInteger(systemTime.now())).toBe(true)
  expect(systemTime.now()).toBeGreaterThan(1_700_000_000_000)
})

it('goes on under the timers and the clock of a test', async () => {
  vi.useFakeTimers({ now: 0 })
  const before = systemTime.now()
  await systemTime.sleep(5)
  expect(systemTime.now()).toBeGreaterThan(before)
})

it('rejects a sleep when its signal aborts', async () => {
  const controller = new AbortController()
  const asleep = systemTime.sleep(60_000, controller.signal)
  controller.abort(new Error('enough'))
  await expect(asleep).rejects.toThrow('enough')
  await expect(systemTime.sleep(0, controller.signal)).rejects.toThrow('enough')
})

it('calls back after a time, also under the timers of a test, unless it is ended', async () => {
  vi.useFakeTimers()
  let calls = 0
  const end = afterRunning(10, () => calls++)
  end()
  await new Promise<void>((resolve) => void afterRunning(20, resolve))
  expect(calls).toBe(0)
})

it('does not count the time in which the process stood still', async () => {
  let calls = 0
  const end = afterRunning(50, () => calls++)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 80)
  // Timers that are due run before this, as they do before an answer is read.
  await new Promise<void>((resolve) => void setTimeout(() => setImmediate(resolve), 0))
  end()
  expect(calls).toBe(0)
})
