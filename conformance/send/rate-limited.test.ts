import { expect, it } from 'vitest'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { checks } from '../checks/checks.ts'
import { runConformance } from '../judge/run-conformance.ts'
import { toTarget } from '../target/target-file.ts'
import type { Time } from './time.ts'

it('decides everything about a target that limits its rate, by waiting as it asks', async () => {
  const begin = Date.parse('2027-01-01')
  const emulator = createEmulator({ conventions: { rateLimit: 40 }, clock: begin })
  let now = begin
  const time: Time = {
    now: () => now,
    // The limit of the whole run is never reached. Waits pass on both clocks, hooks only on the target's.
    sleep: async (milliseconds) => {
      if (milliseconds >= 600_000) return await new Promise<never>(() => undefined)
      now += milliseconds
      emulator.clock.advance(milliseconds)
    },
  }
  const result = await runConformance({
    target: toTarget(toTargetFile(emulator, 'http://target.test', true)),
    checks,
    fetch: emulator.fetch,
    time,
    limits: { maxWait: 300_000 },
  })
  expect(
    result.results
      .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'observed')
      .map(({ check, verdict, message }) => `${check} ${verdict} ${message}`),
  ).toEqual([])
  expect(now - begin).toBeGreaterThan(5 * 60_000)
})
