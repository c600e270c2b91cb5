import { afterEach, expect, it, vi } from 'vitest'
import { createEmulator, type Emulator } from '../../create-emulator.ts'
import { get } from '../../../testing/emulator/faulty-emulator.ts'
import { Random } from '../../tools/random.ts'
import { sampleDelay } from './delay-of.ts'
import type { Fault } from './fault.ts'

afterEach(() => {
  vi.useRealTimers()
})

const flaky: Fault = { operation: 'legacy.root', status: 503, probability: 0.3 }

async function struck(emulator: Emulator, count: number, path = '/0/'): Promise<string> {
  let seen = ''
  for (let request = 0; request < count; request++) seen += (await get(emulator, path)).status === 503 ? 'x' : '.'
  return seen
}

const share = (seen: string) => seen.replaceAll('.', '').length / seen.length

it('affects a share of the requests, always the same for a seed, and others for another seed or world', async () => {
  const seen = await struck(createEmulator({ faults: [flaky] }), 400)
  expect(share(seen)).toBeGreaterThan(0.23)
  expect(share(seen)).toBeLessThan(0.37)
  const emulator = createEmulator({ faults: [flaky] })
  expect(await struck(emulator, 60)).toBe(seen.slice(0, 60))
  expect(await struck(emulator, 60, '/~blue/0/')).not.toBe(seen.slice(0, 60))
  emulator.reset()
  expect(await struck(emulator, 60)).toBe(seen.slice(0, 60))
  expect(await struck(createEmulator({ seed: 2, faults: [flaky] }), 60)).not.toBe(seen.slice(0, 60))
})

it('counts only triggered faults as times, and never or always triggers given 0 or 1', async () => {
  const emulator = createEmulator({ faults: [{ ...flaky, times: 3 }] })
  expect(emulator.faults.pending).toMatchObject([{ probability: 0.3, times: 3 }])
  expect((await struck(emulator, 100)).replaceAll('.', '')).toBe('xxx')
  expect(emulator.faults.isEmpty).toBe(true)
  expect(await struck(createEmulator({ faults: [{ ...flaky, probability: 0 }] }), 9)).toBe('.........')
  expect(await struck(createEmulator({ faults: [{ ...flaky, probability: 1, skip: 2 }] }), 5)).toBe('..xxx')
  expect(createEmulator({ faults: [flaky] }).faults.pending).toMatchObject([{ times: 'always' }])
})

it('spreads delays by their median and their 99th percentile', () => {
  const random = new Random(1)
  const chance = () => random.next() / 4_294_967_296
  const delays = Array.from({ length: 20_000 }, () => sampleDelay({ p50: 40, p99: '900ms' }, chance)).toSorted(
    (a, b) => a - b,
  )
  expect(delays[10_000]).toBeGreaterThan(38)
  expect(delays[10_000]).toBeLessThan(42)
  expect(delays[19_800]).toBeGreaterThan(800)
  expect(delays[19_800]).toBeLessThan(1000)
  expect(delays.every((delay) => Number.isInteger(delay) && delay >= 0)).toBe(true)
  expect(sampleDelay({ p50: 40, p99: 40 }, chance)).toBe(40)
  expect(sampleDelay({ p50: 1, p99: 2 ** 31 - 1 }, () => 1 - 2 ** -32)).toBeLessThanOrEqual(2 ** 31 - 1)
})
