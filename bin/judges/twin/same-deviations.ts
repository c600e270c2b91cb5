// Finds the deviations of the emulator that break a stated requirement as a service does.
import { createEmulator, type EmulatorOptions } from '../../../emulator/create-emulator.ts'
import { shippedDeviations } from '../../../emulator/disturb/deviations/deviations.ts'
import type { DeviationName } from '../../../emulator/disturb/deviations/shipped.ts'
import { checks } from '../../../conformance/checks/checks.ts'
import type { CheckResult } from '../../../conformance/judge/result.ts'
import { runConformance } from '../../../conformance/judge/run-conformance.ts'
import { toTarget } from '../../../conformance/target/target-file.ts'
import { toTargetFile } from '../service/target-file.ts'

/** A check that a service fails, and the deviations that make its twin fail it in the same way. */
export interface BrokenRequirement extends Pick<CheckResult, 'requirement' | 'clause' | 'check'> {
  readonly deviations: readonly DeviationName[]
}

/** The limit of deviations to try. A service that breaks everything would take minutes. */
const mostTried = 24

/**
 * Tries the deviations of the requirements that a service breaks. A deviation matches if the same check fails on the
 * twin, in the same operation and with a fact of the same kind.
 */
export async function sameDeviations(
  failures: readonly CheckResult[],
  options: EmulatorOptions,
  allowWrites: boolean,
): Promise<readonly BrokenRequirement[]> {
  const byCheck = new Map(failures.map((failure) => [failure.check, failure]))
  const broken: BrokenRequirement[] = []
  let tried = 0
  for (const failure of byCheck.values()) {
    const { requirement, clause, check } = failure
    const same: DeviationName[] = []
    for (const { name, caughtBy } of shippedDeviations()) {
      if (caughtBy !== check || tried >= mostTried) continue
      tried++
      if (await failsAlike(failure, { ...options, deviations: [name] }, allowWrites)) same.push(name)
    }
    broken.push({ requirement, clause, check, deviations: same })
  }
  return broken
}

async function failsAlike(failure: CheckResult, options: EmulatorOptions, allowWrites: boolean): Promise<boolean> {
  const emulator = createEmulator({ ...options, onError: () => undefined })
  const { results } = await runConformance({
    target: toTarget(toTargetFile(emulator, 'http://twin.invalid', true)),
    checks,
    only: [failure.check],
    allowWrites,
    fetch: emulator.fetch,
  })
  const result = results.find(({ check }) => check === failure.check)
  return result?.verdict === 'fail' && failureTraits(result) === failureTraits(failure)
}

/** The kind of the fault and the operation that shows it. */
const failureTraits = ({ fact, evidence }: CheckResult): string => `${fact?.kind} ${evidence.at(-1)?.request.operation}`
