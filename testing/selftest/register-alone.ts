import { expect, it } from 'vitest'
import { checks } from '../../conformance/checks/checks.ts'
import { isPassive } from '../../conformance/judge/define-check.ts'
import type { everyDeviation } from '../faults/faults.ts'
import { assertCaughtAlone } from './assert-caught.ts'

/** The checks that decide by what others asked. */
export const passive: readonly string[] = checks.filter((check) => isPassive(check)).map(({ id }) => id)

/** Registers a test for each deviation: its check alone catches it. */
export function registerAlone(deviations: typeof everyDeviation): void {
  // Concurrent, as some checks wait for time to pass.
  for (const deviation of deviations) {
    const { name, caughtBy } = deviation
    it.concurrent(`catches ${name} by ${caughtBy} alone`, async () => {
      const result = await assertCaughtAlone(deviation, { checkResponses: true })
      if (passive.includes(caughtBy))
        expect(result.results.map(({ check, verdict }) => `${check} ${verdict}`)).toEqual([`${caughtBy} fail`])
    })
  }
}
