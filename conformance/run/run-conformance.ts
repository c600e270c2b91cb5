import { type ActiveCheck, isPassive } from './define-check.ts'
import { type ConformanceOptions, openRun } from './open-run.ts'
import type { RunResult } from './result.ts'

export type { ConformanceOptions } from './open-run.ts'

/**
 * Runs checks against a target. Checks run side by side within the limits, each behind the checks that it builds
 * on; those that move the target's clock run alone at the end. What was made is deleted, also after an abort.
 * @throws KitError `invalid_selection` when `only` or `skip` match nothing.
 */
export async function runConformance(options: ConformanceOptions): Promise<RunResult> {
  const opened = openRun(options)
  const passive = opened.selected.filter((check) => isPassive(check))
  const active = opened.selected.filter((check): check is ActiveCheck => !isPassive(check))
  try {
    await Promise.all(
      opened.run.random.shuffle(active.filter((check) => !check.exclusive)).map((check) => opened.decide(check)),
    )
    for (const check of active.filter((one) => one.exclusive)) await opened.decide(check)
    for (const check of passive) await opened.decide(check)
  } catch (error) {
    // A fault of the kit outside of every check: what was made is deleted all the same.
    await opened.close()
    throw error
  }
  return await opened.close()
}
