import { setTimeout } from 'node:timers'
import { afterEach, expect, it, vi } from 'vitest'
import { scheduleAfterRunning, systemTime } from './time.ts'

afterEach(() => void vi.useRealTimers())

it('works under the fake timers and clock of a test', async () => {
  vi.useFakeTimers({ now: 0 })
  const before = systemTime.now()
  await systemTime.sleep(5)
  expect(systemTime.now()).toBeGreaterThan(before)
})

it('does not count the time in which the process was suspended', async () => {
  let calls = 0
  const end = scheduleAfterRunning(50, () => calls++)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 80)
  // Timers that are due run before this, as they do before an answer is read.
  await new Promise<void>((resolve) => void setTimeout(() => setImmediate(resolve), 0))
  end()
  expect(calls).toBe(0)
})
