import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { Clock } from './clock.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

const start = Date.UTC(2026, 2, 1)

it('only moves forward under any sequence of operations and any movement of the real clock', () => {
  const operation = fc.oneof(
    fc.record({ kind: fc.constant('real' as const), by: fc.integer({ min: -1e9, max: 1e9 }) }),
    fc.record({
      kind: fc.constant('advance' as const),
      by: fc.oneof(fc.integer({ min: -1000, max: 1e9 }), fc.double(), fc.constantFrom('8d', '1h30m', '-1s', '')),
    }),
    fc.record({ kind: fc.constant('set' as const), by: fc.integer({ min: -1e10, max: 1e10 }) }),
    fc.record({ kind: fc.constantFrom('freeze' as const, 'unfreeze' as const, 'read' as const), by: fc.constant(0) }),
  )
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 40 }), fc.boolean(), (operations, frozen) => {
      let real = start
      const clock = new Clock({ start, frozen, timeSource: () => real })
      let last = clock.now()
      for (const { kind, by } of operations) {
        if (kind === 'real') real += by
        else {
          try {
            if (kind === 'advance') clock.advance(by)
            else if (kind === 'set') clock.set(start + (by as number))
            else if (kind !== 'read') clock[kind]()
          } catch (error) {
            expect(error).toBeInstanceOf(EmulatorError)
          }
        }
        const now = clock.now()
        expect(Number.isInteger(now)).toBe(true)
        expect(now).toBeGreaterThanOrEqual(last)
        last = now
      }
    }),
  )
})

it('runs with real time until frozen, and resumes from where it stopped', () => {
  let real = 5_000
  const clock = new Clock({ start, timeSource: () => real })
  real += 250
  expect(clock.now()).toBe(start + 250)
  clock.freeze()
  real += 1000
  expect({ now: clock.now(), frozen: clock.frozen }).toEqual({ now: start + 250, frozen: true })
  clock.unfreeze()
  real += 10
  expect(clock.now()).toBe(start + 260)
})

it('is at the same time as its fork, although real time passes while that is made', () => {
  let real = start
  const timeSource = () => real++
  const clock = new Clock({ timeSource })
  expect(clock.fork().now()).toBe(real - 1)
  const emulator = createEmulator({ clock: { timeSource } }).fork()
  expect(emulator.clock.now()).toBe(real - 1)
  expect(emulator.fork().clock.now()).toBe(real - 1)
  expect(emulator.worlds.default.fork().clock.now()).toBe(real - 1)
})
