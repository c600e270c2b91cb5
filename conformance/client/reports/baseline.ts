// Known failures of a client, in the form of the kit's baselines: by check, whatever the runs that show them.
import {
  applyBaseline,
  type Baseline,
  type BaselineOutcome,
  type JudgedCheck,
  updateBaseline,
} from '../../report/baseline.ts'
import type { RedactedResult } from '../judge/redaction.ts'
import { verdictOfAll } from '../judge/summary.ts'

/** A report compared with known failures. */
export type ClientBaseline = BaselineOutcome

/** The verdict of each check over all runs. With `strict`, advice is a failure. */
function judgedChecks(
  results: readonly RedactedResult[],
  strict: boolean,
): { readonly results: readonly JudgedCheck[] } {
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

/** Compares the failures of a client with those that are known. */
export function applyClientBaseline(
  results: readonly RedactedResult[],
  baseline: Baseline,
  strict: boolean,
  checks: readonly string[],
): ClientBaseline {
  return applyBaseline(judgedChecks(results, strict), baseline, checks)
}

/** The baseline after a run. */
export function updateClientBaseline(
  results: readonly RedactedResult[],
  baseline: Baseline | undefined,
  strict: boolean,
  checks: readonly string[],
): Baseline {
  return updateBaseline(judgedChecks(results, strict), baseline, checks)
}
