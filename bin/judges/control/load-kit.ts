import type { RunResult } from '../../../conformance/judge/result.ts'
import type { Summary } from '../../../conformance/report/summary.ts'
import type { RunStatus } from './run-schemas.ts'

async function load() {
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
    /** Reads YAML. */
    parseYaml: (text: string): unknown => parseYaml(text),
    summarize: summary.summarize,
    /** Lists the members of the target file that would decide the most open requirements. */
    declareNext: (result: RunResult, { open }: Summary): RunStatus['declare'] =>
      next.declareNext(result, open).members.map((member) => ({ ...examples.declarable(member.name), ...member })),
    isKitError: errors.isKitError,
    whyUnreachable: reachable.whyUnreachable,
  }
}

/** The parts of the kit that runs of the control API need. */
export type Kit = Awaited<ReturnType<typeof load>>

/** Loads the kit on first use, because most emulators never run it. */
export const loadKit: () => Promise<Kit> = load
