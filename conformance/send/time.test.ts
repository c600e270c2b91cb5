import { afterEach, expect, it, vi } from 'vitest'
import { systemTime } from './time.ts'

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
