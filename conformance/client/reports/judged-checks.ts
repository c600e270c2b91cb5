import type { JudgedRun } from '../../report/baseline.ts'
import type { ClientResult } from '../judge/client-result.ts'
import { verdictOfAll } from '../judge/summary.ts'

/** The verdict of each check over all runs, for baselines. With `strict`, advice is a failure. */
export function judgedChecks(results: readonly ClientResult[], strict: boolean): JudgedRun {
  const byCheck = [...Map.groupBy(results, ({ check }) => check)]
  return {
    results: byCheck.map(([check, found]) => {
      const verdict = verdictOfAll(found)!
      // A check that was kept is decided, whatever its level.
      const counted = verdict === 'advice' ? (strict ? 'fail' : 'pass') : verdict
      return { check, requirement: found[0]!.requirement, verdict: counted }
    }),
  }
}
