import type { checks } from '../../../conformance/checks/checks.ts'
import type { planRun } from '../../../conformance/judge/plan.ts'
import type { runConformance } from '../../../conformance/judge/run-conformance.ts'
import type { isKitError } from '../../../conformance/kit-error.ts'
import type { RunResult } from '../../../conformance/judge/result.ts'
import type { Summary, summarize } from '../../../conformance/report/summary.ts'
import type { whyUnreachable } from '../../../conformance/target/reachable.ts'
import type { parseTargetFile, toTarget } from '../../../conformance/target/target-file.ts'
import type { RunStatus } from './run-status.ts'

/** The parts of the kit that runs of the control API need. */
export interface Kit {
  readonly checks: typeof checks
  readonly planRun: typeof planRun
  readonly runConformance: typeof runConformance
  readonly toTarget: typeof toTarget
  readonly parseTargetFile: typeof parseTargetFile
  /** Reads YAML. */
  readonly parseYaml: (text: string) => unknown
  readonly summarize: typeof summarize
  /** Lists the members of the target file that would decide the most open requirements. */
  readonly declareNext: (result: RunResult, summary: Summary) => RunStatus['declare']
  readonly isKitError: typeof isKitError
  readonly whyUnreachable: typeof whyUnreachable
}

/** Loads the kit on first use, because most emulators never run it. */
export async function loadKit(): Promise<Kit> {
  const [checks, plan, runner, file, summary, next, examples, errors, reachable, { parse: parseYaml }] =
    await Promise.all([
      import('../../../conformance/checks/checks.ts'),
      import('../../../conformance/judge/plan.ts'),
      import('../../../conformance/judge/run-conformance.ts'),
      import('../../../conformance/target/target-file.ts'),
      import('../../../conformance/report/summary.ts'),
      import('../../../conformance/report/declare-next.ts'),
      import('../../../conformance/report/to-declare.ts'),
      import('../../../conformance/kit-error.ts'),
      import('../../../conformance/target/reachable.ts'),
      import('yaml'),
    ])
  return {
    checks: checks.checks,
    planRun: plan.planRun,
    runConformance: runner.runConformance,
    toTarget: file.toTarget,
    parseTargetFile: file.parseTargetFile,
    parseYaml: (text) => parseYaml(text),
    summarize: summary.summarize,
    declareNext: (result, { open }) =>
      next.declareNext(result, open).members.map((member) => ({ ...examples.declarable(member.name), ...member })),
    isKitError: errors.isKitError,
    whyUnreachable: reachable.whyUnreachable,
  }
}
